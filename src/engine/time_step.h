#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <queue>
#include <vector>

#include "collision/predict.h"
#include "engine/cells/obstacle_cells.h"
#include "engine/engine.h"
#include "engine/kinds.h"
#include "engine/records.h"
#include "engine/spins.h"
#include "engine/step_grid.h"

namespace clausius {

/// The gas moved by fixed steps: all particles fly on to the end of the step; those that overlap
/// there are moved back to their contact, collide, and fly the rest of the step again, in the order
/// of the contact times, until no overlap is left. A contact whose overlap begins and ends within
/// one step is missed.
///
/// As in the event loop a particle's record changes only when something happens to it, and its
/// position at any other instant is computed from the record. Contact times therefore have all
/// their digits, however short the steps; only the missed contacts depend on the steps.
///
/// Contacts with walls and obstacles are searched separately, so that none is missed; for plain
/// walls it is enough to test which particles are beyond them. Positions and velocities are kept in
/// a frame in free fall since local time 0, as in the event loop.
///
/// Local times count from the end of step `epoch_step_`, which advances every few box lengths of
/// the fastest particle.
template <int Dim>
class TimeStepper final : public Engine<Dim> {
 public:
  /// @pre time_step > 0; otherwise as make_engine
  TimeStepper(const Gas<Dim>& gas, const State<Dim>& start, double time_step);

  StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) override;
  [[nodiscard]] double next_stop(double time) const override;
  void set_velocities(const State<Dim>& state) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] State<Dim> state() const override;
  [[nodiscard]] EngineCounters counters() const override;
  [[nodiscard]] std::size_t memory_bytes() const override;
  [[nodiscard]] std::uint64_t record_hash() const override;
  [[nodiscard]] std::vector<AuditFault> audit(std::int64_t most_pairs) const override;
  void save_to(SaveArchive& archive) const override;
  void load_from(LoadArchive& archive) override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(bodies_, tags_, grid_, spins_, counters_, time_, step_, epoch_step_, epoch_steps_,
            at_rest_, now_);
  }

 private:
  using Slot = typename StepGrid<Dim>::Slot;

  // Data that every step reads of a particle: in three dimensions one cache line.
  struct alignas(Dim == 3 ? 64 : 16) Body {
    Vec<Dim> r, v;
    double time;  // local, of r
    double radius;

    [[nodiscard]] Vec<Dim> position_at(double t) const { return r + v * (t - time); }
    [[nodiscard]] Flight<Dim, double> flight() const;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(r, v, time, radius);
    }
  };
  // The rest of a particle's data.
  struct Tag {
    double last_hit;  // local
    Id id;
    std::uint32_t changes;  // changes of the record so far; may wrap
    std::uint8_t species;

    template <class Archive>
    void serialize(Archive& archive) {
      archive(last_hit, id, changes, species);
    }
  };

  // The correction of an overlap at the end of the step.
  struct Correction {
    double time;          // time of the contact; the end of the step for a push
    std::uint64_t order;  // contacts first, then by lower id, higher id
    Slot first, second;   // or a wall: kWallBase + face
    std::uint32_t first_changes, second_changes;
    bool is_push;

    friend bool operator<(const Correction& a, const Correction& b) {
      return a.time != b.time ? a.time < b.time : a.order < b.order;
    }
    friend bool operator>(const Correction& a, const Correction& b) { return b < a; }
  };

  [[nodiscard]] double end_of(std::int64_t step) const {
    return start_ + static_cast<double>(step) * time_step_;
  }
  [[nodiscard]] double absolute(double local) const { return end_of(epoch_step_) + local; }

  void step_to(double end, Observer<Dim>* observer);
  void carry_out(const Correction& correction, Observer<Dim>* observer);
  void look_ahead(std::size_t next) const;
  void prefetch_particle(Slot slot) const;
  [[nodiscard]] RelativeMotion<Dim, double> relative_motion(const Body& i, const Body& j) const;
  [[nodiscard]] std::optional<Correction> correction_for_pair(Slot i, Slot j) const;
  // Displacement of the frame at a local time.
  [[nodiscard]] Vec<Dim> fallen(double time) const {
    return (0.5 * time * time) * gas_.boundary.gravity;
  }
  [[nodiscard]] Vec<Dim> position_of(const Body& body, double time) const {
    return body.position_at(time) + fallen(time);
  }
  [[nodiscard]] Vec<Dim> velocity_of(const Body& body, double time) const {
    return body.v + time * gas_.boundary.gravity;
  }
  template <class Take>
  void corrections_at_walls(Slot i, const Vec<Dim>& r, Take&& take) const;
  template <class Take>
  void corrections_at_boundary(Slot i, const Vec<Dim>& r, Take&& take) const;
  [[nodiscard]] double depth_in_wall(int face, const Vec<Dim>& r, double radius, double time) const;
  [[nodiscard]] std::optional<Correction> correction(double contact, double depth, Slot first,
                                                     Id second) const;
  [[nodiscard]] bool is_stale(const Correction& correction) const;
  void collide(Slot i, Slot j, Observer<Dim>* observer);
  void hit_wall(Slot i, int face, Observer<Dim>* observer);
  void push_apart(Slot i, Slot j, Observer<Dim>* observer);
  void push_inside(Slot i, int face, Observer<Dim>* observer);
  void push(Slot i, const Vec<Dim>& by, Observer<Dim>* observer);
  void move(Slot i, const Vec<Dim>& by, Observer<Dim>* observer);
  bool is_enduring(double e, double last_hit);
  [[nodiscard]] std::size_t kind_of(const Tag& tag) const {
    return kinds_.kind_of(tag.id, tag.species);
  }
  /// Distance of the centres at contact.
  [[nodiscard]] double contact_distance(Slot i, Slot j) const {
    if (kinds_.are_additive()) [[likely]]
      return bodies_[i].radius + bodies_[j].radius;
    return kinds_.contact_distance(tags_[i].species, tags_[j].species);
  }
  [[nodiscard]] double free_time(const Tag& tag) const;
  void place(Slot slot, const Vec<Dim>& r, double time);
  void look_again(std::initializer_list<Slot> changed);
  void sort_bodies();
  void begin_epoch();

  Gas<Dim> gas_;
  bool plain_;  // the boundary of the gas
  HugeVector<Body> bodies_,
      other_bodies_;  // by slot, in the order of the cells of an earlier step
  HugeVector<Tag> tags_, other_tags_;
  StepGrid<Dim> grid_;
  std::array<double, Dim> edge_, inv_edge_;  // edges of the box; inv_edge 0 between walls
  std::vector<std::array<Slot, 2>> pairs_;   // pairs that may overlap when all have flown
  std::vector<Correction> found_;            // corrections found when all had flown, in order
  std::priority_queue<Correction, std::vector<Correction>, std::greater<>> found_later_;
  Kinds<Dim> kinds_;
  ObstacleCells<Dim> obstacles_;
  double half_excess_;  // by which radii are enlarged in the search for overlaps
  Spins<Dim> spins_;
  EngineCounters counters_;

  double start_;  // start of the run, absolute
  double time_step_;
  double time_;                         // absolute
  std::int64_t step_ = 0;               // the last one completed
  std::int64_t epoch_step_ = 0;         // step at whose end local times are 0
  std::int64_t epoch_steps_ = 1;        // number of steps until the origin advances
  bool at_rest_ = false;                // nothing moves
  double now_ = 0;                      // local
  double end_ = 0;                      // end of the current step, local
  Vec<Dim> fallen_ = Vec<Dim>::Zero();  // displacement of the frame by then, see fallen()
};

}  // namespace clausius
