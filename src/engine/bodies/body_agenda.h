#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "engine/bodies/bodies.h"

namespace clausius {

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

/// The neighbours among which a body's candidates are looked for.
struct Wanted {
  Id least = 0;  ///< least id
  Id except = kNoPartner;

  [[nodiscard]] bool includes(Id id) const { return id >= least && id != except; }
};

/// What is to happen next to rigid bodies.
///
/// Each body has a list of contact candidates: partners and walls with which it may collide on its
/// way, each with the first instant at which that is possible; initially the instant at which the
/// bounding spheres touch. At that instant the pair is examined (one step of first_contact): either
/// the two touch, or the candidate gets a later instant. Most candidates are overtaken by other
/// events before the two are near. Partners are neighbours (`Neighbourhood`). A body's one
/// scheduled event is its earliest candidate, or the time at which it must be filed among other
/// neighbours, whichever is earlier. A pair is listed by only one of the two, whichever was
/// searched last; a candidate whose partner has collided since is void.
template <int Dim, template <int> class Queue, template <int> class Neighbourhood>
class BodyAgenda {
 public:
  BodyAgenda(Bodies<Dim>& bodies, EngineCounters& counters, double cell_edge)
      : bodies_(bodies),
        counters_(counters),
        candidates_(bodies.species.size()),
        filings_(bodies.species.size()),
        neighbourhood_(bodies.gas, bodies.species, cell_edge),
        queue_(bodies.events) {
    for (int k = 0; k < Dim; ++k) {
      edge_[k] = bodies.gas.box.size[k];
      inv_edge_[k] = bodies.gas.box.periodic[k] ? 1 / bodies.gas.box.size[k] : 0;
    }
    neighbourhood_.file_all(bodies.motions, 0);
  }

  [[nodiscard]] Queue<Dim>& queue() { return queue_; }
  [[nodiscard]] std::vector<bool> queued() const { return queue_.queued(); }
  [[nodiscard]] const Neighbourhood<Dim>& neighbourhood() const { return neighbourhood_; }

  // --- the earliest candidate -------------------------------------------------------------------

  [[nodiscard]] const ContactCandidate<Dim>& earliest(Id id) const {
    return candidates_[id].front();
  }
  /// The two partners of a candidate of `id`, the lower id first; a wall counts as higher.
  static std::pair<Id, Id> in_order(Id id, Id partner) { return std::minmax(id, partner); }
  /// One step of the search for the first contact.
  [[nodiscard]] ContactSearch look_at(Id id, const ContactCandidate<Dim>& candidate) const {
    const double time = candidate.time;
    if (is_surface(candidate.partner)) {
      const int face = surface_number(candidate.partner);
      if (is_face<Dim>(face))
        return first_contact(bodies_.motions[id], bodies_.wall_at(face), time, time);
      if (!bodies_.stands(face, time)) return NoContact{};
      return bodies_.search_obstacle(id, face, candidate.image, time, time);
    }
    const auto [first, second] = in_order(id, candidate.partner);
    const FreeMotion &a = bodies_.motions[first], &b = bodies_.motions[second];
    if (bodies_.is_sheared(candidate.image)) [[unlikely]]
      return first_contact(a, bodies_.image_of(second, candidate.image), Vec<3>::Zero(), time,
                           time);
    return first_contact(a, b, bodies_.images.shift(candidate.image), time, time);
  }
  /// It is to be examined again, at a later instant; or is void.
  void postpone_earliest(Id id, double time) {
    candidates_[id].front().time = time;
    sink_front(candidates_[id]);
    set_next(id);
  }
  void drop_earliest(Id id) {
    auto& candidates = candidates_[id];
    candidates.front() = candidates.back();
    candidates.pop_back();
    if (!candidates.empty()) sink_front(candidates);
    set_next(id);
  }

  // --- prediction -------------------------------------------------------------------------------

