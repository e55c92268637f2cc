#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "measure/listed.h"
#include "measure/transport/passed_on.h"
#include "measure/walls/slabs.h"
#include "statistics/blocked_sums.h"

namespace clausius {

namespace {

// The pressure tensor in slabs across one axis. Particles carry momentum about the flow of their
// slab; a collision passes it on along the line between the two centres, each slab of which gets
// its share (Irving & Kirkwood, J. Chem. Phys. 18 (1950) 817): what crosses a plane between two
// slabs is then the element across it, exactly.
template <int Dim>
class StressAcross {
 public:
  static constexpr std::size_t kElements = Dim * (Dim + 1) / 2;
  // Row and column of each element: xx, yy, zz, xy, yz, xz.
  static constexpr std::array<std::pair<int, int>, kElements> elements() {
    if constexpr (Dim == 2) return {{{0, 0}, {1, 1}, {0, 1}}};
    if constexpr (Dim == 3) return {{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}}};
  }

  StressAcross(const Gas<Dim>& gas, int axis)
      : slabs_(gas, axis),
        periodic_(gas.box.periodic[axis]),
        passed_on_(Slabs<Dim>::kCount),
        sums_(Slabs<Dim>::kCount, kQuantities) {}

  [[nodiscard]] int axis() const { return slabs_.axis; }

  // @param from place of the first centre
  void add(const PassedOn<Dim>& passed, double from) {
    const Eigen::Matrix<double, Dim, Dim> flux = passed.flux();
    const double begin = slabs_.place(from), way = slabs_.place(from + passed.apart[slabs_.axis]);
    const double low = std::min(begin, way), high = std::max(begin, way);
    const auto first = static_cast<std::ptrdiff_t>(std::floor(low));
    for (std::ptrdiff_t slab = first; static_cast<double>(slab) <= high; ++slab) {
      const double inside =
          std::min(high, static_cast<double>(slab) + 1) - std::max(low, static_cast<double>(slab));
      // Two at the same place along the axis pass all of it on there.
      const double part = high > low ? inside / (high - low) : 1;
      Elements& sum = passed_on_[index(slab)];
      for (std::size_t k = 0; k < kElements; ++k)
        sum[k] += part * flux(elements()[k].first, elements()[k].second);
      if (high == low) break;
    }
  }

  // A sample at the end of an interval.
  void sample(const Gas<Dim>& gas, const State<Dim>& in_box, double duration) {
    std::vector<std::array<double, kQuantities>> all(Slabs<Dim>::kCount);
    for (std::size_t i = 0; i < in_box.size(); ++i) {
      auto& slab = all[slabs_.of(in_box.position[i][slabs_.axis])];
      const double mass = mass_of(gas, in_box, i);
      const Vec<Dim>& v = in_box.velocity[i];
      slab[kMass] += mass;
      for (int k = 0; k < Dim; ++k) slab[kMomentum + static_cast<std::size_t>(k)] += mass * v[k];
      for (std::size_t k = 0; k < kElements; ++k)
        slab[kCarried + k] += mass * v[elements()[k].first] * v[elements()[k].second];
    }
    for (std::size_t slab = 0; slab < Slabs<Dim>::kCount; ++slab) {
      for (std::size_t k = 0; k < kElements; ++k)
        all[slab][kCarried + k] += std::exchange(passed_on_[slab][k], 0.0) / duration;
      sums_.add(slab, all[slab]);
    }
    sums_.end_block();
  }

  [[nodiscard]] bool is_empty() const { return sums_.samples(0) == 0; }
  [[nodiscard]] double centre(std::size_t slab) const { return slabs_.centre(slab); }
  [[nodiscard]] BlockedSums::Estimate pressure(std::size_t slab, std::size_t element) const {
    const auto mean = [&](std::size_t quantity) { return sums_.mean(slab, quantity)->value; };
    const auto [row, column] = elements()[element];
    const std::size_t first = kMomentum + static_cast<std::size_t>(row),
                      second = kMomentum + static_cast<std::size_t>(column);
    const double mass = mean(kMass), share = 1 / slabs_.volume;
    const double u = mass > 0 ? mean(first) / mass : 0, w = mass > 0 ? mean(second) / mass : 0;
    // Linear in the deviations of the means.
    const std::array<BlockedSums::Term, 4> terms{{{slab, kCarried + element, share},
                                                  {slab, first, -w * share},
                                                  {slab, second, -u * share},
                                                  {slab, kMass, u * w * share}}};
    BlockedSums::Estimate result = *sums_.estimate(terms);
    result.value = (mean(kCarried + element) - mass * u * w) * share;
    return result;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(passed_on_, sums_);
  }

 private:
  using Elements = std::array<double, kElements>;
  // Quantities of a slab: mass, momentum, Σ m v v with the momentum that collisions pass on per
  // time.
  static constexpr std::size_t kMass = 0, kMomentum = 1, kCarried = 1 + Dim,
                               kQuantities = kCarried + kElements;

