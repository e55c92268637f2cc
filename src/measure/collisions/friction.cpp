#include <array>
#include <numeric>
#include <utility>

#include "clausius/core/archive.h"
#include "engine/hits/tangential_laws.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"

namespace clausius {

namespace {

// How many hits slide, and what takes the energy: all collisions, with walls, too.
template <int Dim>
class Friction final : public SavedMeasurement<Friction<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!has_friction(start.run.gas)) return nullptr;
    return std::make_unique<Friction>(start.run.gas);
  }
  explicit Friction(const Gas<Dim>& gas) : gas_(gas) {}

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void on_collision(const CollisionRecord<Dim>& collision) override;
  void on_interval(const Interval<Dim>& /*interval*/, const Measured<Dim>& /*run*/) override {
    for (std::size_t k = 0; k < kSums; ++k) sums_[k].push_back(std::exchange(now_[k], 0.0));
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(now_, sums_);
  }

 private:
  enum Sum : std::size_t { hits, slides, by_normal, by_sliding, by_sticking, all_losses, kSums };

  [[nodiscard]] TangentialLaw law_of(const CollisionRecord<Dim>& collision) const;

  const Gas<Dim>& gas_;
  std::array<double, kSums> now_{};  // since the last interval
  std::array<std::vector<double>, kSums> sums_;
};

template <int Dim>
TangentialLaw Friction<Dim>::law_of(const CollisionRecord<Dim>& collision) const {
  if (collision.second != CollisionRecord<Dim>::kWall)
    return tangential_law(gas_, collision.first_species, collision.second_species);
  return tangential_law(gas_, gas_.boundary.law_of(collision.face), collision.first_species);
}

template <int Dim>
void Friction<Dim>::on_collision(const CollisionRecord<Dim>& collision) {
  const double tangential = collision.spins ? collision.spins->tangential_loss : 0;
  now_[by_normal] -= collision.predicted_energy_change - tangential;
  now_[all_losses] -= collision.predicted_energy_change;
  // Baths draw new spins, and enduring contacts are smooth.
  if (!collision.spins || collision.heat != 0) return;
  now_[collision.spins->slides ? by_sliding : by_sticking] -= tangential;
  if (const TangentialLaw law = law_of(collision); !law.is_rough() || !law.may_slide()) return;
  ++now_[hits];
  if (collision.spins->slides) ++now_[slides];
}

template <int Dim>
std::vector<Observable> Friction<Dim>::observables(const Measured<Dim>& run) const {
  std::vector<Observable> all;
  const auto add = [&](std::string_view name, Sum part, Sum whole, const Prediction& theory) {
    const double sum = std::accumulate(sums_[whole].begin(), sums_[whole].end(), 0.0);
    if (sum <= 0) return;
    const double value = std::accumulate(sums_[part].begin(), sums_[part].end(), 0.0) / sum;
    all.push_back(with_trend(
        observable(std::string(name), value, ratio_error(sums_[part], sums_[whole]), theory, "1"),
        trend_of(sums_[part], sums_[whole])));
  };
  add("sliding_fraction", slides, hits, run.theory.sliding_fraction());
  add("normal_loss_fraction", by_normal, all_losses, std::nullopt);
  add("sliding_loss_fraction", by_sliding, all_losses, std::nullopt);
  add("sticking_loss_fraction", by_sticking, all_losses, std::nullopt);
  return all;
}

MeasurementKind friction_kind() {
  const auto loss = [](std::string_view name, std::string_view meaning,
                       std::string_view definition) {
    return over_collisions({name, meaning, definition, nullptr, Need::friction});
  };
  return {"Friction",
          {over_collisions({"sliding_fraction",
                            "Fraction of the hits with friction, between particles and at walls, "
                            "that slide: the others stick.",
                            "hits with a tangential impulse of mu times the normal one/hits",
                            nullptr, Need::friction}),
           loss("normal_loss_fraction",
                "Share of the normal impulses in the energy that collisions dissipate.",
                "sum of mu (1 - e^2) v_n^2/2/sum of all losses"),
           loss("sliding_loss_fraction",
                "Share of hits that slide, by their tangential impulses, in the energy that "
                "collisions dissipate.",
                "sum of the losses of their tangential impulses/sum of all losses"),
           loss("sticking_loss_fraction",
                "Share of hits that stick, by their tangential impulses, in the energy that "
                "collisions dissipate.",
                "sum of the losses of their tangential impulses/sum of all losses")},
          {}};
}

}  // namespace

ListedMeasurement listed_friction() {
  return {friction_kind, Friction<2>::make, Friction<3>::make};
}

}  // namespace clausius
