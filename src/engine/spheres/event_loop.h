#pragma once

#include <algorithm>
#include <optional>

#include "clausius/core/archive.h"
#include "engine/engine.h"
#include "engine/run_events.h"
#include "engine/spheres/look_ahead.h"
#include "engine/spheres/sphere_audit.h"
#include "engine/spheres/sphere_hits.h"
#include "geometry/wrap.h"

namespace clausius {

/// The event loop of spheres and disks: one event after the other, epoch after epoch. What is to
/// happen next is the Agenda's, what happens then that of SphereHits.
template <int Dim, template <int> class Queue, class Search, class Law = HardLaw,
          template <int, class> class Walls = PlainWalls>
class EventLoop : public Engine<Dim>, protected SphereHits<Dim, Queue, Search, Law, Walls> {
 public:
  using Hits = SphereHits<Dim, Queue, Search, Law, Walls>;
  using typename Hits::Grid;
  using typename Hits::Surroundings;
  // Most by which absolute velocities are multiples of those of the records, or these of them.
  static constexpr double kMostScaled = 2;

  EventLoop(const Gas<Dim>& gas, const State<Dim>& start, const CellPlan& cells, Growth growth = {})
      : Hits(gas, start, cells, growth), watchdog_(spheres_.gas, start.size()) {
    begin_epoch();
  }

  StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) override {
    return observer != nullptr ? run<true>(until, collisions, observer)
                               : run<false>(until, collisions, nullptr);
  }

  void set_velocities(const State<Dim>& state) override {
    const bool was_scaled = spheres_.clock.speed() != 1;
    if (was_scaled) spheres_.clock.set_speed(1);
    spins_.set(state);
    reservoirs_.set(state);
    std::vector<Id> changed;
    for (Id id = 0; id < spheres_.records.size(); ++id) {
      ParticleRecord<Dim>& record = spheres_.records[id];
      if (velocity_of(record) == state.velocity[id] && !was_scaled) continue;
      record.begin_flight(box().wrap(record.position_at(now())),
                          surroundings().of_record(state.velocity[id], now()), now());
      changed.push_back(id);
    }
    if (!changed.empty() && spheres_.clock.end_rest()) return rebase();
    for (const Id id : changed) agenda_.find_event(spheres_, id);
    agenda_.queue_all(spheres_);
  }

  // A contact duration is a time, too, but free times are absolute.
  bool multiply_velocities(double factor) override {
    const double speed = factor * spheres_.clock.speed();
    if (Law::kGrows || Law::kHasSteps || !spheres_.gas.boundary.is_plain() ||
        this->restitution_varies_ || !(speed >= 1 / kMostScaled && speed <= kMostScaled))
      return false;
    spheres_.clock.set_speed(speed);
    return true;
  }

  [[nodiscard]] double time() const override { return spheres_.clock.time(); }

  [[nodiscard]] State<Dim> state() const override { return state_now<true>(); }
  [[nodiscard]] State<Dim> motion() const override { return state_now<false>(); }

  [[nodiscard]] VelocitiesInPlace velocities_in_place() const override {
    if (Surroundings::kFalls || spheres_.clock.speed() != 1 || spheres_.records.empty()) return {};
    return {spheres_.records.front().v().data(), spheres_.records.size(),
            sizeof(ParticleRecord<Dim>)};
  }

  [[nodiscard]] EngineCounters counters() const override {
    EngineCounters counters = counters_;
    counters.cell_crossings = agenda_.crossings();
    counters.pair_tests = agenda_.pair_tests();
    return counters;
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return bytes_of(spheres_.records) + bytes_of(spheres_.events) + spheres_.grid.memory_bytes() +
           agenda_.memory_bytes() + spheres_.kinds.memory_bytes() + spheres_.shells.memory_bytes() +
           spins_.memory_bytes() + reservoirs_.memory_bytes();
  }

  [[nodiscard]] std::uint64_t record_hash() const override {
    RecordHash hash;
    for (const auto& record : spheres_.records)
      for (int k = 0; k <= ParticleRecord<Dim>::kTime; ++k) hash.add(record.word[k]);
    spins_.add_to(hash);
    reservoirs_.add_to(hash);
    if (spheres_.clock.speed() != 1) hash.add(spheres_.clock.speed());
    return hash.value();
  }

  [[nodiscard]] std::vector<AuditFault> audit(std::int64_t most_pairs) const override {
    return audit_queued(agenda_.queued(spheres_), most_pairs);
  }

