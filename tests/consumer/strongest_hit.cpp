#include "strongest_hit.h"

#include <clausius/core/archive.h>

#include <algorithm>
#include <memory>

namespace {

using clausius::CollisionRecord;
using clausius::Kind;
using clausius::Measured;
using clausius::Measurement;
using clausius::MeasurementKind;
using clausius::Need;
using clausius::Observable;
using clausius::Per;
using clausius::Sample;
using clausius::SavedMeasurement;
using clausius::Sees;

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
    return {
        clausius::observable("strongest_hit", strongest_ * hits_ / sum_, std::nullopt, {}, "1")};
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(hits_, sum_, strongest_);
  }

 private:
  double hits_ = 0, sum_ = 0, strongest_ = 0;
};

MeasurementKind kind() {
  return {"Strongest hit",
          {{"strongest_hit", "Impulse of the strongest collision over the mean one.", "max J/<J>",
            nullptr, Need::nothing, Per::gas, Kind::exact}},
          {}};
}

}  // namespace

clausius::ListedMeasurement strongest_hit() {
  return {kind, StrongestHit<2>::make, StrongestHit<3>::make};
}
