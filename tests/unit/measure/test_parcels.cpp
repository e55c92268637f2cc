#include <catch2/catch.hpp>
#include <cmath>

#include "measure/temperatures/parcel_shares.h"
#include "named.h"

using namespace clausius;
using clausius::testing::named;

TEST_CASE("Shares and partial pressures of parcels by hand") {
  // 3 parcels for 6 molecules with two internal degrees, 5 for 2 without any.
  const ParcelShares parcels(3, {{"a", 3, 6, 2, 1.0}, {"b", 5, 2, 0, 1.0}});
  const std::vector<std::vector<double>> translation{{2, 4}, {1, 3}}, reservoirs{{1, 3}, {}};
  const auto all = parcels.observables(translation, reservoirs, 1.5, 10, "reduced");
  // Means: 3/2·3·3 = 13.5 and 3/2·5·2 = 15; in reservoirs 3·2 = 6.
  CHECK(named(all, "energy_share_a").value == Approx(13.5 / 28.5));
  CHECK(named(all, "energy_share_a").theory.value() == Approx(3.0 / 8));
  CHECK(named(all, "energy_share_bias_a").value == Approx(13.5 / 28.5 / 0.75));
  CHECK(named(all, "energy_share_bias_b").theory.value() == Approx(5.0 / 8 / 0.25));
  CHECK(named(all, "partial_pressure_b").value == Approx(2.0 / 3 * 15 / 10));
  CHECK(named(all, "partial_pressure_b").theory.value() == Approx(5 * 1.5 / 10));
  CHECK(named(all, "translational_share_a").value == Approx(13.5 / 19.5));
  CHECK(named(all, "translational_share_a").theory.value() == Approx(0.6));
  // Molecules: 8·3 of 6·5 + 2·3; parcels 8·3 of 3·5 + 5·3.
  CHECK(named(all, "pressure_bias").value == Approx(28.5 / 34.5 / (24.0 / 36)));
  CHECK(named(all, "pressure_bias").theory.value() == Approx(24.0 / 30 / (24.0 / 36)));
  for (const Observable& one : all) {
    CHECK(one.name != "translational_share_b");
    CHECK(one.error.has_value());
  }
  CHECK(parcels.energy_share({2, 1}, 0) == Approx(6.0 / 11));
  CHECK(parcels.translational_share({{2, 1}, {1, 0}}, 0) == Approx(0.75));
  CHECK(std::isnan(parcels.translational_share({{2, 1}, {1, 0}}, 1)));

  // Without a known equilibrium, no theory; without reservoirs no more than shares.
  const ParcelShares unknown(2, {{"a", 3, 6, 0, std::nullopt}, {"b", 5, 2, 0, 1.0}});
  for (const Observable& one : unknown.observables(translation, {{}, {}}, 1.5, 10, "reduced")) {
    if (one.name != "partial_pressure_b") CHECK(!one.theory);
    CHECK(one.name != "pressure_bias");
  }
}
