#include "engine/body_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "collision/inside_obstacle.h"
#include "collision/moving_wall.h"
#include "collision/obstacle_surface.h"
#include "collision/resolve.h"
#include "collision/rigid_contact.h"
#include "collision/rigid_impulse.h"
#include "collision/rigid_motion.h"
#include "engine/audit.h"
#include "engine/calendar_queue.h"
#include "engine/enduring_contact.h"
#include "engine/heap_queue.h"
#include "engine/neighbour_lists.h"
#include "engine/records.h"
#include "engine/rigid_states.h"
#include "engine/run_events.h"
#include "engine/wall_hits.h"
#include "geometry/placed_body.h"

namespace clausius {

namespace {

/// The wall of a face, 2·axis + (0 at the origin, 1 at L), seen from a frame in free fall since
/// local time 0; `origin` is the absolute time of that instant.
template <int Dim>
Wall wall_of(int face, const Gas<Dim>& gas, double origin) {
  const int axis = face / 2, along = face % 2 == 0 ? -1 : 1;
  Wall wall{along * Vec<3>::Unit(axis), face % 2 == 0 ? 0 : gas.box.size[axis]};
  wall.path = gas.boundary.faces[face].path;
  wall.along = along;
  wall.clock = origin - gas.boundary.start;
  wall.fall = -along * gas.boundary.gravity[axis];
  return wall;
}

/// The surfaces of all obstacles, for bodies to collide with; empty for doors, which particles
/// cross with their centres.
template <int Dim>
std::vector<ObstacleSurface> surfaces_of(const Gas<Dim>& gas) {
  std::vector<ObstacleSurface> all;
  all.reserve(gas.boundary.obstacles.size());
  for (const Obstacle<Dim>& obstacle : gas.boundary.obstacles)
    all.push_back(obstacle.door ? ObstacleSurface{} : surface_of<Dim>(obstacle.shape));
  return all;
}

/// A possible contact of a body: before `time` nothing happens, then the two must be examined
/// again. Instants follow from the motions of the two alone, never from cells, queue or stops.
template <int Dim>
struct ContactCandidate {
  double time;
  Id partner;                  // partner, or a wall or obstacle
  std::uint32_t partner_hits;  // the partner's `hits` when the candidate was made
  // Image of the one with the higher id, seen from the lower; for an obstacle, its image.
  Image<Dim> image;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, partner, partner_hits, image);
  }
};

/// The event loop of rigid bodies.
///
/// Motions are kept in a frame in free fall since the time origin: in it they are free under
/// gravity too, and only cells and walls take gravity into account.
///
/// A body's record changes only when it collides. Each body has a list of contact candidates:
/// partners and walls with which it may collide on its way, each with the first instant at which
/// that is possible; initially the instant at which the bounding spheres touch. At that instant the
/// pair is examined (one step of first_contact): either the two touch, or the candidate gets a
/// later instant. Most candidates are overtaken by other events before the two are near. Partners
/// are neighbours (`Neighbourhood`). A body's one scheduled event is its earliest candidate, or the
/// time at which it must be filed among other neighbours, whichever is earlier.
/// A pair is listed by only one of the two, whichever was searched last; a candidate whose partner
/// has collided since is void.
/// has collided since is void.
template <int Dim, template <int> class Queue, template <int> class Neighbourhood>
class BodyLoop final : public Engine<Dim> {
 public:
  BodyLoop(const Gas<Dim>& gas, const State<Dim>& start, double cell_edge)
      : gas_(enclosed(gas)),
        surfaces_(surfaces_of(gas)),
        obstacles_(gas_),
        images_(gas_.box),
        species_(start.species),
        candidates_(start.size()),
        hits_(start.hits),
        filings_(start.size()),
        events_(start.size()),
        neighbourhood_(gas_, species_, cell_edge),
        queue_(events_),
        clock_(start.time),
        watchdog_(gas_, start.size()) {
    hits_.resize(start.size());
    motions_.reserve(start.size());
    for (Id id = 0; id < start.size(); ++id) {
      RigidState state = rigid_state(start, id);
      state.time = 0;
      motions_.emplace_back(gas_.bodies[species_[id]], state);
    }
    neighbourhood_.file_all(motions_, 0);
    begin_epoch();
  }
  BodyLoop(const BodyLoop&) = delete;  // motions_ point into gas_
  BodyLoop& operator=(const BodyLoop&) = delete;

  StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) override {
    return run_events(
        *this, clock_, watchdog_, queue_, NoLookAhead{}, until, collisions, counters_.collisions,
        [this](Id id) { return events_[id].contacts.first.partner; },
        [this, observer](Id id) { process(id, observer); }, [this] { rebase(); },
        [this] { return goes_on(); });
  }

  void set_velocities(const State<Dim>& state) override {
    std::vector<Id> changed;
    for (Id id = 0; id < motions_.size(); ++id) {
      const RigidState& before = motions_[id].start();
      const Vec<3> v = in_space<Dim>(state.velocity[id]);
      if (before.v + falling() == v && before.angular_momentum == state.angular_momentum[id])
        continue;
      RigidState body = state_now(id);
      body.v = v - falling();
      body.angular_momentum = state.angular_momentum[id];
      ++hits_[id];
      set_motion(id, body);
      changed.push_back(id);
    }
    if (!changed.empty() && clock_.end_rest()) return rebase();
    for (const Id id : changed) find_event(id, [](Id /*partner*/) { return true; });
    queue_.reset(now());
  }

  [[nodiscard]] double time() const override { return clock_.time(); }

  [[nodiscard]] State<Dim> state() const override {
    State<Dim> state;
    state.time = time();
    state.species = species_;
    for (const FreeMotion& motion : motions_) {
      const RigidState body = motion.state_at(now());
      state.position.push_back(gas_.box.wrap((body.r + fallen()).template head<Dim>()));
      state.velocity.emplace_back((body.v + falling()).template head<Dim>());
      state.orientation.push_back(body.orientation);
      state.angular_momentum.push_back(body.angular_momentum);
    }
    if (draws_at_hits(gas_)) state.hits = hits_;
    return state;
  }

  [[nodiscard]] EngineCounters counters() const override { return counters_; }

  [[nodiscard]] std::size_t memory_bytes() const override {
    std::size_t bytes = bytes_of(species_) + bytes_of(motions_) + bytes_of(candidates_) +
                        bytes_of(hits_) + bytes_of(filings_) + bytes_of(events_) +
                        neighbourhood_.memory_bytes() + queue_.memory_bytes() +
                        obstacles_.memory_bytes();
    for (const auto& candidates : candidates_) bytes += bytes_of(candidates);
    return bytes;
  }

  [[nodiscard]] std::uint64_t record_hash() const override {
    RecordHash hash;
    for (const FreeMotion& motion : motions_) {
      const RigidState& state = motion.start();
      hash.add(state.time);
      hash.add_all(state.r);
      hash.add_all(state.v);
      hash.add_all(state.angular_momentum);
      hash.add_all(state.orientation.coeffs());
    }
    return hash.value();
  }

  [[nodiscard]] std::vector<AuditFault> audit(std::int64_t most_pairs) const override {
    AuditFindings found;
    const double slack = audit_slack(gas_);
    if (const std::size_t filed = neighbourhood_.filed(); filed != motions_.size())
      found.add(fmt::format("{} of {} bodies are filed in cells", filed, motions_.size()), {});
    const std::vector<bool> queued = queue_.queued();
    for (Id id = 0; id < motions_.size(); ++id) audit_one(id, queued[id], slack, found);
    for_audited_pairs(motions_.size(), most_pairs, counters_.collisions + counters_.wall_collisions,
                      [&](Id i, Id j) { audit_pair(i, j, slack, found); });
    return found.take();
  }

  void save_to(SaveArchive& archive) const override {
    archive(*this);
    for (const FreeMotion& motion : motions_) archive(motion.start());
  }

  // Motions follow from their starts, and the queue from the events.
  void load_from(LoadArchive& archive) override {
    archive(*this);
    const std::size_t bodies = species_.size();
    require(candidates_.size() == bodies && hits_.size() == bodies && filings_.size() == bodies &&
                events_.size() == bodies,
            "belongs to another gas");
    require(clock_.is_possible(), "holds an impossible time");
    require(are_possible(counters_), "holds an impossible count");
    for (Id id = 0; id < bodies; ++id) {
      RigidState start;
      archive(start);
      require(std::abs(start.orientation.norm() - 1) < 1e-6 && start.time <= now() &&
                  can_be_at<Dim>(gas_, start.r.template head<Dim>()) && std::isfinite(start.r[2]) &&
                  can_be_at<Dim>(
                      gas_, Vec<Dim>::Unit(0) * ((clock_.epoch() - start.time) * speed(id, start))),
              "holds an impossible flight");
      motions_[id] = FreeMotion(body(id), start);
      require(events_[id].is_possible(bodies, surfaces_.size()) && filings_[id] >= 0,
              "holds an impossible event");
      const Id walls = kWallBase + 2 * Dim + static_cast<Id>(surfaces_.size());
      for (const ContactCandidate<Dim>& candidate : candidates_[id])
        require(
            candidate.partner < bodies || (is_wall(candidate.partner) && candidate.partner < walls),
            "holds an impossible candidate");
    }
    queue_.reset(now());
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(candidates_, hits_, filings_, events_, neighbourhood_, counters_, clock_, watchdog_);
  }

 private:
  // Contacts with obstacles and walls are searched up to the end of the epoch.
  [[nodiscard]] bool goes_on() const {
    const auto is_at_rest = [](const FreeMotion& motion) {
      return motion.start().v.isZero(0) && motion.start().angular_momentum.isZero(0);
    };
    return !gas_.boundary.is_plain() &&
           (gas_.boundary.speed_it_gives(gas_.box) > 0 ||
            !std::all_of(motions_.begin(), motions_.end(), is_at_rest));
  }

  void process(Id id, Observer<Dim>* observer) {
    clock_.set(events_[id].time);
    if (events_[id].kind == EventKind::crossing)
      file(id);
    else
      look(id, observer);
  }

  // --- contact candidates
  // ---------------------------------------------------------------------------

  // The two partners of a candidate of `id`, the lower id first; a wall counts as higher.
  static std::pair<Id, Id> in_order(Id id, Id partner) { return std::minmax(id, partner); }

  [[nodiscard]] ContactSearch look_at(Id id, const ContactCandidate<Dim>& candidate) const {
    const double time = candidate.time;
    if (is_wall(candidate.partner)) {
      const int face = face_of(candidate.partner);
      if (face < 2 * Dim) return first_contact(motions_[id], wall_at(face), time, time);
      if (!stands(face, time)) return NoContact{};
      return search_obstacle(id, face, candidate.image, time, time);
    }
    const auto [first, second] = in_order(id, candidate.partner);
    if (is_sheared(candidate.image)) [[unlikely]]
      return first_contact(motions_[first], image_of(second, candidate.image), Vec<3>::Zero(), time,
                           time);
    return first_contact(motions_[first], motions_[second], images_.shift(candidate.image), time,
                         time);
  }

  // Processes the body's earliest candidate at its time.
  void look(Id id, Observer<Dim>* observer) {
    auto& candidates = candidates_[id];
    ContactCandidate<Dim>& candidate = candidates[first_candidate(id)];
    if (is_wall(candidate.partner) && gas_.boundary.is_open(face_of(candidate.partner)))
      return cross_sheared_edge(id, face_of(candidate.partner), observer);
    bool is_void = false;
    if (!is_wall(candidate.partner) && hits_[candidate.partner] != candidate.partner_hits) {
      ++counters_.stale;
      is_void = true;
    } else {
      const ContactSearch found = look_at(id, candidate);
      if (const auto* contact = std::get_if<RigidContact>(&found)) {
        if (is_wall(candidate.partner))
          hit_wall(id, candidate.partner, *contact, observer);
        else
          collide(id, candidate, *contact, observer);
        return;
      }
      if (const auto* later = std::get_if<Recheck>(&found))
        candidate.time = later->time;
      else
        is_void = true;
    }
    if (is_void) {
      candidate = candidates.back();
      candidates.pop_back();
    }
    set_next(id);
  }

  [[nodiscard]] std::size_t first_candidate(Id id) const {
    const auto& candidates = candidates_[id];
    const auto first =
        std::min_element(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
          return a.time != b.time ? a.time < b.time : a.partner < b.partner;
        });
    return static_cast<std::size_t>(first - candidates.begin());
  }

  // Sets the body's event: its earliest candidate or its filing, whichever is earlier.
  void set_event(Id id) {
    EventRecord<Dim>& event = events_[id];
    event.time = filings_[id];
    event.kind = EventKind::crossing;
    if (const std::size_t first = first_candidate(id); first < candidates_[id].size()) {
      const ContactCandidate<Dim>& candidate = candidates_[id][first];
      const double time = std::max(now(), candidate.time);
      if (time <= filings_[id]) {
        event.time = time;
        event.kind = EventKind::collision;
        event.contacts.first.partner = candidate.partner;
      }
    }
  }

  void set_next(Id id) {
    set_event(id);
    queue_.schedule(id);
  }

  // Recomputes all candidates of a body and its event, except those for which `wanted(partner)` is
  // false.
  template <class Wanted>
  void find_event(Id id, const Wanted& wanted) {
    candidates_[id].clear();
    const FreeMotion& motion = motions_[id];
    for (int face = 0; face < 2 * Dim; ++face) {
      if (gas_.box.periodic[face / 2]) continue;
      const double from = motion.start().time;
      if (gas_.boundary.is_open(face))
        add_passage(id, face);
      else
        add_candidate(id, face, {}, first_contact(motion, wall_at(face), from, from));
    }
    if (!surfaces_.empty()) find_obstacles(id);
    const Image<Dim> own = boxes_flown(id);
    neighbourhood_.for_each(id, [&](const Neighbour<Dim>& neighbour) {
      if (wanted(neighbour.id)) find_candidate(id, own, neighbour);
    });
    look_across(id, wanted);
    set_event(id);
  }

  // Candidate with a wall or obstacle, first examined when the motion began.
  void add_candidate(Id id, int face, const Image<Dim>& image, const ContactSearch& found) {
    if (const auto* later = std::get_if<Recheck>(&found))
      candidates_[id].push_back({later->time, wall_id(face), 0, image});
    else if (std::holds_alternative<RigidContact>(found))
      candidates_[id].push_back({motions_[id].start().time, wall_id(face), 0, image});
  }

  // Finds the candidates with the obstacles in the body's way until it is filed again.
  void find_obstacles(Id id) {
    const double from = motions_[id].start().time;
    const double until = std::min(filings_[id], clock_.epoch()) - now();
    obstacles_.for_each_along(
        gas_, flight_from(id, now()), time(), [until] { return until; },
        [&](const Obstacle<Dim>&, std::size_t index, const Vec<Dim>& shift) {
          const int face = 2 * Dim + static_cast<int>(index);
          const Image<Dim> image = image_at(shift);
          const auto is_it = [&](const ContactCandidate<Dim>& one) {
            return one.partner == wall_id(face) && one.image == image;
          };
          if (std::none_of(candidates_[id].begin(), candidates_[id].end(), is_it))
            add_candidate(id, face, image, search_obstacle(id, face, image, from, from));
        });
  }

  // Calls first_contact() for the two.
  [[nodiscard]] ContactSearch search_obstacle(Id id, int face, const Image<Dim>& image, double from,
                                              double horizon) const {
    const Vec<3> shift = images_.shift(image);
    if (obstacle(face).door) return search_door(id, face, shift, from);
    return first_contact(motions_[id], fixed_obstacle(face, shift), from, horizon);
  }

  // A door lets a body pass, or reflects it when its centre reaches the plane of the plate, as if
  // they touched there, so that no torque acts. The side of the body is always well defined,
  // whatever else it hits half-way through, because only the centre counts.
  [[nodiscard]] ContactSearch search_door(Id id, int face, const Vec<3>& shift, double from) const {
    const Door& door = *obstacle(face).door;
    const RigidState& start = motions_[id].start();
    const double v = start.v[door.axis];
    if (door.lets_pass(start.v)) return NoContact{};
    const double plane =
        std::get<BlockObstacle<Dim>>(obstacle(face).shape).low[door.axis] + shift[door.axis];
    const double way = plane - start.r[door.axis];
    if (!(way * v > 0)) return NoContact{};
    const double time = start.time + way / v;
    if (time > from) return Recheck{time};
    ContactPoint point;
    point.normal[door.axis] = v > 0 ? 1 : -1;
    point.first_arm = -body(id).members[0].radius * point.normal;  // the surface at the centre
    point.rate = -std::abs(v);
    RigidContact contact;
    contact.time = time;
    contact.points.push_back(point);
    return contact;
  }

  // The flight of the centre from a time on.
  [[nodiscard]] Parabola<Dim> flight_from(Id id, double time) const {
    const Vec<Dim>& g = gas_.boundary.gravity;
    return {position_at(id, time) + 0.5 * time * time * g,
            motions_[id].start().v.template head<Dim>() + time * g, g};
  }
  [[nodiscard]] Image<Dim> image_at(const Vec<Dim>& shift) const {
    Image<Dim> image;
    for (int k = 0; k < Dim; ++k)
      image[k] = static_cast<int>(std::lround(shift[k] / gas_.box.size[k]));
    return image;
  }

  template <class Wanted>
  void predict(Id id, const Wanted& wanted) {
    find_event(id, wanted);
    queue_.schedule(id);
  }

  // The candidate with a neighbour, if the bounding spheres come to touch.
  void find_candidate(Id id, const Image<Dim>& own, const Neighbour<Dim>& neighbour) {
    ++counters_.pair_tests;
    const Id partner = neighbour.id;
    const Image<Dim> image = image_between(id, own, neighbour);
    const auto [first, second] = in_order(id, partner);
    const FreeMotion &a = motions_[first], &b = motions_[second];
    const std::optional<Window> window =
        bounding_window(a, b, images_.shift(image), std::max(a.start().time, b.start().time));
    if (window && window->exit > now())
      candidates_[id].push_back({window->entry, partner, hits_[partner], image});
  }

  // The image in a candidate with a neighbour. @param own boxes_flown()
  [[nodiscard, gnu::always_inline]] Image<Dim> image_between(
      Id id, const Image<Dim>& own, const Neighbour<Dim>& neighbour) const {
    const Image<Dim> other = boxes_flown(neighbour.id);
    Image<Dim> image;
    for (int k = 0; k < Dim; ++k) {
      image[k] = neighbour.image[k] + own[k] - other[k];
      if (neighbour.id < id) image[k] = -image[k];
    }
    return image;
  }

  // Boxes between the position at which a body is filed and the position by its record at this
  // moment. Flat, because it is computed for every neighbour.
  [[nodiscard, gnu::flatten]] Image<Dim> boxes_flown(Id id) const {
    const RigidState& start = motions_[id].start();
    return images_.boxes_between(neighbourhood_.centre(id),
                                 start.r + (now() - start.time) * start.v);
  }

  void file(Id id) {
    ++counters_.cell_crossings;
    std::optional<Image<Dim>> own;  // counted from where the body will be filed
    filings_[id] = neighbourhood_.file(id, motions_[id], now(), [&](const auto& neighbour) {
      if (!own) own = boxes_flown(id);
      find_candidate(id, *own, neighbour);
    });
    if (!surfaces_.empty()) find_obstacles(id);
    look_across(id, [](Id /*partner*/) { return true; });
    set_next(id);
  }

  // --- shear ------------------------------------------------------------------------------------

  static constexpr int kGradient = Boundary<Dim>::kGradient;

  // Whether an image is one that moves, beyond an edge of a sheared box. Its position along x is
  // counted from where the image one box up is when the motion of its original begins.
  [[nodiscard]] bool is_sheared(const Image<Dim>& image) const {
    return gas_.boundary.is_sheared() && image[kGradient] != 0;
  }
  [[nodiscard]] double shift_at(double time) const {
    return gas_.boundary.shear_shift(gas_.box, clock_.absolute(time));
  }
  // Difference in boxes between that count and one from where the image one box up is now.
  [[nodiscard]] int boxes_passed(Id id, const Image<Dim>& image) const {
    const double since = motions_[id].start().time;
    const double way =
        shift_at(now()) - shift_at(since) - gas_.boundary.shear_speed(gas_.box) * (now() - since);
    return static_cast<int>(std::lround(image[kGradient] * way / gas_.box.size[0]));
  }
  // Vector from a body to an image of it at a time.
  [[nodiscard]] Vec<3> way_to_image(Id id, const Image<Dim>& image, double time) const {
    Vec<3> way = images_.shift(image);
    if (!is_sheared(image)) return way;
    const double since = motions_[id].start().time;
    way[0] +=
        image[kGradient] * (shift_at(since) + gas_.boundary.shear_speed(gas_.box) * (time - since));
    return way;
  }
  // Velocity of an image relative to its original.
  [[nodiscard]] Vec<3> speed_of_image(const Image<Dim>& image) const {
    if (!is_sheared(image)) return Vec<3>::Zero();
    return image[kGradient] * gas_.boundary.shear_speed(gas_.box) * Vec<3>::Unit(0);
  }
  // Motion of an image.
  [[nodiscard, gnu::noinline]] FreeMotion image_of(Id id, const Image<Dim>& image) const {
    const FreeMotion& motion = motions_[id];
    return motion.displaced(way_to_image(id, image, motion.start().time), speed_of_image(image));
  }

  // Finds candidates beyond the sheared edges, valid until the next search among the moving images.
  template <class Wanted>
  void look_across(Id id, const Wanted& wanted) {
    if (gas_.boundary.is_sheared()) [[unlikely]]
      find_passing(id, wanted);
  }
  template <class Wanted>
  [[gnu::noinline]] void find_passing(Id id, const Wanted& wanted) {
    const Image<Dim> own = boxes_flown(id);
    neighbourhood_.for_each_passing(id, now(), shift_at(now()), [&](const auto& neighbour) {
      if (!wanted(neighbour.id)) return;
      ++counters_.pair_tests;
      const Id partner = neighbour.id;
      const auto [first, second] = in_order(id, partner);
      Image<Dim> image = image_between(id, own, neighbour);
      image[0] += boxes_passed(second, image);
      const FreeMotion &a = motions_[first], b = image_of(second, image);
      const std::optional<Window> window =
          bounding_window(a, b, Vec<3>::Zero(), std::max(a.start().time, b.start().time));
      if (window && window->exit > now() && !is_known(id, partner, image))
        candidates_[id].push_back({window->entry, partner, hits_[partner], image});
    });
  }

  // Whether either of the two has the candidate already: moving images are found repeatedly.
  [[nodiscard]] bool is_known(Id id, Id partner, const Image<Dim>& image) const {
    const auto knows = [&](Id one, Id other) {
      const auto& all = candidates_[one];
      return std::any_of(all.begin(), all.end(), [&](const ContactCandidate<Dim>& candidate) {
        return candidate.partner == other && candidate.partner_hits == hits_[other] &&
               candidate.image == image;
      });
    };
    return knows(id, partner) || knows(partner, id);
  }

  void add_passage(Id id, int face) {
    const RigidState& start = motions_[id].start();
    const bool up = face % 2 == 1;
    const double v = start.v[kGradient];
    if (up ? v <= 0 : v >= 0) return;
    const double way = (up ? gas_.box.size[kGradient] : 0) - start.r[kGradient];
    candidates_[id].push_back({start.time + std::max(0.0, way / v), wall_id(face), 0, {}});
  }

  // Moves a body that leaves a sheared box to the opposite side.
  void cross_sheared_edge(Id id, int face, Observer<Dim>* observer) {
    RigidState state = state_now(id);
    Vec<Dim> r = state.r.template head<Dim>(), v = state.v.template head<Dim>();
    gas_.boundary.come_in(gas_.box, time(), face, r, v);
    if (observer)
      observer->on_passage(
          time(),
          0.5 * body(id).mass * (in_space<Dim>(v) - state.v).dot(in_space<Dim>(v) + state.v));
    state.r.template head<Dim>() = r;
    state.v.template head<Dim>() = v;
    ++hits_[id];
    motions_[id] = motion_from(id, state);
    filings_[id] = neighbourhood_.enter(id, motions_[id], now());
    predict(id, [](Id /*partner*/) { return true; });
  }

  // --- collisions -------------------------------------------------------------------------------

  [[nodiscard]] Wall wall_at(int face) const { return wall_of(face, gas_, clock_.absolute(0)); }
  [[nodiscard]] const Obstacle<Dim>& obstacle(int face) const {
    return gas_.boundary.obstacles[static_cast<std::size_t>(face - 2 * Dim)];
  }
  [[nodiscard]] FixedObstacle fixed_obstacle(int face, const Vec<3>& shift) const {
    return {surfaces_[static_cast<std::size_t>(face - 2 * Dim)], shift,
            -in_space<Dim>(gas_.boundary.gravity)};
  }
  // Distance by which a centre that a door reflects is moved to its side: more than the rounding of
  // positions, which could leave it on the other side.
  [[nodiscard]] double aside() const { return 1e-14 * gas_.box.size.maxCoeff(); }
  // Whether an obstacle still exists.
  [[nodiscard]] bool stands(int face, double time) const {
    return clock_.absolute(time) - gas_.boundary.start < obstacle(face).until;
  }
  // Displacement and velocity of the falling frame.
  [[nodiscard]] Vec<3> fallen() const {
    return (0.5 * now() * now()) * in_space<Dim>(gas_.boundary.gravity);
  }
  [[nodiscard]] Vec<3> falling() const { return now() * in_space<Dim>(gas_.boundary.gravity); }

  static Id wall_id(int face) { return kWallBase + static_cast<Id>(face); }
  static int face_of(Id wall) { return static_cast<int>(wall - kWallBase); }

  [[nodiscard]] const RigidBody& body(Id id) const { return gas_.bodies[species_[id]]; }

  [[nodiscard]] RigidState state_now(Id id) const { return motions_[id].state_at(now()); }

  // The body's free motion from this state on, in the box.
  [[nodiscard]] FreeMotion motion_from(Id id, RigidState state) const {
    state.r = in_space<Dim>(gas_.box.wrap(state.r.head<Dim>()));
    return {body(id), state};
  }

  void set_motion(Id id, const RigidState& state) {
    motions_[id] = motion_from(id, state);
    filings_[id] = neighbourhood_.follow(id, motions_[id], now());
  }

  // Largest speed of any point of the body.
  [[nodiscard]] double speed(Id id, const RigidState& state) const {
    return state.v.norm() + angular_velocity(body(id), state).norm() * body(id).bounding_radius;
  }

  void collide(Id id, const ContactCandidate<Dim>& candidate, const RigidContact& contact,
               Observer<Dim>* observer) {
    const auto [i, j] = in_order(id, candidate.partner);
    const Vec<3> shift = way_to_image(j, candidate.image, now());
    const Vec<3> faster = speed_of_image(candidate.image);
    RigidState first = state_now(i), second = state_now(j);
    double e = gas_.restitution(species_[i], species_[j]);
    double least_rebound = kLeastRebound * (speed(i, first) + speed(j, second));
    const double last_hit = std::max(events_[i].last_hit, events_[j].last_hit);
    if (const auto enduring = enduring_contact(e, last_hit, [&, i = i, j = j] {
          return Approach{(second.v + faster - first.v).norm() + turning(i) + turning(j),
                          bending(i) + bending(j), -contact.points[0].rate};
        })) {
      e = 1;
      least_rebound += *enduring;
    }
    CollisionRecord<Dim> collision;
    if (observer) begin_record(collision, contact, i, first, j, &second);
    const Vec<3> before = second.v;
    second.v += faster;
    const RigidImpulse impulse =
        clausius::collide(body(i), first, body(j), second, contact, e, least_rebound);
    second.v -= faster;
    collision.work = -body(j).mass * faster.dot(second.v - before);
    ++counters_.collisions;
    if (observer)
      report(collision, impulse, e, second.r + shift - first.r, i, first, j, &second, observer);
    for (const Id one : {i, j}) {
      events_[one].last_hit = now();
      ++hits_[one];
    }
    set_motion(i, first);
    set_motion(j, second);
    predict(i, [](Id /*partner*/) { return true; });
    // These are listed by i.
    predict(j, [first_id = i](Id partner) { return partner != first_id; });
  }

  void hit_wall(Id id, Id wall, const RigidContact& contact, Observer<Dim>* observer) {
    EventRecord<Dim>& event = events_[id];
    const int face = face_of(wall);
    const bool at_face = face < 2 * Dim;
    const WallLaw<Dim>& law =
        at_face ? static_cast<const WallLaw<Dim>&>(gas_.boundary.faces[face]) : obstacle(face);
    RigidState state = state_now(id);
    // In the frame of the wall, which is at rest during the hit.
    Vec<3> of_wall = Vec<3>::Zero();
    double shaking = 0;  // largest acceleration of the wall
    if (at_face) {
      const WallPath& path = gas_.boundary.faces[face].path;
      of_wall[face / 2] = path.velocity_at(wall_at(face).clock + now());
      shaking = path.greatest_acceleration();
    }
    const ContactPoint& point = contact.points[0];
    const Vec<3> moving = of_wall - falling();
    CollisionRecord<Dim> collision;
    if (observer) begin_record(collision, contact, id, state, wall, nullptr);
    const Vec<3> before = state.v;
    state.v -= moving;
    double e = 1;
    RigidImpulse impulse;
    if (const std::optional<double> heat = heated(id, law, contact, state)) {
      collision.heat = *heat;
      // Reported as the change of momentum along the normal.
      impulse.impulse[0] = body(id).mass * point.normal.dot(before - moving - state.v);
      collision.work =
          body(id).mass * (state.v + moving - before).dot(of_wall + in_space<Dim>(law.sliding));
    } else {
      e = law.restitution.value_or(gas_.wall_restitution[species_[id]]);
      double least_rebound = kLeastRebound * speed(id, state);
      if (const auto enduring = enduring_contact(e, event.last_hit, [&] {
            return Approach{state.v.norm() + turning(id), bending(id) + shaking, -point.rate};
          })) {
        e = 1;
        least_rebound += *enduring;
      } else if (e == 1) {
        least_rebound = std::max(least_rebound, lift_off_speed(id, point));
      }
      impulse = clausius::collide(body(id), state, contact, e, least_rebound);
      collision.work = body(id).mass * (state.v + moving - before).dot(of_wall);
    }
    state.v += moving;
    ++counters_.wall_collisions;
    if (observer) {
      const Vec<3> to_wall =
          (point.normal.dot(point.first_arm) + body(id).members[point.first_member].radius) *
          point.normal;
      report(collision, impulse, e, to_wall, id, state, wall, nullptr, observer);
    }
    event.last_hit = now();
    ++hits_[id];
    if (!at_face && obstacle(face).door) state.r -= aside() * point.normal;
    set_motion(id, state);
    predict(id, [](Id /*partner*/) { return true; });
  }

  // Speed at which a body that gravity presses against a wall hops, as spheres do, if its speed is
  // at the scale of rounding; without it the body would hit the wall again at once, endlessly.
  // Otherwise 0.
  [[nodiscard]] double lift_off_speed(Id id, const ContactPoint& point) const {
    constexpr double kStill = 1e-6;  // of the speed gained in falling by its size
    const double pressing = in_space<Dim>(gas_.boundary.gravity).dot(point.normal);
    if (pressing <= 0) return 0;
    const double falling = std::sqrt(2 * body(id).bounding_radius * pressing);
    return -point.rate < kStill * falling ? kHop * falling : 0;
  }

  // Velocities that a thermal wall gives to a body (in the frame of the wall), if this hit is
  // diffuse.
  std::optional<double> heated(Id id, const WallLaw<Dim>& law, const RigidContact& contact,
                               RigidState& state) const {
    if (!law.may_be_diffuse()) return std::nullopt;
    RandomStream random = gas_.boundary.random_of(id, hits_[id]);
    if (!law.is_diffuse(random)) return std::nullopt;
    const Vec<3> sliding = in_space<Dim>(law.sliding);
    const double before = clausius::kinetic_energy(body(id), state) -
                          body(id).mass * (state.v.dot(sliding) - 0.5 * sliding.squaredNorm());
    leave_bath(body(id), state, contact, law.kt, Dim, random);
    const double heat = clausius::kinetic_energy(body(id), state) - before;
    state.v += sliding;
    return heat;
  }

  // Data needed before the collision. `second` is null at a wall.
  void begin_record(CollisionRecord<Dim>& collision, const RigidContact& contact, Id i,
                    const RigidState& first, Id j, const RigidState* second) const {
    collision.rigid.emplace().contact = contact;
    SpinChange& spins = collision.spins.emplace();
    collision.first_before = (first.v + falling()).template head<Dim>();
    spins.first_before = angular_velocity(body(i), first);
    spins.energy_change = -0.5 * first.angular_momentum.dot(spins.first_before);
    if (!second) return;
    collision.second_before = (second->v + falling()).template head<Dim>();
    spins.second_before = angular_velocity(body(j), *second);
    spins.energy_change -= 0.5 * second->angular_momentum.dot(spins.second_before);
  }

  // `apart` is the vector from the first centre to the second, or to the wall.
  void report(CollisionRecord<Dim>& collision, const RigidImpulse& impulse, double e,
              const Vec<3>& apart, Id i, const RigidState& first, Id j, const RigidState* second,
              Observer<Dim>* observer) const {
    RigidCollision& rigid = *collision.rigid;
    SpinChange& spins = *collision.spins;
    const auto& points = rigid.contact.points;
    rigid.impulse = impulse;
    Vec<3> momentum = Vec<3>::Zero();
    for (std::size_t k = 0; k < points.size(); ++k)
      momentum += impulse.impulse[k] * points[k].normal;
    collision.time = time();
    collision.first = i;
    collision.first_species = species_[i];
    collision.impulse = momentum.norm();
    const Vec<3> normal = momentum / collision.impulse;
    collision.normal = normal.head<Dim>();
    collision.separation = normal.dot(apart);
    const ContactPoint& point = points[0];
    const Vec<3> touched = first.r + fallen() + point.first_arm +
                           body(i).members[point.first_member].radius * point.normal;
    collision.contact_point = gas_.box.wrap(touched.head<Dim>());
    collision.restitution = e;
    collision.predicted_energy_change = impulse.energy_change;
    collision.first_after = (first.v + falling()).template head<Dim>();
    collision.first_free_time = free_time(i);
    spins.first_after = angular_velocity(body(i), first);
    spins.energy_change += 0.5 * first.angular_momentum.dot(spins.first_after);
    if (second) {
      collision.second = j;
      collision.second_species = species_[j];
      collision.second_after = (second->v + falling()).template head<Dim>();
      collision.second_free_time = free_time(j);
      spins.second_after = angular_velocity(body(j), *second);
      spins.energy_change += 0.5 * second->angular_momentum.dot(spins.second_after);
    } else {
      collision.second = CollisionRecord<Dim>::kWall;
      collision.face = face_of(j);
    }
    observer->on_collision(collision);
  }

  [[nodiscard]] double free_time(Id id) const { return clock_.since(events_[id].last_hit); }

  // Largest speed that rotation gives to any point of the axes of its members; rotation about a
  // member's own axis or centre does not count, because it changes no contact.
  [[nodiscard]] double turning(Id id) const {
    const Pose pose = motions_[id].pose_at(now());
    double fastest = 0;
    for (const Member& member : body(id).members)
      fastest =
          std::max(fastest, pose.omega.cross(pose.axes * member.centre).norm() +
                                pose.omega.cross(pose.axes.col(0)).norm() * member.half_shaft);
    return fastest;
  }

  // Relative speed of two bodies, rotation included, and a bound of the acceleration that may press
  // them together, other than gravity: that of their rotation and of a wall.
  struct Approach {
    double speed, acceleration;
    double normal_speed;  // at the hit
  };
  [[nodiscard]] double bending(Id id) const {
    return motions_[id].bend() * body(id).bounding_radius;
  }

  // If a hit belongs to an enduring contact: the least speed at which the two separate, so that
  // they meet again after about the time that the rule looks back. @param approach() of the two,
  // which is expensive
  template <class FindApproach>
  std::optional<double> enduring_contact(double e, double last_hit, const FindApproach& approach) {
    if (e == 1) return std::nullopt;
    const double since = now() - last_hit;
    const auto [speed, bent, normal_speed] = approach();
    if (!is_enduring(e, since, gas_.contact_duration) &&
        !is_enduring(e, since * speed, gas_.contact_path))
      return std::nullopt;
    const double acceleration = bent + gas_.boundary.gravity.norm();
    double least_rebound = 0;
    if (acceleration > 0) {
      const double hop =
          std::min(std::sqrt(gas_.contact_path / acceleration), gas_.contact_path / speed);
      least_rebound = 0.5 * acceleration * std::max(gas_.contact_duration, hop);
    }
    if (gas_.boundary.has_gravity()) {
      // In a bed each body has several contacts, some of which carry many times its weight. With a
      // tenth of this time such a bed has two to three times as many collisions.
      constexpr double kSoon = 0.3;  // in contact durations
      const double rebound =
          rebound_of_crowded(least_rebound, normal_speed, since, kSoon * gas_.contact_duration);
      // One end may land hard while the other one hops: that is no enduring contact, otherwise the
      // body would rock endlessly.
      constexpr double kHard = 4;
      if (rebound == least_rebound && normal_speed > kHard * least_rebound) return std::nullopt;
      least_rebound = rebound;
    }
    ++counters_.elastic_by_duration_rule;
    return least_rebound;
  }

  // --- audits -----------------------------------------------------------------------------------

  [[nodiscard]] Vec<Dim> position_at(Id id, double time) const {
    const RigidState& start = motions_[id].start();
    return (start.r + (time - start.time) * start.v).template head<Dim>();
  }

  [[nodiscard]] double fastest_point(Id id) const { return speed(id, motions_[id].start()); }

  void audit_one(Id id, bool queued, double slack, AuditFindings& found) const {
    const EventRecord<Dim>& event = events_[id];
    if (!neighbourhood_.is_filed(id)) found.add("is not filed in its cell", {id});
    if (!queued && event.time != kNever)
      found.add(fmt::format("its event at time {:.17g} is not queued", clock_.absolute(event.time)),
                {id});
    if ((now() - event.time) * fastest_point(id) > slack)
      found.add(fmt::format("its event at time {:.17g} is overdue", clock_.absolute(event.time)),
                {id});
    const double next = std::min(event.time, clock_.epoch());
    for (const double time : {now(), next})
      if (const double outside = neighbourhood_.outside(id, motions_[id], time);
          !(outside <= slack))
        found.add(fmt::format("is {:.3g} outside where it is filed at time {:.17g}", outside,
                              clock_.absolute(time)),
                  {id});
    for (int face = 0; face < 2 * Dim; ++face)
      if (gas_.boundary.is_open(face))
        audit_passage(id, face, next, slack, found);
      else if (!gas_.box.periodic[face / 2])
        audit_contact(next, acceleration(id), slack, {id}, found, [&](double from) {
          return first_contact(motions_[id], wall_at(face), from, next);
        });
    // By all obstacles: this tests the search by cells, too.
    const auto [low, high] = flight_from(id, now()).range(next - now());
    gas_.boundary.for_obstacles(
        gas_.box, clock_.absolute(next), low, high, kWider * body(id).bounding_radius,
        [&](const Obstacle<Dim>&, std::size_t index, const Vec<Dim>& shift) {
          const int face = 2 * Dim + static_cast<int>(index);
          audit_contact(next, acceleration(id), slack, {id}, found, [&](double from) {
            return search_obstacle(id, face, image_at(shift), from, next);
          });
        });
  }

  void audit_passage(Id id, int face, double time, double slack, AuditFindings& found) const {
    const double y = position_at(id, time)[kGradient];
    const double outside = face % 2 == 0 ? -y : y - gas_.box.size[kGradient];
    if (outside > slack)
      found.add(
          fmt::format("is {:.3g} outside the box at time {:.17g}", outside, clock_.absolute(time)),
          {id});
  }

  // Whether the two touch before the next event of either.
  void audit_pair(Id i, Id j, double slack, AuditFindings& found) const {
    const double until = std::min({events_[i].time, events_[j].time, clock_.epoch()});
    if (until <= now()) return;
    const double reach = body(i).bounding_radius + body(j).bounding_radius;
    const int most = gas_.boundary.is_sheared() ? 1 : 0;
    for (int side = -most; side <= most; ++side) {
      Image<Dim> beyond{};
      beyond[kGradient] = side;
      const Vec<Dim> r = position_at(j, now()) - position_at(i, now()) +
                         way_to_image(j, beyond, now()).template head<Dim>();
      const Vec<Dim> v = (motions_[j].start().v + speed_of_image(beyond) - motions_[i].start().v)
                             .template head<Dim>();
      for_images_within(reach, r, v, until - now(), gas_.box, [&](Image<Dim> boxes) {
        boxes[kGradient] += side;
        const FreeMotion other = image_of(j, boxes);
        const Vec<3> here = Vec<3>::Zero();
        if (!bounding_window(motions_[i], other, here, now())) return;
        audit_contact(until, bending(i) + bending(j), slack, {i, j}, found, [&](double from) {
          return first_contact(motions_[i], other, here, from, until);
        });
      });
    }
  }

  // Bound of the acceleration of any point of a body relative to what does not fall.
  [[nodiscard]] double acceleration(Id id) const {
    return bending(id) + gas_.boundary.gravity.norm();
  }

  // Whether ask(from) finds a contact from now on after which the two overlap by more than `slack`
  // before `until`. @param acceleration that may press them together
  template <class Ask>
  void audit_contact(double until, double acceleration, double slack, std::vector<Id> ids,
                     AuditFindings& found, const Ask& ask) const {
    for (double from = now(); from < until;) {
      const ContactSearch search = ask(from);
      if (const auto* later = std::get_if<Recheck>(&search)) {
        from = later->time;
        continue;
      }
      const auto* contact = std::get_if<RigidContact>(&search);
      const double late = contact ? until - contact->time : 0;
      if (late > 0 && late * (0.5 * acceleration * late - contact->points[0].rate) > slack)
        found.add(fmt::format("{} at time {:.17g}, before its next event, at {:.17g}",
                              ids.size() == 1 ? "touches a wall" : "touch",
                              clock_.absolute(contact->time), clock_.absolute(until)),
                  std::move(ids));
      return;
    }
  }

  // --- the clock --------------------------------------------------------------------------------

  [[nodiscard]] double now() const { return clock_.now(); }

  void rebase() {
    const double epoch = clock_.epoch();
    for (Id id = 0; id < motions_.size(); ++id) {
      RigidState state = state_now(id);
      state.time = 0;
      state.r += fallen();
      state.v += falling();
      motions_[id] = motion_from(id, state);
      events_[id].last_hit -= epoch;
    }
    clock_.move_origin();
    begin_epoch();
  }

  void begin_epoch() {
    double fastest = 0;
    for (const FreeMotion& motion : motions_)
      fastest = std::max(fastest, motion.start().v.cwiseAbs().maxCoeff());
    fastest += gas_.boundary.speed_it_gives(gas_.box);
    if (fastest == 0)  // they may still turn
      for (Id id = 0; id < motions_.size(); ++id)
        fastest = std::max(fastest, speed(id, motions_[id].start()));
    clock_.begin_epoch(gas_.box.size.maxCoeff(), fastest);
    for (Id id = 0; id < motions_.size(); ++id)
      filings_[id] = neighbourhood_.follow(id, motions_[id], now());
    for (auto& candidates : candidates_) candidates.clear();  // no candidate from before remains
    for (Id id = 0; id < motions_.size(); ++id)
      find_event(id, [id](Id partner) { return partner > id; });
    queue_.reset(now());
  }

  Gas<Dim> gas_;
  std::vector<ObstacleSurface> surfaces_;  // by obstacle
  ObstacleCells<Dim> obstacles_;
  Images<Dim> images_;
  std::vector<std::uint8_t> species_;
  std::vector<FreeMotion> motions_;
  std::vector<std::vector<ContactCandidate<Dim>>> candidates_;
  std::vector<std::uint32_t> hits_;  // collisions so far of each body; may wrap
  std::vector<double> filings_;      // time at which each body must be filed again
  HugeVector<EventRecord<Dim>> events_;
  Neighbourhood<Dim> neighbourhood_;
  Queue<Dim> queue_;
  EngineCounters counters_;

  LocalClock clock_;
  Watchdog watchdog_;
};