  /// Follows a body that begins a motion.
  void set_motion(Id id, const RigidState& state) {
    bodies_.set_motion(id, bodies_.motion_from(id, state));
    follow(id);
  }
  /// Follows a body that enters the box elsewhere.
  void enter(Id id, const RigidState& state) {
    bodies_.set_motion(id, bodies_.motion_from(id, state));
    filings_[id] = neighbourhood_.enter(id, bodies_.motions[id], bodies_.now());
  }
  /// Recomputes all candidates of a body, as far as they are wanted, and its event.
  void find_event(Id id, const Wanted& wanted) {
    candidates_[id].clear();
    const FreeMotion& motion = bodies_.motions[id];
    for (int face = 0; face < kFaces<Dim>; ++face) {
      if (bodies_.gas.box.periodic[axis_of(face)]) continue;
      const double from = motion.start().time;
      if (bodies_.gas.boundary.is_open(face))
        add_passage(id, face);
      else
        add_candidate(id, face, {}, first_contact(motion, bodies_.wall_at(face), from, from));
    }
    if (!bodies_.surfaces.empty()) find_obstacles(id);
    find_candidates(id, wanted);
    look_across(id, wanted);
    sort_event(id);
  }

  void predict(Id id, const Wanted& wanted) {
    find_event(id, wanted);
    queue_.schedule(id);
  }

  void file(Id id) {
    ++counters_.cell_crossings;
    std::optional<Image<Dim>> own;  // counted from where the body will be filed
    filings_[id] =
        neighbourhood_.file(id, bodies_.motions[id], bodies_.now(), [&](const auto& neighbour) {
          if (!own) own = boxes_flown(id);
          find_candidate(id, *own, neighbour);
        });
    if (!bodies_.surfaces.empty()) find_obstacles(id);
    look_across(id, {});
    sort_event(id);
    queue_.schedule(id);
  }
  void queue_all() { queue_.reset(bodies_.now()); }
  /// Predicts all events.
  void begin_epoch() {
    for (Id id = 0; id < bodies_.motions.size(); ++id) follow(id);
    for (auto& candidates : candidates_) candidates.clear();  // no candidate from before remains
    for (Id id = 0; id < bodies_.motions.size(); ++id) find_event(id, {.least = id + 1});
    queue_all();
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(candidates_) + bytes_of(filings_) + neighbourhood_.memory_bytes() +
                        queue_.memory_bytes();
    for (const auto& candidates : candidates_) bytes += bytes_of(candidates);
    return bytes;
  }
  /// @throws ArchiveError
  void check_and_queue() {
    const std::size_t bodies = bodies_.species.size();
    require(candidates_.size() == bodies && filings_.size() == bodies, "belongs to another gas");
    const Id surfaces = id_of_surface(surface_of_obstacle<Dim>(bodies_.surfaces.size()));
    for (Id id = 0; id < bodies; ++id) {
      require(filings_[id] >= 0, "holds an impossible event");
      for (const ContactCandidate<Dim>& candidate : candidates_[id])
        require(candidate.partner < bodies ||
                    (is_surface(candidate.partner) && candidate.partner < surfaces),
                "holds an impossible candidate");
      require(std::is_heap(candidates_[id].begin(), candidates_[id].end(), is_later),
              "holds an impossible candidate");
    }
    queue_all();
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(candidates_, filings_, neighbourhood_);
  }

 private:
  void follow(Id id) {
    filings_[id] = neighbourhood_.follow(id, bodies_.motions[id], bodies_.now());
  }

  // The candidates of a body are a heap, the earliest in front.
  static bool is_later(const ContactCandidate<Dim>& a, const ContactCandidate<Dim>& b) {
    return a.time != b.time ? a.time > b.time : a.partner > b.partner;
  }
  // To be followed by sort_event().
  void add(Id id, const ContactCandidate<Dim>& candidate) { candidates_[id].push_back(candidate); }
  void sort_event(Id id) {
    std::make_heap(candidates_[id].begin(), candidates_[id].end(), is_later);
    set_event(id);
  }
  static void sink_front(std::vector<ContactCandidate<Dim>>& heap) {
    const ContactCandidate<Dim> sinking = heap.front();
    std::size_t place = 0;
    for (std::size_t below = 1; below < heap.size(); below = 2 * place + 1) {
      if (below + 1 < heap.size() && is_later(heap[below], heap[below + 1])) ++below;
      if (!is_later(sinking, heap[below])) break;
      heap[place] = heap[below];
      place = below;
    }
    heap[place] = sinking;
  }

