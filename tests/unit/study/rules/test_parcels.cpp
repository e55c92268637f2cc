#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "clausius/core/errors.h"
#include "clausius/study/runner.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"

using namespace clausius;

namespace {

StudyConfig parcels_of(const std::string& text) { return parse_study(text, "study.toml", {}); }

std::string parcel_faults(const std::string& text) {
  try {
    parcels_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const std::string kBox = "[box]\npacking_fraction = 0.05\n";
const std::string kGases =
    "[[species]]\nname = 'a'\ncount = 60\namount = 240\nmolecular_mass = 7\ninternal_degrees = 3\n"
    "temperature = 2\ninternal_temperature = 0.5\n"
    "[[species]]\nname = 'b'\ncount = 40\n";

}  // namespace

TEST_CASE("What parcels stand for gives them mass and energy", "[study][parcels]") {
  const StudyConfig study = parcels_of(kBox + kGases);
  CHECK(study.species[0].molecules() == 4);
  CHECK(study.species[0].mass == 28);
  CHECK(study.species[1].molecules() == 1);
  CHECK(study.internal_exchange == 1);
  CHECK(study.has_reservoirs());
  CHECK(parcels_of(study.resolved_toml).resolved_toml == study.resolved_toml);
  // Another number of parcels, the same gas.
  const StudyConfig more =
      parse_study(study.resolved_toml, "study.toml", {{"species.0.count", "120"}});
  CHECK(more.species[0].mass == 14);

  const Gas<3> gas = make_gas<3>(study);
  CHECK(gas.has_reservoirs());
  CHECK(gas.internal_exchange == 1);
  const State<3> state = to_state<3>(make_initial_state(study), study);
  double stored = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    CHECK(state.internal_energy[i] > 0);
    stored += state.internal_energy[i];
  }
  CHECK(stored == Approx(60 * 1.5 * 4 * 0.5).epsilon(1e-13));
  for (std::size_t i = 60; i < 100; ++i) CHECK(state.internal_energy[i] == 0);
  CHECK(kinetic_energy(gas, state) - stored ==
        Approx(1.5 * (60 * 4 * 2 + 40) * 99 / 100).epsilon(1e-13));

  const StudyConfig plain = parcels_of(kBox + "[[species]]\nname = 'b'\ncount = 40\n");
  CHECK(!plain.has_reservoirs());
  CHECK(make_initial_state(plain).internal_energy.empty());
}

TEST_CASE("Parcels go on from their file bit for bit", "[study][parcels][xyz]") {
  const std::string file =
      (std::filesystem::temp_directory_path() / "clausius-parcels-go-on.xyz").string();
  const std::string run = "[run]\nequilibrate = 0\nduration = 20.0\n";
  const StudyResult first = run_study(parcels_of(kBox + kGases + run), {});
  {
    std::ofstream out(file);
    write_xyz(out, first.final);
  }
  const std::string box =
      fmt::format("[box]\nsize = [{0}, {0}, {0}]\n", first.config.size[0]) + kGases + run;
  const std::string from_file = "[initial]\nplacement = 'file'\nfile = '" + file + "'\n";
  const Snapshot again = make_initial_state(parcels_of(box + from_file));
  REQUIRE(again.internal_energy.size() == 100);
  int changed = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    CHECK(again.internal_energy[i] == first.final.internal_energy[i]);
    CHECK(again.velocity[i] == first.final.velocity[i]);
    changed += again.internal_energy[i] != first.initial.internal_energy[i] ? 1 : 0;
  }
  CHECK(changed > 40);

  // Without the column, and with energy where there is no reservoir.
  Snapshot wrong = first.final;
  const auto refusal = [&] {
    {
      std::ofstream out(file);
      write_xyz(out, wrong);
    }
    try {
      make_initial_state(parcels_of(box + from_file));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  wrong.internal_energy[80] = 1;
  CHECK(refusal().find("the internal energy is 1") != std::string::npos);
  wrong.internal_energy[80] = 0;
  wrong.internal_energy[3] = -1;
  CHECK(refusal().find("the internal energy is -1") != std::string::npos);
  wrong.internal_energy.clear();
  CHECK(refusal().find("internal_energy:R:1") != std::string::npos);
  std::filesystem::remove(file);
}

TEST_CASE("What parcels can't have is refused where it stands", "[study][parcels]") {
  struct Case {
    std::string text, place, what;
  };
  const std::string gas = kBox + kGases;
  const std::string where = "study.toml:8:20: species[0].internal_degrees: ";
  for (const auto& [text, place, what] : std::vector<Case>{
           {gas + "[collisions]\nrestitution = 0.9\n", where, "a restitution below 1"},
           {gas + "[collisions]\ntangential_restitution = 0.9\n", where, "tangential_restitution"},
           {gas + "[collisions]\ncontact_duration = 0.1\n", where, "contact_duration"},
           {gas + "[collisions]\nlaw = 'viscoelastic'\nviscosity = 0.1\n", where, "restitution"},
           {gas + "[run]\nmode = 'time-step'\n", where, "time-step"},
           {gas + "[run]\ncollision_statistics = true\n", where, "collision_statistics"},
           {gas + "[[drive]]\nkind = 'reversal'\ntime = 1.0\n", where, "a [[drive]]"},
           {gas + "[[obstacle]]\nkind = 'ball'\ncentre = [5, 5, 5]\nradius = 1.0\n", where,
            "[[obstacle]]"},
           {gas + "[[species]]\nname = 'c'\ncount = 5\nshape = 'capsule'\n", where, "other shapes"},
           {gas + "[collisions]\ninternal_exchange = 0.0\n",
            "collisions.internal_exchange: ", "above 0"},
           {gas + "[run]\ntransport = true\n", "run.transport", "internal_degrees"},
           {kBox + "[[species]]\nname = 'c'\ncount = 5\nshape = 'capsule'\namount = 4\n",
            "study.toml:7:10: species[0].amount: ", "only with shape = \"sphere\""},
           {kBox + "[[species]]\nname = 'c'\ncount = 5\nmolecular_mass = 4\n",
            "study.toml:6:18: species[0].molecular_mass: ", "only with amount"},
           {kBox + "[[species]]\nname = 'c'\ncount = 5\namount = 4\nmass = 2\nmolecular_mass = 4\n",
            "study.toml:8:18: species[0].molecular_mass: ", "given beside mass"},
           {kBox + "[[species]]\nname = 'c'\ncount = 5\ninternal_temperature = 4\n",
            "study.toml:6:24: species[0].internal_temperature: ", "internal_degrees"},
           {kBox + "[[species]]\nname = 'c'\ncount = 5\n[collisions]\ninternal_exchange = 0.5\n",
            "study.toml:7:21: collisions.internal_exchange: ", "internal_degrees"},
           {kBox + "[[species]]\nname = 'c'\ncount = 5\ninternal_degrees = -1\n",
            "study.toml:6:20: species[0].internal_degrees: ", "0 to 1000"},
       }) {
    const std::string found = parcel_faults(text);
    INFO(found);
    CHECK(found.find(place) != std::string::npos);
    CHECK(found.find(what) != std::string::npos);
  }
}