  void save_to(SaveArchive& archive) const override { archive(*this); }

  void load_from(LoadArchive& archive) override {
    const std::size_t particles = spheres_.records.size();
    archive(*this);
    require(spheres_.clock.is_possible(), "holds an impossible time");
    require(are_possible(counters()), "holds an impossible count");
    require(spheres_.records.size() == particles && spheres_.events.size() == particles,
            "belongs to another gas");
    spins_.check(particles);
    reservoirs_.check(particles);
    for (Id id = 0; id < particles; ++id) {
      const EventRecord<Dim>& event = spheres_.events[id];
      require(event.is_possible(particles, spheres_.gas.boundary.obstacles.size()) &&
                  spheres_.grid.holds(id, event),
              "holds an impossible event");
      require(spheres_.records[id].kind < spheres_.kinds.count(), "holds an unknown species");
      require(can_fly(spheres_.records[id], event), "holds an impossible flight");
    }
    if constexpr (Law::kHasSteps) {
      spheres_.shells.check(particles, [this](Id id) { return spheres_.records[id].kind; });
      require(spheres_.shells.match(spheres_.gas, state(), audit_slack(spheres_.gas)),
              "holds pairs in other shells of their potential than their distances say");
    }
    agenda_.check_and_queue(spheres_);
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(spheres_.records, spheres_.events, agenda_, counters_, spins_, reservoirs_,
            spheres_.clock, watchdog_);
    if constexpr (Law::kHasSteps) archive(spheres_.shells);
    agenda_.serialize_ahead(spheres_, archive);
  }

 protected:
  using Hits::agenda_;
  using Hits::box;
  using Hits::counters_;
  using Hits::now;
  using Hits::position_of;
  using Hits::reservoirs_;
  using Hits::spheres_;
  using Hits::spins_;
  using Hits::surroundings;
  using Hits::velocity_of;

  // Contacts with obstacles and walls are searched up to the end of the epoch.
  [[nodiscard]] bool goes_on() const {
    const Boundary<Dim>& boundary = spheres_.gas.boundary;
    return !boundary.is_plain() &&
           (boundary.speed_it_gives(box()) > 0 ||
            std::any_of(spheres_.records.begin(), spheres_.records.end(),
                        [](const auto& record) { return !record.v().isZero(0); }));
  }

  // Moves the time origin to now: every particle is moved to now and everything is predicted again.
  void rebase() {
    const double epoch = spheres_.clock.epoch(), elapsed = spheres_.clock.elapsed();
    for (Id id = 0; id < spheres_.records.size(); ++id) {
      ParticleRecord<Dim>& record = spheres_.records[id];
      record.r() = box().wrap(record.position_at(now()));
      if constexpr (Surroundings::kFalls) {
        record.r() += surroundings().frame().displacement(now());
        record.v() += surroundings().frame().velocity(now());
      }
      record.word[ParticleRecord<Dim>::kTime] = 0;
      spheres_.events[id].last_hit -= elapsed;
    }
    Growth& growth = spheres_.context.growth;
    growth.scale += growth.rate * epoch;
    spheres_.clock.move_origin();
    begin_epoch();
  }

  /// As audit(). @param queued by id, whether its event is scheduled
  [[nodiscard]] std::vector<AuditFault> audit_queued(const std::vector<bool>& queued,
                                                     std::int64_t most_pairs) const {
    return SphereAudit<Dim, Grid, Surroundings>(spheres_, surroundings())
        .faults(queued, most_pairs, counters_.collisions + counters_.wall_collisions);
  }

  Watchdog watchdog_;

 private:
  template <bool kObserved>
  StopReason run(double until, std::int64_t collisions, Observer<Dim>* observer) {
    const auto run_with = [&](auto& queue) {
      return run_events(
          *this, spheres_.clock, watchdog_, queue, LookAhead<Dim, Grid>(spheres_), until,
          collisions, counters_.collisions,
          [this](Id id) { return spheres_.events[id].contacts.first.partner; },
          [this, observer](Id id) { this->template process<kObserved>(id, observer); },
          [this] { rebase(); }, [this] { return goes_on(); });
    };
    if constexpr (Grid::kEnteredAhead) {
      CrossingsFirst queue{*this};
      return run_with(queue);
    } else {
      return run_with(agenda_.queue());
    }
  }

