#include <clausius/core/archive.h>
#include <clausius/report/run_folder.h>
#include <clausius/study/simulation.h>

#include <algorithm>
#include <iostream>
#include <memory>

// A measurement of one's own: how much harder than the mean collision is the hardest one? First in
// a simulation of a gas made by hand, then in a study, where its result is listed with all others.
using namespace clausius;

template <int Dim>
class StrongestHit final : public SavedMeasurement<StrongestHit<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& /*start*/) {
    return std::make_unique<StrongestHit>();
  }
  Sees sees() const override { return {.collisions = true}; }
  void on_collision(const CollisionRecord<Dim>& collision) override {
    ++hits_;
    sum_ += collision.impulse;
    strongest_ = std::max(strongest_, collision.impulse);
  }
  std::vector<Observable> observables(const Measured<Dim>& /*run*/) const override {
    if (hits_ == 0) return {};
    return {observable("strongest_hit", strongest_ * hits_ / sum_, std::nullopt, {}, "1")};
  }
  // Data kept in checkpoints.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(hits_, sum_, strongest_);
  }

 private:
  double hits_ = 0, sum_ = 0, strongest_ = 0;
};

// Declaration of its results, for the checks of studies and for the list of observables.
MeasurementKind strongest_hit() {
  return {"Strongest hit",
          {{"strongest_hit", "Impulse of the strongest collision over the mean one.", "max J/<J>",
            nullptr, Need::nothing, Per::gas, Kind::exact}},
          {}};
}

int main() {
  // Two spheres of diameter 1 collide head on.
  const Gas<3> gas{.box = {.size = {10, 10, 10}},
                   .species = {{.diameter = 1, .mass = 1}},
                   .restitution = Eigen::MatrixXd::Ones(1, 1),
                   .wall_restitution = {1}};
  const State<3> start{
      .species = {0, 0}, .position = {{2, 5, 5}, {6, 5, 5}}, .velocity = {{1, 0, 0}, {0, 0, 0}}};
  Simulation<3> simulation(gas, start);
  simulation.add<StrongestHit<3>>();
  simulation.run(collisions(1));
  std::cout << "contact at t = " << simulation.time()
            << ", then v = " << simulation.state().velocity[1].transpose() << '\n';

  StudySections sections;
  sections.given_packing_fraction = 0.1;
  sections.species = {{.name = "gas", .count = 100}};
  sections.equilibrate = 2;
  sections.measure = 10;
  sections.checks = {{.observable = "strongest_hit", .expected = 3, .tolerance = 2}};
  RunHooks hooks;
  hooks.measurements = {{strongest_hit, StrongestHit<2>::make, StrongestHit<3>::make}};
  const StudyResult result = run_study(make_study(sections, "own", {strongest_hit()}), hooks);
  write_results(RunFolder::create("own_run", true), result);
  std::cout << "strongest hit: " << find_observable(result.observables, "strongest_hit")->value
            << " mean ones, " << (result.passed() ? "as expected" : "not as expected") << '\n';
}