template <template <int> class Neighbourhood, int Dim>
std::unique_ptr<Engine<Dim>> make_loop(const Gas<Dim>& gas, const State<Dim>& start,
                                       double cell_edge, Scheduler scheduler) {
  if (scheduler == Scheduler::heap)
    return std::make_unique<BodyLoop<Dim, HeapQueue, Neighbourhood>>(gas, start, cell_edge);
  return std::make_unique<BodyLoop<Dim, CalendarQueue, Neighbourhood>>(gas, start, cell_edge);
}

}  // namespace

template <int Dim>
std::unique_ptr<Engine<Dim>> make_body_engine(const Gas<Dim>& gas, const State<Dim>& start,
                                              double cell_edge, const EngineOptions& options) {
  // Measured: with fewer bodies in the surrounding cells, cells are faster; with ten times as many,
  // lists are faster by a factor of four.
  constexpr double kMany = 120;
  double volume = 1;
  for (int k = 0; k < Dim; ++k) volume *= std::min(3 * cell_edge, gas.box.size[k]);
  const double around = static_cast<double>(start.size()) * volume / gas.box.volume();
  // Lists are kept in the space frame, motions under gravity in the falling frame.
  const bool listed =
      !gas.boundary.has_gravity() && options.neighbour_lists.value_or(around > kMany);
  if (!listed) return make_loop<NeighbourCells>(gas, start, cell_edge, options.scheduler);
  return make_loop<NeighbourLists>(gas, start, options.cell_edge > 0 ? cell_edge : 0,
                                   options.scheduler);
}