  // Sets the body's event: its earliest candidate or its filing, whichever is earlier.
  void set_event(Id id) {
    EventRecord<Dim>& event = bodies_.events[id];
    event.time = filings_[id];
    event.kind = EventKind::crossing;
    if (!candidates_[id].empty()) {
      const ContactCandidate<Dim>& candidate = earliest(id);
      const double time = std::max(bodies_.now(), candidate.time);
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

  // Candidate with a wall or obstacle, first examined when the motion began.
  void add_candidate(Id id, int face, const Image<Dim>& image, const ContactSearch& found) {
    if (const auto* later = std::get_if<Recheck>(&found))
      add(id, {later->time, id_of_surface(face), 0, image});
    else if (std::holds_alternative<RigidContact>(found))
      add(id, {bodies_.motions[id].start().time, id_of_surface(face), 0, image});
  }

  // Finds the candidates with the obstacles in the body's way until it is filed again.
  void find_obstacles(Id id) {
    const double from = bodies_.motions[id].start().time;
    const double until = std::min(filings_[id], bodies_.clock.epoch()) - bodies_.now();
    bodies_.obstacles.for_each_along(
        bodies_.gas, bodies_.flight_from(id, bodies_.now()), bodies_.clock.time(),
        [until] { return until; },
        [&](const Obstacle<Dim>&, std::size_t index, const Vec<Dim>& shift) {
          const int surface = surface_of_obstacle<Dim>(index);
          const Image<Dim> image = bodies_.image_at(shift);
          const auto is_it = [&](const ContactCandidate<Dim>& one) {
            return one.partner == id_of_surface(surface) && one.image == image;
          };
          if (std::none_of(candidates_[id].begin(), candidates_[id].end(), is_it))
            add_candidate(id, surface, image,
                          bodies_.search_obstacle(id, surface, image, from, from));
        });
  }

  // Finds the candidates among all neighbours. Most miss the body or recede from it, which is seen
  // for kLanes of them at a time, from records of one cache line each.
  void find_candidates(Id id, const Wanted& wanted) {
    if (!neighbourhood_.nearest_image_holds()) {
      const Image<Dim> own = boxes_flown(id);
      return neighbourhood_.for_each(id, [&](const Neighbour<Dim>& neighbour) {
        if (wanted.includes(neighbour.id)) find_candidate(id, own, neighbour);
      });
    }
    const std::size_t count = neighbourhood_.gather(id, around_);
    std::fill_n(&around_[count], kLanes, id);
    counters_.pair_tests += static_cast<std::int64_t>(count);
    const Flight<Dim, Lanes> flight = spread_flight(bodies_.flights[id], bodies_.radii.data());
    const Lanes now = broadcast<Lanes>(bodies_.now());
    for (std::size_t begin = 0; begin < count; begin += kLanes) {
      const Id* const ids = &around_[begin];
      const Flight<Dim, Lanes> others = load_flights(
          bodies_.flights.data(), ids, bodies_.radii.data(), bodies_.radii.size() == kLanes);
      RelativeMotion<Dim, Lanes> motion(flight, others);
      const std::array<Lanes, Dim> boxes = motion.to_nearest_image(now, edge_, inv_edge_);
      const auto [entry, is_ahead] = nearing(motion, flight.radius + others.radius, now);
      for (unsigned near = lanes_where(is_ahead); near != 0; near &= near - 1) {
        const int lane = std::countr_zero(near);
        const Id partner = ids[lane];
        if (partner == id || !wanted.includes(partner)) continue;
        ContactCandidate<Dim> candidate{entry[lane], partner, bodies_.hits[partner], {}};
        for (int k = 0; k < Dim; ++k)
          candidate.image[k] = static_cast<int>(partner < id ? boxes[k][lane] : -boxes[k][lane]);
        add(id, candidate);
      }
    }
  }

  // When the bounding spheres of a body and another come to touch (at once if they overlap), and
  // whether that is not over.
  template <class Real>
  static auto nearing(const RelativeMotion<Dim, Real>& motion, Real radii, Real now) {
    const ApproachQuadratic<Real> approach = motion.approach(broadcast<Real>(kWider) * radii);
    const Real zero = broadcast<Real>(0.0);
    const auto inside = approach.c <= zero;
    const Real way = square_root(larger(approach.discriminant, zero)) - approach.b;
    const Real speed_sq = motion.speed_squared();
    const auto is_ahead = (motion.time + way / speed_sq > now) | (speed_sq <= zero);
    return std::pair(motion.time + (inside ? zero : approach.c / way),
                     (inside | will_touch(approach)) & is_ahead);
  }

  // The candidate with a neighbour, if the bounding spheres come to touch.
  void find_candidate(Id id, const Image<Dim>& own, const Neighbour<Dim>& neighbour) {
    ++counters_.pair_tests;
    const Id partner = neighbour.id;
    const Image<Dim> image = image_between(id, own, neighbour);
    const double* const radii = bodies_.radii.data();
    const Flight<Dim, double> flight = bodies_.flights[id].flight(radii),
                              other = bodies_.flights[partner].flight(radii);
    RelativeMotion<Dim, double> motion(flight, other);
    std::array<double, Dim> boxes;
    for (int k = 0; k < Dim; ++k) boxes[k] = partner < id ? image[k] : -image[k];
    motion.move_back(boxes, edge_);
    const auto [entry, is_ahead] = nearing(motion, flight.radius + other.radius, bodies_.now());
    if (is_ahead) add(id, {entry, partner, bodies_.hits[partner], image});
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
    const RigidState& start = bodies_.motions[id].start();
    return bodies_.images.boxes_between(neighbourhood_.centre(id),
                                        start.r + (bodies_.now() - start.time) * start.v);
  }

  // --- shear ------------------------------------------------------------------------------------

  // Finds candidates beyond the sheared edges, valid until the next search among the moving images.
  void look_across(Id id, const Wanted& wanted) {
    if (bodies_.gas.boundary.is_sheared()) [[unlikely]]
      find_passing(id, wanted);
  }

  [[gnu::noinline]] void find_passing(Id id, const Wanted& wanted) {
    const Image<Dim> own = boxes_flown(id);
    neighbourhood_.for_each_passing(
        id, bodies_.now(), bodies_.shift_at(bodies_.now()), [&](const auto& neighbour) {
          if (!wanted.includes(neighbour.id)) return;
          ++counters_.pair_tests;
          const Id partner = neighbour.id;
          const auto [first, second] = in_order(id, partner);
          Image<Dim> image = image_between(id, own, neighbour);
          image[0] += bodies_.boxes_passed(second, image);
          const FreeMotion &a = bodies_.motions[first], b = bodies_.image_of(second, image);
          const std::optional<Window> window =
              bounding_window(a, b, Vec<3>::Zero(), std::max(a.start().time, b.start().time));
          if (window && window->exit > bodies_.now() && !is_known(id, partner, image))
            add(id, {window->entry, partner, bodies_.hits[partner], image});
        });
  }

  // Whether either of the two has the candidate already: moving images are found repeatedly.
  [[nodiscard]] bool is_known(Id id, Id partner, const Image<Dim>& image) const {
    const auto knows = [&](Id one, Id other) {
      const auto& all = candidates_[one];
      return std::any_of(all.begin(), all.end(), [&](const ContactCandidate<Dim>& candidate) {
        return candidate.partner == other && candidate.partner_hits == bodies_.hits[other] &&
               candidate.image == image;
      });
    };
    return knows(id, partner) || knows(partner, id);
  }

  void add_passage(Id id, int face) {
    const RigidState& start = bodies_.motions[id].start();
    const bool up = is_high(face);
    const double v = start.v[Bodies<Dim>::kGradient];
    if (up ? v <= 0 : v >= 0) return;
    const double way =
        (up ? bodies_.gas.box.size[Bodies<Dim>::kGradient] : 0) - start.r[Bodies<Dim>::kGradient];
    add(id, {start.time + std::max(0.0, way / v), id_of_surface(face), 0, {}});
  }

  Bodies<Dim>& bodies_;
  EngineCounters& counters_;
  std::vector<std::vector<ContactCandidate<Dim>>> candidates_;
  std::vector<double> filings_;  // time at which each body must be filed again
  Neighbourhood<Dim> neighbourhood_;
  Queue<Dim> queue_;
  std::array<double, Dim> edge_, inv_edge_;  // inv_edge_ 0 between walls
  std::vector<Id> around_;                   // neighbours of the body whose event is looked for
};

}  // namespace clausius
