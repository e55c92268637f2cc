#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "engine/hits/restitution.h"
#include "engine/hits/tangential_laws.h"
#include "measure/listed.h"

namespace clausius {

namespace {

constexpr double kDegree = kPi / 180;

/// The law of hits with friction of equal spheres, as Foerster, Louge, Chang & Allia (1994) show
/// it: the angle from the normal at which the surfaces leave each other at the point of contact,
/// over that at which they meet.
struct ObliqueLaw {
  double restitution;
  TangentialLaw tangential;
  double response;  ///< effective inverse mass along the surfaces over that across: 1 + 1/q

  [[nodiscard]] double rebound(double incidence) const {
    const auto [sine, cosine] = portable::sincos(incidence);
    const double slope = sine / cosine, limit = tangential.friction * (1 + restitution);
    const bool sticks = (1 + tangential.restitution) * slope <= limit * response;
    return portable::atan2(sticks ? -tangential.restitution * slope : slope - limit * response,
                           restitution);
  }
};

// Angles of the relative velocity of the surfaces at the contact, before and after hits.
template <int Dim>
class ObliqueHits final : public SavedMeasurement<ObliqueHits<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Gas<Dim>& gas = start.run.gas;
    if (gas.species.size() > 1 || !gas.has_rough_spheres() || restitution_varies(gas))
      return nullptr;
    const TangentialLaw law = tangential_law(gas, 0, 0);
    if (!law.is_rough() || !law.may_slide()) return nullptr;
    const SphereSpecies& one = gas.species[0];
    return std::make_unique<ObliqueHits>(
        ObliqueLaw{gas.restitution(0, 0), law,
                   1 + one.mass * one.diameter * one.diameter / (4 * one.moment)},
        0.5 * one.diameter);
  }
  ObliqueHits(const ObliqueLaw& law, double radius) : law_(law), radius_(radius) {}

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void on_collision(const CollisionRecord<Dim>& collision) override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(bins_);
  }

 private:
  static constexpr std::size_t kBins = 45;
  struct Bin {
    double hits = 0, slides = 0, incidence = 0, rebound = 0, rebound_sq = 0, theory = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(hits, slides, incidence, rebound, rebound_sq, theory);
    }
  };

  ObliqueLaw law_;
  double radius_;
  std::array<Bin, kBins> bins_;
};

template <int Dim>
void ObliqueHits<Dim>::on_collision(const CollisionRecord<Dim>& collision) {
  // Enduring contacts are smooth.
  if (collision.second == CollisionRecord<Dim>::kWall || !collision.spins ||
      collision.restitution != law_.restitution)
    return;
  const Vec<3> n = in_space<Dim>(collision.normal);
  const auto of_surfaces = [&](const Vec<Dim>& first, const Vec<Dim>& second,
                               const Vec<3>& first_spin, const Vec<3>& second_spin) -> Vec<3> {
    return in_space<Dim>(Vec<Dim>(second - first)) - radius_ * (first_spin + second_spin).cross(n);
  };
  const SpinChange& spins = *collision.spins;
  const Vec<3> before = of_surfaces(collision.first_before, collision.second_before,
                                    spins.first_before, spins.second_before);
  const Vec<3> after = of_surfaces(collision.first_after, collision.second_after, spins.first_after,
                                   spins.second_after);
  const Vec<3> along = before - before.dot(n) * n;
  const double speed = along.norm();
  if (!(speed > 0)) return;
  const double incidence = portable::atan2(speed, -before.dot(n));
  const double rebound = portable::atan2(after.dot(along) / speed, after.dot(n));
  const double place = std::clamp(incidence / (0.5 * kPi) * kBins, 0.0, kBins - 1.0);
  Bin& bin = bins_[static_cast<std::size_t>(place)];
  bin.hits += 1;
  bin.slides += spins.slides ? 1 : 0;
  bin.incidence += incidence;
  bin.rebound += rebound;
  bin.rebound_sq += rebound * rebound;
  bin.theory += law_.rebound(incidence);
}

template <int Dim>
std::vector<Table> ObliqueHits<Dim>::tables(const Measured<Dim>& /*run*/) const {
  std::vector<double> incidence, rebound, error, theory, slides, hits;
  constexpr double kFewest = 8;
  for (const Bin& bin : bins_) {
    if (bin.hits < kFewest) continue;
    const double mean = bin.rebound / bin.hits;
    incidence.push_back(bin.incidence / bin.hits / kDegree);
    rebound.push_back(mean / kDegree);
    error.push_back(std::sqrt(std::max(0.0, bin.rebound_sq / bin.hits - mean * mean) / bin.hits) /
                    kDegree);
    theory.push_back(bin.theory / bin.hits / kDegree);
    slides.push_back(bin.slides / bin.hits);
    hits.push_back(bin.hits);
  }
  if (incidence.empty()) return {};
  return {{"oblique_hits",
           {{"incidence", "deg", std::move(incidence)},
            {"rebound", "deg", std::move(rebound)},
            {"rebound_error", "deg", std::move(error)},
            {"rebound_theory", "deg", std::move(theory)},
            {"sliding_fraction", "1", std::move(slides)},
            {"hits", "1", std::move(hits)}}}};
}

MeasurementKind oblique_hits_kind() {
  return {
      "Oblique hits",
      {},
      {{"oblique_hits",
        "Hits of two equal spheres with friction: the angle at which the surfaces leave each other "
        "at the point of contact, over that at which they meet.",
        Need::friction_of_equal_spheres,
        {{"incidence",
          "Mean angle of incidence of the hits of the row, in degrees: between the relative "
          "velocity of the surfaces at the contact and the normal.",
          &UnitNames::angle},
         {"rebound",
          "Mean angle of rebound, in degrees: below 0 where the tangential velocity is reversed. "
          "Theory: the law of Walton (1993), averaged over the angles of incidence of the row.",
          &UnitNames::angle, Beside::error_and_theory},
         {"sliding_fraction", "Fraction of these hits that slide."},
         {"hits", "Number of these hits."}}}}};
}

}  // namespace

ListedMeasurement listed_oblique_hits() {
  return {oblique_hits_kind, ObliqueHits<2>::make, ObliqueHits<3>::make};
}

}  // namespace clausius
