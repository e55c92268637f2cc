#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "physics/beside_theory.h"

using namespace clausius;

TEST_CASE("Parcels share their energy by their number, whatever their masses and walls") {
  for (const int d : {2, 3})
    for (const double mass : {1.0, 7.0, 50.0})
      for (const char* boundary : {"periodic", "wall"}) {
        INFO(d << " dimensions, masses 1 to " << mass << ", " << boundary);
        const StudyResult result = run_study(
            parse_study(fmt::format("seed = 3\n[box]\npacking_fraction = 0.02\ndimensions = {}\n"
                                    "boundary = '{}'\n"
                                    "[[species]]\nname = 'a'\ncount = 100\namount = 400\n"
                                    "molecular_mass = 1\n[[species]]\nname = 'b'\ncount = 300\n"
                                    "amount = 300\nmolecular_mass = {}\n[run]\nequilibrate = 60\n"
                                    "measure = 600\nsamples = 600\n",
                                    d, boundary, mass),
                        "test.toml", {}),
            {});
        check(result, "energy_share_a", 0.02);
        check(result, "partial_pressure_b", 0.02);
        CHECK(*named(result, "energy_share_bias_a").theory ==
              Approx(0.25 / (4.0 / 7)).epsilon(0.01));
      }
}

TEST_CASE("The stationary state of parcels with reservoirs is equilibrium of all of them") {
  for (const double exchange : {0.2, 1.0})
    for (const int d : {2, 3}) {
      INFO(d << " dimensions, exchange " << exchange);
      const StudyResult result = run_study(
          parse_study(fmt::format("seed = 3\n[box]\npacking_fraction = 0.1\ndimensions = {}\n"
                                  "[[species]]\nname = 'a'\ncount = 200\nmass = 5\n"
                                  "internal_degrees = 1\ninternal_temperature = 0\n"
                                  "[[species]]\nname = 'b'\ncount = 300\n"
                                  "internal_degrees = 6\ninternal_temperature = 3\n"
                                  "[[species]]\nname = 'c'\ncount = 100\nmass = 0.2\n"
                                  "[collisions]\ninternal_exchange = {}\n"
                                  "[run]\nequilibrate = 200\nmeasure = 1500\nsamples = 1500\n",
                                  d, exchange),
                      "test.toml", {}),
          {});
      check(result, "translational_share_a", 0.01);
      check(result, "translational_share_b", 0.01);
      check(result, "energy_share_c", 0.02);
      check(result, "pressure_bias", 0.01);
      check(result, "rotational_temperature_ratio", 0.02);
      check(result, "collision_rate", 0.01);
      check(result, "compressibility_factor", 0.01);
      CHECK(std::abs(named(result, "kurtosis_a2").z().value()) < 4);
      CHECK(named(result, "speed_chi2_p").value > 1e-3);
      // Reservoirs as Γ(f/2): ⟨ε²⟩/⟨ε⟩² = 1 + 2/f, here at one instant.
      for (const auto& [name, f] : {std::pair{"a", 1.0}, {"b", 6.0}}) {
        double n = 0, sum = 0, sum_sq = 0;
        for (std::size_t i = 0; i < result.final.species.size(); ++i) {
          if (result.final.species[i] != name) continue;
          ++n;
          sum += result.final.internal_energy[i];
          sum_sq += std::pow(result.final.internal_energy[i], 2);
        }
        // The ratio's standard error from the moments of Γ: of f = 1 some 0.35, of f = 6 0.06.
        const double ratio = sum_sq * n / (sum * sum);
        const double m2 = (1 + 2 / f), m3 = m2 * (1 + 4 / f), m4 = m3 * (1 + 6 / f);
        const double variance = (m4 - m2 * m2) - 4 * m2 * (m3 - m2) + 4 * m2 * m2 * (m2 - 1);
        CHECK(ratio == Approx(m2).margin(4 * std::sqrt(variance / n)));
      }
      CHECK(result.energy_balance_error < 1e-11);
    }
}