  [[nodiscard]] std::size_t index(std::ptrdiff_t slab) const {
    constexpr auto kCount = static_cast<std::ptrdiff_t>(Slabs<Dim>::kCount);
    if (periodic_) return static_cast<std::size_t>(((slab % kCount) + kCount) % kCount);
    return static_cast<std::size_t>(std::clamp(slab, std::ptrdiff_t{0}, kCount - 1));
  }

  Slabs<Dim> slabs_;
  bool periodic_;
  std::vector<Elements> passed_on_;  // since the last sample
  BlockedSums sums_;
};

template <int Dim>
class StressProfile final : public SavedMeasurement<StressProfile<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Gas<Dim>& gas = start.run.gas;
    if (!start.run.options.stress || gas.boundary.moves()) return nullptr;
    auto result = std::make_unique<StressProfile>(gas);
    return result->profiles_.empty() ? nullptr : std::move(result);
  }
  explicit StressProfile(const Gas<Dim>& gas) : gas_(gas) {
    for (int axis = 0; axis < Dim; ++axis)
      if (!gas.box.periodic[axis] || (gas.boundary.is_sheared() && axis == 1))
        profiles_.emplace_back(gas, axis);
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true, .positions = true}; }
  void on_collision(const CollisionRecord<Dim>& collision) override;
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    duration_ += interval.duration;
  }
  void on_sample(const Sample<Dim>& sample) override {
    if (duration_ <= 0) return;
    for (auto& profile : profiles_) profile.sample(gas_, sample.in_box, duration_);
    duration_ = 0;
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(duration_);
    for (auto& profile : profiles_) archive(profile);
  }

 private:
  const Gas<Dim>& gas_;
  std::vector<StressAcross<Dim>> profiles_;
  double duration_ = 0;  // since the last sample
};

template <int Dim>
void StressProfile<Dim>::on_collision(const CollisionRecord<Dim>& collision) {
  if (collision.second == CollisionRecord<Dim>::kWall) return;
  const PassedOn<Dim> passed = passed_on(collision);
  // From the centre of the first to the point of contact.
  Vec<Dim> to_contact;
  if (collision.rigid) {
    const ContactPoint& point = collision.rigid->contact.points[0];
    const Member& member = gas_.bodies[collision.first_species].members[point.first_member];
    to_contact = (point.first_arm + member.radius * point.normal).template head<Dim>();
  } else {
    // The point divides the distance of the centres as the diameters.
    const double first = gas_.species[collision.first_species].diameter,
                 second = gas_.species[collision.second_species].diameter;
    to_contact = first / (first + second) * passed.apart;
  }
  for (auto& profile : profiles_)
    profile.add(passed, collision.contact_point[profile.axis()] - to_contact[profile.axis()]);
}

template <int Dim>
std::vector<Table> StressProfile<Dim>::tables(const Measured<Dim>& run) const {
  std::vector<std::string> axis;
  std::vector<double> position;
  constexpr std::size_t kElements = StressAcross<Dim>::kElements;
  std::array<std::vector<double>, kElements> value, error;
  for (const auto& profile : profiles_) {
    if (profile.is_empty()) return {};
    for (std::size_t slab = 0; slab < Slabs<Dim>::kCount; ++slab) {
      axis.emplace_back(1, "xyz"[profile.axis()]);
      position.push_back(profile.centre(slab));
      for (std::size_t k = 0; k < kElements; ++k) {
        const BlockedSums::Estimate one = profile.pressure(slab, k);
        value[k].push_back(one.value);
        error[k].push_back(one.error ? one.error->value : kNaN);
      }
    }
  }
  Table table{"stress_profile",
              {{"axis", "", std::move(axis)}, {"position", run.units.length, std::move(position)}}};
  for (std::size_t k = 0; k < kElements; ++k) {
    const auto [row, column] = StressAcross<Dim>::elements()[k];
    const std::string name = std::string("pressure_") + "xyz"[row] + "xyz"[column];
    table.columns.push_back({name, run.units.pressure, std::move(value[k])});
    table.columns.push_back({name + "_error", run.units.pressure, std::move(error[k])});
  }
  return {std::move(table)};
}

MeasurementKind stress_profile_kind() {
  const auto element = [](std::string_view name, std::string_view meaning) -> DeclaredColumn {
    return {name, meaning, &UnitNames::pressure, Beside::error};
  };
  return {"Stress across the box",
          {},
          {{"stress_profile",
            "Pressure tensor across a box with walls that do not move, or a sheared one.",
            Need::stress_across,
            {{"axis", "Axis across which the stress is shown."},
             {"position", "Middle of the slab along that axis.", &UnitNames::length},
             element("pressure_xx",
                     "Element xx in the slab: momentum that particles carry, about the flow of the "
                     "slab, and that collisions pass on between their centres."),
             element("pressure_yy", "Element yy in the slab."),
             element("pressure_zz", "Element zz in the slab, in three dimensions."),
             element("pressure_xy", "Element xy in the slab."),
             element("pressure_yz", "Element yz in the slab, in three dimensions."),
             element("pressure_xz", "Element xz in the slab, in three dimensions.")}}}};
}

}  // namespace

ListedMeasurement listed_stress_profile() {
  return {stress_profile_kind, StressProfile<2>::make, StressProfile<3>::make};
}

}  // namespace clausius
