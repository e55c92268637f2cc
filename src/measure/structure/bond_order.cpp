#include "measure/structure/bond_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/structure/cell_lists.h"
#include "measure/table_columns.h"

namespace clausius {

namespace {

// Limit of the distance of neighbours, in distances of nearest neighbours of a close-packed crystal
// of the same number density: the mean of the first two shells, at 1 and √3 (in 3D √2).
template <int Dim>
double neighbour_limit(double number_density) {
  if constexpr (Dim == 2)
    return 0.5 * (1 + std::sqrt(3.0)) * std::sqrt(2 / std::sqrt(3.0) / number_density);
  return 0.5 * (1 + std::sqrt(2.0)) * portable::cbrt(std::sqrt(2.0) / number_density);
}

// Sum over bonds of the functions whose squares add up to the order: of exp(6iθ), or of the
// spherical harmonics of degree 6, times √(4π/13). They do not distinguish the ends of a bond.
template <int Dim>
class Harmonics {
 public:
  static Harmonics of(const Vec<Dim>& direction);
  Harmonics& operator+=(const Harmonics& other) {
    for (std::size_t m = 0; m < parts_.size(); ++m) parts_[m] += other.parts_[m];
    return *this;
  }
  [[nodiscard]] double norm() const {
    double squares = 0;
    for (const double part : parts_) squares += part * part;
    return std::sqrt(squares);
  }

 private:
  std::array<double, Dim == 2 ? 2 : 13> parts_{};
};

// x + iy to the powers 1, 2, … as pairs of real and imaginary part.
template <std::size_t powers>
std::array<double, 2 * powers> powers_of(double x, double y) {
  std::array<double, 2 * powers> all{x, y};
  for (std::size_t m = 2; m < 2 * powers; m += 2) {
    all[m] = all[m - 2] * x - all[m - 1] * y;
    all[m + 1] = all[m - 2] * y + all[m - 1] * x;
  }
  return all;
}

template <>
Harmonics<2> Harmonics<2>::of(const Vec<2>& direction) {
  const auto powers = powers_of<6>(direction[0], direction[1]);
  Harmonics sum;
  sum.parts_ = {powers[10], powers[11]};
  return sum;
}

template <>
Harmonics<3> Harmonics<3>::of(const Vec<3>& direction) {
  const double z = direction[2], s = z * z;
  // The sixth Legendre polynomial and its derivatives; those of order m go with (x + iy)^m and
  // √(2 (6 − m)!/(6 + m)!).
  const std::array<double, 7> legendre{(((231 * s - 315) * s + 105) * s - 5) / 16,
                                       ((1386 * s - 1260) * s + 210) * z / 16,
                                       ((6930 * s - 3780) * s + 210) / 16,
                                       (27720 * s - 7560) * z / 16,
                                       (83160 * s - 7560) / 16,
                                       10395 * z,
                                       10395};
  static const std::array<double, 7> factor{1,
                                            std::sqrt(1.0 / 21),
                                            std::sqrt(1.0 / 840),
                                            std::sqrt(1.0 / 30240),
                                            std::sqrt(1.0 / 907200),
                                            std::sqrt(1.0 / 19958400),
                                            std::sqrt(1.0 / 239500800)};
  Harmonics sum;
  sum.parts_[0] = legendre[0];
  const auto powers = powers_of<6>(direction[0], direction[1]);
  for (std::size_t m = 1; m <= 6; ++m) {
    const double along = factor[m] * legendre[m];
    sum.parts_[2 * m - 1] = along * powers[2 * m - 2];
    sum.parts_[2 * m] = along * powers[2 * m - 1];
  }
  return sum;
}

// The bonds of each particle.
template <int Dim>
struct Bonds {
  std::vector<Harmonics<Dim>> sum;
  std::vector<int> number;
};

template <int Dim>
Bonds<Dim> bonds_of(const Box<Dim>& box, const State<Dim>& state) {
  Bonds<Dim> bonds{std::vector<Harmonics<Dim>>(state.size()), std::vector<int>(state.size())};
  const double limit = neighbour_limit<Dim>(static_cast<double>(state.size()) / box.volume());
  const CellLists<Dim> lists(box, state, limit, 1);
  lists.visit_pairs(box, [&](const auto& point, const Vec<Dim>& image, const auto& others) {
    for (const auto& other : others) {
      const Vec<Dim> r = other.r + image - point.r;
      const double distance_sq = r.squaredNorm();
      if (distance_sq >= limit * limit || distance_sq == 0 || point.id == other.id) continue;
      const auto bond = Harmonics<Dim>::of(r / std::sqrt(distance_sq));
      for (const std::uint32_t id : {point.id, other.id}) {
        bonds.sum[id] += bond;
        ++bonds.number[id];
      }
    }
  });
  return bonds;
}

}  // namespace

template <int Dim>
BondOrder bond_order(const Box<Dim>& box, const State<Dim>& state) {
  const Bonds<Dim> bonds = bonds_of(box, state);
  Harmonics<Dim> all{};
  double ends = 0, local = 0, bound = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (bonds.number[i] == 0) continue;
    all += bonds.sum[i];
    ends += bonds.number[i];
    local += bonds.sum[i].norm() / bonds.number[i];
    ++bound;
  }
  if (ends == 0) return {};
  return {all.norm() / ends, local / bound, ends / static_cast<double>(state.size()), ends / 2};
}

