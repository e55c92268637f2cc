#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "clausius/study/runner.h"
#include "engine/engine.h"
#include "study/start/initial.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

TEST_CASE("Polydisperse species have the moments of their distribution, whatever the seed",
          "[study]") {
  for (const int dimensions : {2, 3})
    for (const char* distribution : {"uniform", "normal", "lognormal"})
      for (const int seed : {1, 2}) {
        const StudyConfig study = parse(fmt::format(R"(
seed = {}
[box]
dimensions = {}
packing_fraction = 0.25
[[species]]
name = "grains"
count = 1500
diameter = 2.0
density = 3.0
diameter_distribution = "{}"
diameter_spread = 0.15
)",
                                                    seed, dimensions, distribution));
        INFO(dimensions << ' ' << distribution << ' ' << seed);
        const Snapshot start = make_initial_state(study);
        REQUIRE(start.diameter.size() == 1500);
        double mean = 0, square = 0, filled = 0, logarithm = 0, cube = 0;
        for (const double d : start.diameter) {
          mean += d / 1500;
          square += (d - 2) * (d - 2) / 1500;
          cube += (d - 2) * (d - 2) * (d - 2) / 1500;
          logarithm += std::log(d) / 1500;
          filled += dimensions == 3 ? std::acos(-1.) / 6 * d * d * d : std::acos(-1.) / 4 * d * d;
        }
        CHECK(mean == Approx(2).epsilon(1e-3));
        CHECK(std::sqrt(square) == Approx(0.3).epsilon(5e-3));
        CHECK(filled / study.volume() == Approx(0.25).epsilon(1e-12));
        // Third central moments: 0, and (3 + s²) s⁴ times the cube of the mean.
        if (distribution == std::string("lognormal")) {
          CHECK(cube / 8 == Approx((3 + 0.0225) * 0.15 * 0.15 * 0.15 * 0.15).epsilon(0.05));
          CHECK(logarithm == Approx(std::log(2 / std::sqrt(1.0225))).epsilon(1e-6));
        } else {
          CHECK(std::abs(cube) < 1e-10);
        }
        const State<3> state = dimensions == 3 ? to_state<3>(start, study) : State<3>{};
        if (dimensions == 2) continue;
        Gas<3> gas = make_gas<3>(study);
        set_ranges(state, gas);
        CHECK(gas.problems().empty());
        CHECK(deepest_overlap(gas, state).depth < 1e-9);
        CHECK(mass_of(gas, state, 7) ==
              Approx(3 * std::acos(-1.) / 6 * std::pow(start.diameter[7], 3)).epsilon(1e-12));
        CHECK(total_momentum(gas, state).norm() < 1e-9);
        CHECK(kinetic_energy(gas, state) == Approx(1.5 * 1499).epsilon(1e-12));
        // Neighbours in the list are of any sizes.
        CHECK_FALSE(std::is_sorted(start.diameter.begin(), start.diameter.begin() + 100));
      }
}

TEST_CASE("A start file gives the diameters of a polydisperse species", "[study]") {
  const auto folder = std::filesystem::temp_directory_path();
  const std::string file = (folder / ("clausius_sizes_" + std::to_string(::getpid()) + ".xyz"));
  const auto write = [&](const std::string& columns, const std::string& one,
                         const std::string& other) {
    std::ofstream(file) << "2\nLattice=\"9 0 0 0 9 0 0 0 9\" Properties=species:S:1:pos:R:3:velo:"
                           "R:3"
                        << columns << "\na 2 2 2 1 0 0" << one << "\na 4 2 2 0 0 0" << other
                        << "\n";
  };
  const std::string text =
      "[box]\nsize = [9, 9, 9]\n[[species]]\nname = \"a\"\nmass = 2.0\n"
      "diameter_distribution = \"file\"\n[initial]\nplacement = \"file\"\nfile = \"" +
      file + "\"\n[run]\nequilibrate = 0\nduration = 20\n";
  const auto fault_of_start = [&] {
    try {
      make_initial_state(parse(text));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  write(":radius:R:1", " 0.25", " 1.125");
  const StudyConfig study = parse(text);
  CHECK(study.packing_fraction() ==
        Approx(std::acos(-1.) / 6 * (0.125 + 2.25 * 2.25 * 2.25) / 729).epsilon(1e-12));
  const StudyResult result = run_study(study);
  CHECK(result.counters.collisions > 0);
  CHECK(result.final.diameter == std::vector<double>{0.5, 2.25});
  // Masses 2 · 0.5³ and 2 · 2.25³: the small sphere comes back.
  const double light = 2 * 0.125, heavy = 2 * 2.25 * 2.25 * 2.25;
  CHECK(result.initial.velocity[0].x() == 1);
  const double after = light * result.final.velocity[0].squaredNorm() +
                       heavy * result.final.velocity[1].squaredNorm();
  CHECK(after == Approx(light).epsilon(1e-12));
  write(":radius:R:1", " 1", " 1.125");
  CHECK(fault_of_start().find("overlap by 0.125") != std::string::npos);
  write("", "", "");
  CHECK(fault_of_start().find("lacks a column that polydisperse species need; radius:R:1") !=
        std::string::npos);
  write(":radius:R:1", " 0", " 0.1");
  CHECK(fault_of_start().find("the radius is 0; above 0") != std::string::npos);
  std::filesystem::remove(file);
}

TEST_CASE("What polydispersity excludes is said", "[study]") {
  const std::string gas = "[box]\npacking_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 100\n";
  const auto with = [&](const std::string& species, const std::string& more = "") {
    return faults(gas + species + more);
  };
  const std::string sizes = "diameter_distribution = \"normal\"\n";
  CHECK(with(sizes).empty());
  CHECK(with(sizes + "diameter_spread = 0.5\n").find("smallest of 100 diameters would be") !=
        std::string::npos);
  CHECK(with("diameter_spread = 0.5\n").find("diameter_distribution") != std::string::npos);
  CHECK(with("diameter_distribution = \"file\"\n").find("placement = \"file\"") !=
        std::string::npos);
  CHECK(with(sizes, "[collisions]\ntangential_restitution = 0.5\n").find("smooth") !=
        std::string::npos);
  for (const char* key : {"transport", "structure", "collision_statistics", "relaxation_spectrum"})
    CHECK(with(sizes, fmt::format("[run]\n{} = true\n", key)).find("one diameter and mass") !=
          std::string::npos);
}
