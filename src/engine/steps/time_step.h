#pragma once

#include <cstdint>
#include <initializer_list>
#include <queue>
#include <vector>

#include "engine/engine.h"
#include "engine/hits/spins.h"
#include "engine/steps/corrections.h"
#include "engine/steps/pairs_across.h"
#include "engine/steps/step_grid.h"
#include "engine/steps/stepped_spheres.h"

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
/// walls it is enough to test which particles are beyond them.
///
/// Local times count from the end of step `epoch_step`, which advances every few box lengths of
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
    archive(spheres_.bodies, spheres_.tags, grid_, spins_, counters_, time_, step_,
            spheres_.epoch_step, epoch_steps_, at_rest_, spheres_.now);
  }

 private:
  using Slot = typename SteppedSpheres<Dim>::Slot;
  using Body = typename SteppedSpheres<Dim>::Body;
  using Tag = typename SteppedSpheres<Dim>::Tag;

  void step_to(double end, Observer<Dim>* observer);
  void carry_out(const Correction& correction, Observer<Dim>* observer);
  void look_ahead(std::size_t next) const;
  void prefetch_particle(Slot slot) const;
  void collide(Slot i, Slot j, Observer<Dim>* observer);
  void resolve(Slot i, Slot j, const Vec<Dim>& r, const Vec<Dim>& v, double shear,
               Observer<Dim>* observer);
  void hit_wall(Slot i, int surface, Observer<Dim>* observer);
  void cross_sheared_edge(Slot i, int face, double beyond, Observer<Dim>* observer);
  void push_apart(Slot i, Slot j, Observer<Dim>* observer);
  void push_inside(Slot i, int surface, Observer<Dim>* observer);
  void push(Slot i, const Vec<Dim>& by, Observer<Dim>* observer);
  void move(Slot i, const Vec<Dim>& by, Observer<Dim>* observer);
  bool is_enduring(double e, double last_hit);
  [[nodiscard]] double free_time(const Tag& tag) const;
  void place(Slot slot, const Vec<Dim>& r, double time);
  void look_again(std::initializer_list<Slot> changed);
  void sort_bodies();
  void begin_epoch();

  SteppedSpheres<Dim> spheres_;
  CorrectionSearch<Dim> search_;
  HugeVector<Body> other_bodies_;  // the next order of the slots
  HugeVector<Tag> other_tags_;
  StepGrid<Dim> grid_;
  PairsAcross<Dim> across_;                 // the edges of a sheared box
  std::vector<std::array<Slot, 2>> pairs_;  // pairs that may overlap when all have flown
  std::vector<Correction> found_;           // corrections found when all had flown, in order
  std::priority_queue<Correction, std::vector<Correction>, std::greater<>> found_later_;
  double half_excess_;  // by which radii are enlarged in the search for overlaps
  Spins<Dim> spins_;
  EngineCounters counters_;

  double time_;                         // absolute
  std::int64_t step_ = 0;               // the last one completed
  std::int64_t epoch_steps_ = 1;        // number of steps until the origin advances
  bool at_rest_ = false;                // nothing moves
  Vec<Dim> fallen_ = Vec<Dim>::Zero();  // displacement of the frame by the end of the step
};

}  // namespace clausius