  // The next event, after all crossings before it have been made.
  struct CrossingsFirst {
    EventLoop& loop;
    template <class Ahead>
    [[gnu::always_inline]] std::optional<Id> next(double until, Ahead&& look_ahead) {
      return loop.agenda_.next(loop.spheres_, until, look_ahead);
    }
    [[nodiscard]] bool empty() { return loop.agenda_.queue().empty(); }
  };

  // Whether a loaded particle has a position until the end of the epoch, and is between walls at
  // rest until it is examined again.
  [[nodiscard]] bool can_fly(const ParticleRecord<Dim>& record,
                             const EventRecord<Dim>& event) const {
    const double epoch = spheres_.clock.epoch();
    const Vec<Dim> begin = surroundings().position_of(record, record.time());
    if (!(record.time() <= now()) || !can_be_at(spheres_.gas, begin) ||
        !can_be_at(spheres_.gas, surroundings().position_of(record, std::max(now(), epoch))))
      return false;
    if (!spheres_.gas.boundary.is_plain()) return true;
    // A contact with a wall is certain; if another contact is void, the next known one counts.
    const auto& [first, second] = event.contacts;
    double looks = std::max(event.time, first.time);
    if (!is_surface(first.partner) && event.contacts.knows_second())
      looks = std::max(looks, second.time);
    const Vec<Dim> end = surroundings().position_of(record, std::min(looks, epoch));
    const double margin = 0.5 * spheres_.radius_of(record) - 1e-12 * box().size.maxCoeff();
    for (int k = 0; k < Dim; ++k)
      if (!box().periodic[k] && !(std::min(begin[k], end[k]) >= margin &&
                                  std::max(begin[k], end[k]) <= box().size[k] - margin))
        return false;
    return true;
  }

  // --- state ------------------------------------------------------------------------------------

  template <bool kPositions>
  [[nodiscard]] State<Dim> state_now() const {
    State<Dim> state;
    state.time = time();
    const std::size_t count = spheres_.records.size();
    state.species.resize(count);
    state.velocity.resize(count);
    if constexpr (kPositions) state.position.resize(count);
    const Wrap<Dim> wrap(box());
    const double time = now();
    [[maybe_unused]] Quad fallen_by_now{}, gained_by_now{};
    if constexpr (Surroundings::kFalls)
      for (int k = 0; k < Dim; ++k) {
        fallen_by_now[k] = surroundings().frame().displacement(time)[k];
        gained_by_now[k] = surroundings().frame().velocity(time)[k];
      }
    // A byte that is written may alias anything; local pointers avoid that those of the vectors are
    // read again for each particle.
    std::uint8_t* species = state.species.data();
    Vec<Dim>*velocity = state.velocity.data(), *position = state.position.data();
    // By whole vectors, too: with single numbers the compiler would load those of dozens of records
    // at once and rearrange them, which takes three times as long.
    const auto put = [](Quad x, Vec<Dim>& to) {
      for (int k = 0; k < Dim; ++k) to[k] = x[k];
    };
    const double speed = spheres_.clock.speed();
    for (const ParticleRecord<Dim>& record : spheres_.records) {
      *species++ = static_cast<std::uint8_t>(record.kind);
      Quad v = speed * record.velocity_quad();
      if constexpr (Surroundings::kFalls) v += gained_by_now;
      put(v, *velocity++);
      if constexpr (!kPositions) continue;
      Quad r = record.quad_at(time);
      if constexpr (Surroundings::kFalls) r += fallen_by_now;
      put(wrap(r), *position++);
    }
    spheres_.kinds.copy_to(state);
    spins_.copy_to(state);
    if (speed != 1)
      for (Vec<3>& spin : state.angular_velocity) spin *= speed;
    reservoirs_.copy_to(state);
    if (kPositions && draws_at_hits(spheres_.gas))
      for (const ParticleRecord<Dim>& record : spheres_.records) state.hits.push_back(record.hits);
    return state;
  }

  void begin_epoch() {
    double fastest = 0;
    for (const auto& record : spheres_.records)
      fastest = std::max(fastest, record.v().cwiseAbs().maxCoeff());
    if constexpr (Surroundings::kFalls) fastest += spheres_.gas.boundary.speed_it_gives(box());
    spheres_.clock.begin_epoch(box().size.maxCoeff(), fastest);
    agenda_.begin_epoch(spheres_, fastest);
  }
};

}  // namespace clausius