template <int Dim>
Overlap deepest_overlap_of_bodies(const Gas<Dim>& gas, const State<Dim>& state, double cell_edge) {
  const double smallest = smallest_diameter(gas), tolerance = overlap_tolerance(gas);
  const Images<Dim> images(gas.box);
  Overlap deepest;
  const auto take = [&](double gap, Id first, Id second) {
    const double depth = -gap / smallest;
    if (depth > tolerance) ++deepest.count;
    if (depth > deepest.depth) deepest = {depth, first, second, deepest.count};
  };
  std::vector<FreeMotion> motions;
  const Box<Dim> box = gas.boundary.enclosed(gas.box);
  CellGrid<Dim> grid(box, cell_edge, state.size());
  std::vector<EventRecord<Dim>> places(state.size());
  for (Id id = 0; id < state.size(); ++id) {
    motions.emplace_back(gas.bodies[state.species[id]], rigid_state(state, id));
    grid.locate(state.position[id], places[id].cell);
    grid.insert(id, places[id].cell);
  }
  const double passed = gas.boundary.shear_shift(gas.box, state.time);
  const std::vector<ObstacleSurface> surfaces = surfaces_of(gas);
  const auto standing_wall = [&](int face) {
    const int along = face % 2 == 0 ? -1 : 1;
    return Wall{along * Vec<3>::Unit(face / 2),
                along * gas.boundary.position(gas.box, face, state.time)};
  };
  for (Id i = 0; i < state.size(); ++i) {
    grid.for_each_image(places[i].cell, [&](Id j, const Image<Dim>& image, const auto&) {
      if (j > i) take(gap_between(motions[i], motions[j], images.shift(image), state.time), i, j);
    });
    if (gas.boundary.is_sheared())
      for (const int side : {-1, 1}) {
        const double edge = grid.edge()[0], x = places[i].cell[0] * edge - side * passed;
        Passing<Dim>::for_each(
            grid, places[i].cell, 1, side, x - kWider * edge, x + (1 + kWider) * edge,
            [&](Id j, const Image<Dim>& image) {
              const Vec<3> shift = images.shift(image) + side * passed * Vec<3>::Unit(0);
              if (j > i) take(gap_between(motions[i], motions[j], shift, state.time), i, j);
            });
      }
    for (int face = 0; face < 2 * Dim; ++face)
      if (!gas.box.periodic[face / 2])
        take(gap_between(motions[i], standing_wall(face), state.time), i,
             CollisionRecord<Dim>::kWall);
    gas.boundary.for_obstacles(
        gas.box, state.time, state.position[i], state.position[i],
        gas.bodies[state.species[i]].bounding_radius,
        [&](const Obstacle<Dim>& obstacle, std::size_t index, const Vec<Dim>& shift) {
          if (obstacle.door) return;
          const FixedObstacle fixed{surfaces[index], in_space<Dim>(shift)};
          const PlacedBody body(gas.bodies[state.species[i]], state.orientation[i]);
          const double inside =
              depth_of_members_inside<Dim>(obstacle.shape, body, state.position[i] - shift);
          take(std::min(gap_between(motions[i], fixed, state.time), -inside), i,
               CollisionRecord<Dim>::kWall);
        });
  }
  return deepest;
}

template std::unique_ptr<Engine<2>> make_body_engine(const Gas<2>&, const State<2>&, double,
                                                     const EngineOptions&);
template std::unique_ptr<Engine<3>> make_body_engine(const Gas<3>&, const State<3>&, double,
                                                     const EngineOptions&);
template Overlap deepest_overlap_of_bodies(const Gas<2>&, const State<2>&, double);
template Overlap deepest_overlap_of_bodies(const Gas<3>&, const State<3>&, double);

}  // namespace clausius