namespace {

// Collisions from one sample to the next, for each bond: samples then take about a tenth of the
// time. Before the measured part they follow each other as soon as the number of collisions has
// doubled, but not more often than once in half a collision per particle, so that a lattice is seen
// to melt.
constexpr double kCollisionsPerBond = 1, kFirstPerParticle = 0.25;

// The order at a row of the history.
struct OrderAtRow {
  std::size_t row = 0;
  BondOrder order{};

  template <class Archive>
  void serialize(Archive& archive) {
    archive(row, order.global, order.local, order.neighbours, order.bonds);
  }
};

// The bond order of a gas over the whole run.
template <int Dim>
class BondOrderInTime final : public SavedMeasurement<BondOrderInTime<Dim>, Dim> {
 public:
  explicit BondOrderInTime(const History<Dim>& history) : history_(history) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.structure) return nullptr;
    return std::make_unique<BondOrderInTime>(start.run.history);
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true, .first_part = true}; }
  void begin(const Sample<Dim>& /*now*/) override { next_ = 0; }
  void on_sample(const Sample<Dim>& sample) override {
    const HistoryRow& now = history_.rows().back();
    const auto collisions = static_cast<double>(now.collisions);
    if (collisions < next_) return;
    const BondOrder order = bond_order(sample.run.gas.box, sample.state);
    const double interval = kCollisionsPerBond * order.bonds;
    const double at_first =
        std::max(collisions, kFirstPerParticle * static_cast<double>(sample.state.size()));
    next_ = collisions + (now.measured ? interval : std::min(interval, at_first));
    orders_.push_back({history_.rows().size() - 1, order});
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(next_, orders_);
    if constexpr (Archive::is_loading::value)
      require(std::all_of(orders_.begin(), orders_.end(),
                          [this](const auto& one) { return one.row < history_.rows().size(); }),
              "holds an order at no sample");
  }

 private:
  const History<Dim>& history_;
  double next_ = 0;  // number of collisions from which on the next sample is taken
  std::vector<OrderAtRow> orders_;
};

template <int Dim>
std::vector<Observable> BondOrderInTime<Dim>::observables(const Measured<Dim>& /*run*/) const {
  std::vector<Observable> all;
  const auto add = [&](const char* name, double BondOrder::*value) {
    std::vector<double> series;
    for (const auto& [row, order] : orders_)
      if (history_.rows()[row].measured) series.push_back(order.*value);
    if (series.empty()) return;
    all.push_back(
        with_trend(observable(name, mean_of(series), series_error(series), std::nullopt, "1"),
                   trend_of(series)));
  };
  add("bond_order", &BondOrder::global);
  add("local_bond_order", &BondOrder::local);
  return all;
}

template <int Dim>
std::vector<Table> BondOrderInTime<Dim>::tables(const Measured<Dim>& run) const {
  if (orders_.empty()) return {};
  std::vector<HistoryRow> rows;
  for (const OrderAtRow& one : orders_) rows.push_back(history_.rows()[one.row]);
  Table table{"bond_order", {}};
  const auto column = columns_in_time(rows, table, run.units);
  const auto add = [&](const char* name, const auto& value) {
    column(name, "1",
           [&](const HistoryRow& row) { return value(orders_[index_of(row, rows)].order); });
  };
  add("order", [](const BondOrder& order) { return order.global; });
  add("random",
      [](const BondOrder& order) { return order.bonds > 0 ? 1 / std::sqrt(order.bonds) : kNaN; });
  add("crystal", [](const BondOrder& /*order*/) { return kCrystalOrder<Dim>; });
  add("local_order", [](const BondOrder& order) { return order.local; });
  add("neighbours", [](const BondOrder& order) { return order.neighbours; });
  return {std::move(table)};
}

MeasurementKind bond_order_kind() {
  const Need need = Need::structure;
  return {"Bond-orientational order",
          {{"bond_order",
            "Order of the directions between all neighbours: psi_6 of disks, 1 in a triangular "
            "crystal; Q_6 of spheres, 0.575 in a face-centred cubic and 0.485 in a hexagonal "
            "close-packed crystal; in a fluid it vanishes as the number of particles grows.",
            "disks |<exp(6 i theta)>|, spheres sqrt(4 pi/13 sum over m of |<Y_6m>|^2), over bonds",
            nullptr, need},
           {"local_bond_order",
            "Order of the directions from a particle to its neighbours, mean over the particles: "
            "psi_6 of disks, Q_6 of spheres.",
            "as bond_order, over the bonds of one particle", nullptr, need}},
          {{"bond_order",
            "Bond-orientational order over time, from the start on.",
            need,
            {kTimeColumn,
             kCollisionsColumn,
             {"order", "Order of the directions of all bonds: psi_6 of disks, Q_6 of spheres."},
             {"random", "Order of as many bonds in random directions."},
             {"crystal", "Order of the close-packed crystal: triangular or face-centred cubic."},
             {"local_order", "Order of the bonds of one particle, mean over the particles."},
             {"neighbours",
              "Mean number of neighbours of a particle: those within the mean of the first two "
              "shells of a close-packed crystal of the same number density."}}}},
          KeptBytes{.need = need, .sample = 40, .first_sample = 40}};
}

}  // namespace

ListedMeasurement listed_bond_order() {
  return {bond_order_kind, BondOrderInTime<2>::make, BondOrderInTime<3>::make};
}

template BondOrder bond_order(const Box<2>&, const State<2>&);
template BondOrder bond_order(const Box<3>&, const State<3>&);

}  // namespace clausius
