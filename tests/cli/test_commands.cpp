#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "clausius/study/config.h"
#include "clausius/theory/equation_of_state.h"
#include "cli/program.h"
#include "core/system/version.h"
#include "sanitized.h"
#include "study/file/keys.h"
#include "study/results/observables.h"
#include "sweep/results.h"

TEST_CASE("help and version", "[cli]") {
  const ScratchFolder scratch;
  const Outcome version = run_in(scratch.path(), "$CLAUSIUS --version");
  CHECK(version.code == 0);
  CHECK_THAT(
      version.out,
      Catch::Matches("clausius \\d+\\.\\d+\\.\\d+ \\(commit .*, (native|portable) build\\)\n"));
  for (const char* command : {"run", "check", "plot", "body", "list", "new", "bench", "theory",
                              "explain", "manual", "completion"}) {
    CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS --help").out, Catch::Contains(command));
    const Outcome help = run_in(scratch.path(), std::string("$CLAUSIUS ") + command + " --help");
    CHECK(help.code == 0);
    CHECK(help.err.empty());
    CHECK_THAT(help.out, Catch::Contains(command));
  }
}

TEST_CASE("one version everywhere", "[cli]") {
  const ScratchFolder scratch;
  const std::string version(clausius::version());
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS --version").out,
             Catch::StartsWith("clausius " + version + " "));
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS cite").out,
             Catch::Contains("version = {" + version + "}"));
  CHECK_THAT(read_file(project_folder() / "CITATION.cff"),
             Catch::Contains("\nversion: " + version + "\n"));
  // The newest entry, with its day, which both name.
  const std::string changes = read_file(project_folder() / "src" / "CHANGELOG.md");
  const std::size_t newest = changes.find("\n## [1");  // after what is not released
  REQUIRE(newest != std::string::npos);
  const std::string entry = changes.substr(newest + 1, changes.find('\n', newest + 1) - newest - 1);
  REQUIRE_THAT(entry, Catch::StartsWith("## [" + version + "] - "));
  CHECK_THAT(read_file(project_folder() / "CITATION.cff"),
             Catch::Contains("\ndate-released: " + entry.substr(entry.rfind(' ') + 1) + "\n"));
}

TEST_CASE("the speed of bodies is measured as that of spheres", "[cli]") {
  const ScratchFolder scratch;
  for (const char* shape : {"capsule --shaft 0.5", "clump", "clump --dimensions 2"}) {
    INFO(shape);
    const Outcome bench =
        run_in(scratch.path(), std::string("$CLAUSIUS bench --json --count 100 ") +
                                   "--collisions 500 --shape " + shape);
    REQUIRE(bench.code == 0);
    const auto json = nlohmann::json::parse(bench.out);
    CHECK(json.at("collisions") == 500);
    CHECK(json.at("count") == 100);
    CHECK(json.at("packing_fraction").get<double>() == Approx(0.3));
    CHECK(json.at("collisions_per_second") > 0);
  }
}

TEST_CASE("what is timed is a fluid up to where it freezes, and has come to equilibrium",
          "[cli][long]") {
  const ScratchFolder scratch;
  for (const double phi : {0.2, 0.39, 0.42, 0.49}) {
    INFO(phi);
    constexpr int kCount = 2048;  // a perfect crystal
    const Outcome bench =
        run_in(scratch.path(), fmt::format("$CLAUSIUS bench --json --count {} --collisions 200000 "
                                           "--packing-fraction {}",
                                           kCount, phi));
    REQUIRE(bench.code == 0);
    const auto json = nlohmann::json::parse(bench.out);
    // Crossings of cell walls and collisions, a particle and a time: 3 ⟨|v_x|⟩ / edge and ω / 2.
    const double density = phi * 6 / std::numbers::pi;
    const double box = std::cbrt(kCount / density);
    const double least_edge = std::max(1.0, std::cbrt(0.5 / density));
    const double edge = box / std::floor(box / least_edge);
    const double crossings = 3 * std::sqrt(2 / std::numbers::pi) / edge;
    const double collisions =
        2 * std::sqrt(std::numbers::pi) * density * clausius::contact_value(3, phi);
    // A crystal of 0.49 has a third more of them. There are few speeds, so that one per cent is
    // scatter.
    CHECK(json.at("events_per_collision").at("cell_crossings").get<double>() ==
          Approx(crossings / collisions).epsilon(0.04));
  }
}

TEST_CASE("every built-in study is listed, written with all keys, and good", "[cli][long]") {
  const ScratchFolder scratch;
  const Outcome list = run_in(scratch.path(), "$CLAUSIUS list");
  CHECK(list.code == 0);
  int studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(project_folder() / "studies")) {
    if (entry.path().extension() != ".toml") continue;
    ++studies;
    const std::string name = entry.path().stem().string();
    INFO(name);
    CHECK_THAT(list.out, Catch::Contains(name));
    const Outcome written = run_in(scratch.path(), "$CLAUSIUS new " + name + " mine.toml");
    CHECK(written.code == 0);
    CHECK(written.out == "mine.toml\n");
    // Written out with every key, it is still the same study.
    const std::string resolved = clausius::load_study(entry.path(), {}).resolved_toml;
    CHECK(clausius::load_study(scratch.path() / "mine.toml", {}).resolved_toml == resolved);
    const Outcome printed = run_in(scratch.path(), "$CLAUSIUS new " + name + " -");
    CHECK(printed.out == read_file(scratch.path() / "mine.toml"));
    CHECK_THAT(read_file(scratch.path() / "mine.toml"), Catch::StartsWith("# "));
    std::filesystem::remove(scratch.path() / "mine.toml");
  }
  CHECK(studies >= 5);
}

TEST_CASE("new overwrites nothing", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "relaxation.toml", "mine");
  const Outcome refused = run_in(scratch.path(), "$CLAUSIUS new relaxation");
  CHECK(refused.code == 2);
  CHECK(refused.err == "relaxation.toml: exists already; allowed: the name of a new file\n");
  CHECK(read_file(scratch.path() / "relaxation.toml") == "mine");
  const Outcome unwritable = run_in(scratch.path(), "$CLAUSIUS new relaxation no/folder.toml");
  CHECK(unwritable.code == 2);
  CHECK_THAT(unwritable.err, Catch::StartsWith("no/folder.toml: cannot be written: "));
  const Outcome unknown = run_in(scratch.path(), "$CLAUSIUS new relaxed");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::StartsWith("relaxed: no built-in study of this name; allowed: "));
  CHECK_THAT(unknown.err, Catch::Contains("relaxation"));
}

TEST_CASE("check prints what follows from a study", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "s.toml",
             "box.packing_fraction = 0.05\n[[species]]\nname = \"gas\"\ncount = 1000\n");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS check s.toml");
  CHECK(outcome.code == 0);
  for (const char* line :
       {"packing fraction         0.05\n", "collision rate           0.76947(2)",
        "compressibility factor   1.227290(7)", "collisions, about        6e+04\n"})
    CHECK_THAT(outcome.out, Catch::Contains(line));
  CHECK(holds_only(scratch.path(), "s.toml"));
}

TEST_CASE("check says what theory knows of a gas with a potential", "[cli]") {
  const ScratchFolder scratch;
  // Published of the same state: Z 1.03, energy −2.93.
  write_file(
      scratch.path() / "s.toml",
      "box.number_density = 0.4\n[[species]]\nname = \"gas\"\ncount = 500\ntemperature = 2.0\n"
      "[[collisions.pair]]\nspecies = [\"gas\", \"gas\"]\nsteps = [[1.5, -1.0]]\n");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS check s.toml");
  CHECK(outcome.code == 0);
  for (const char* line : {"of the start, at its temperature; the gas does not keep it\n",
                           "compressibility factor   1.04(1)", "pressure                 0.83(1)",
                           "potential energy         -2.8(1)"})
    CHECK_THAT(outcome.out, Catch::Contains(line));
  CHECK_THAT(outcome.out, !Catch::Contains("none is known"));
}

TEST_CASE("a word that an option does not know comes with those it does", "[cli]") {
  const ScratchFolder scratch;
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS plot . --format jpg");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Catch::Contains("--format: \"jpg\" is unknown; allowed: png, svg, pdf"));
}

TEST_CASE("check and body show SI units", "[cli]") {
  const ScratchFolder scratch;
  const std::string few = " --set species.0.count=200 --set species.1.count=200";
  const Outcome checked = run_in(scratch.path(), "$CLAUSIUS check argon_helium" + few);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains("25.3929 x 25.3929 x 25.3929 nm\n") &&
                              Catch::Contains("pressure                 101.3") &&
                              Catch::Contains(" 1/ns ") &&
                              Catch::Contains("the box is shorter than a mean free path"));
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS check argon_helium").out,
             !Catch::Contains("shorter than a mean free path"));
  // Along periodic axes beside walls nothing flows.
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS check argon_helium" + few +
                                        " --set 'box.boundary=[\"wall\",\"periodic\",\"periodic\"]'"
                                        " --set 'box.size=[400e-9, 10e-9, 10e-9]'")
                 .out,
             !Catch::Contains("shorter than a mean free path"));
  const Outcome bodies = run_in(scratch.path(), "$CLAUSIUS body argon_helium");
  CHECK_THAT(bodies.out, Catch::Contains("mass (kg) ") && Catch::Contains("\nvolume (m^3) ") &&
                             Catch::Contains("\nprincipal moments (kg m^2)") &&
                             Catch::Contains("\ngyration radius (m) "));
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS body mixture").out, !Catch::Contains("(kg)"));
}

TEST_CASE("check explains the steps of the time-step mode", "[cli]") {
  const ScratchFolder scratch;
  write_file(scratch.path() / "s.toml",
             "box.packing_fraction = 0.05\nrun.mode = \"time-step\"\n"
             "[[species]]\nname = \"gas\"\ncount = 1000\n");
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS check s.toml");
  CHECK(outcome.code == 0);
  for (const char* line :
       {"time step                0.0619864      default, see the two lines below\n",
        "fastest particle         4.03314        flies 0.25 a step; by default 1/4 of the smallest "
        "diameter at most\n",
        "densest species          gas            each particle collides 0.0477338 times a step; by "
        "default 0.1 times at most\n",
        "largest step allowed     0.626657       the mean particle flies the smallest diameter\n",
        "missed contacts, about   0.00256        fraction of all contacts\n"})
    CHECK_THAT(outcome.out, Catch::Contains(line));
}

TEST_CASE("theory prints values with sources and ranges", "[cli]") {
  const ScratchFolder scratch;
  const auto values = [&](const std::string& arguments) {
    const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS theory --json " + arguments);
    REQUIRE(outcome.code == 0);
    return nlohmann::json::parse(outcome.out)["values"];
  };
  const auto one = values("--packing-fraction 0.1");
  CHECK(one["compressibility_factor"]["value"].get<double>() == Approx(1.521647).margin(1e-6));
  CHECK(one["collision_rate"]["value"].get<double>() == Approx(1.765845).margin(1e-6));
  CHECK(one["free_time_ratio"]["value"].get<double>() == Approx(2.07613).margin(1e-5));
  CHECK(one["shear_viscosity"]["in_range"] == true);
  for (const auto& [name, entry] : one.items()) {
    INFO(name);
    CHECK(!entry["source"].get<std::string>().empty());
    CHECK(!entry["range"].get<std::string>().empty());
  }
  CHECK(values("--packing-fraction 0.55")["collision_rate"]["in_range"] == false);
  // ρ = 0.5, N = 256: Allen & Tildesley's pressure by the accurate equation of state.
  const auto finite = values("--packing-fraction 0.2617993878 --count 256");
  CHECK(finite["pressure_virial"]["value"].get<double>() == Approx(1.6327).margin(1e-4));
  CHECK(finite["diffusion_coefficient_finite"]["value"].get<double>() <
        finite["diffusion_coefficient_correlated"]["value"].get<double>());
  const auto two = values(
      "--packing-fraction 0.1 --species diameter=1,mass=1 --species diameter=0.5,mass=0.125");
  CHECK(two["collision_rate_1_1"]["value"].get<double>() == Approx(1.59519).margin(1e-5));
  CHECK(two["collision_rate_2_2"]["value"].get<double>() == Approx(1.03500).margin(1e-5));
  const auto cold = values("--packing-fraction 0.05 --restitution 0.9");
  CHECK(1 / cold["haff_time"]["value"].get<double>() == Approx(0.024318).margin(1e-6));
  // Elastic pressure with the collisional part times 0.95; coefficients of the cooling gas.
  const auto elastic = values("--packing-fraction 0.05");
  CHECK(elastic["compressibility_factor"]["value"].get<double>() == Approx(1.22744).margin(1e-4));
  CHECK(cold["compressibility_factor"]["value"].get<double>() - 1 ==
        Approx(0.95 * (elastic["compressibility_factor"]["value"].get<double>() - 1)));
  CHECK(cold["shear_viscosity"]["source"].get<std::string>().find("Garzo & Dufty") !=
        std::string::npos);
  CHECK(cold["shear_viscosity"]["value"].get<double>() >
        1.01 * elastic["shear_viscosity"]["value"].get<double>());

  const Outcome wrong =
      run_in(scratch.path(), "$CLAUSIUS theory --packing-fraction 0.1 --species diamter=1");
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("diameter=D,mass=M,fraction=X") != std::string::npos);
  CHECK(run_in(scratch.path(), "$CLAUSIUS theory --packing-fraction 1.5").code == 2);
}

TEST_CASE("theory takes a list of packing fractions", "[cli]") {
  const ScratchFolder scratch;
  const std::string command = "$CLAUSIUS theory --packing-fraction 0.1,0.3,0.6";
  const Outcome csv = run_in(scratch.path(), command + " --csv");
  CHECK(csv.code == 0);
  std::istringstream lines(csv.out);
  std::string head, line;
  std::getline(lines, head);
  CHECK_THAT(head, Catch::StartsWith("packing_fraction"));
  CHECK_THAT(head, Catch::Contains(",compressibility_factor"));
  const auto list = nlohmann::json::parse(run_in(scratch.path(), command + " --json").out);
  REQUIRE(list.size() == 3);
  for (const char* fraction : {"0.1", "0.3", "0.6"}) {
    REQUIRE(std::getline(lines, line));
    CHECK(line.substr(0, line.find(',')) == fraction);
  }
  CHECK_FALSE(std::getline(lines, line));
  CHECK(list[1] ==
        nlohmann::json::parse(
            run_in(scratch.path(), "$CLAUSIUS theory --packing-fraction 0.3 --json").out));
  CHECK(list[2]["values"]["compressibility_factor"]["value"].is_null());
  CHECK_THAT(run_in(scratch.path(), command).out,
             Catch::Matches("(.|\n)*compressibility_factor +1\\.52\\S* +3\\.98\\S* +– (.|\n)*"));
  for (const char* wrong : {"0.1,", "0.1,1.5", ",", "0.1;0.2"}) {
    INFO(wrong);
    const Outcome outcome =
        run_in(scratch.path(), std::string("$CLAUSIUS theory --packing-fraction '") + wrong + "'");
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains("allowed: numbers from 0 to 0.999"));
  }
}

TEST_CASE("check shows what theory says of each case of a series", "[cli]") {
  const ScratchFolder scratch;
  const Outcome text = run_in(scratch.path(), "$CLAUSIUS check pressure");
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Catch::Contains("  box.packing_fraction  packing fraction") &&
                           Catch::Contains("\n  0.45 "));
  const Outcome csv = run_in(scratch.path(), "$CLAUSIUS check pressure --csv");
  CHECK_THAT(csv.out, Catch::StartsWith("box.packing_fraction,packing_fraction"));
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 8);
  const Outcome crystal =
      run_in(scratch.path(), "$CLAUSIUS check pressure --set 'series.values=[0.2, 0.55]' --csv");
  CHECK_THAT(crystal.out,
             Catch::Contains("\n0.55,0.5") && Catch::EndsWith(",nan,nan,nan,nan,nan,nan\n"));
}

TEST_CASE("bench prints rounded numbers", "[cli]") {
  const ScratchFolder scratch;
  const Outcome text = run_in(scratch.path(), "$CLAUSIUS bench --count 500 --collisions 1000");
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Catch::Matches("(.|\n)*  bytes per particle +[0-9.]{1,6}\n(.|\n)*"));
}

TEST_CASE("cite prints the program and the theories of a run", "[cli]") {
  const ScratchFolder scratch;
  const Outcome program = run_in(scratch.path(), "$CLAUSIUS cite");
  CHECK(program.code == 0);
  CHECK_THAT(program.out, Catch::StartsWith("@software{clausius,\n") && Catch::EndsWith("\n}\n"));
  REQUIRE(run_in(scratch.path(),
                 "$CLAUSIUS run relaxation --quiet --no-plots --set species.0.count=100 --out r")
                  .code %
              3 ==
          0);
  const Outcome run = run_in(scratch.path(), "$CLAUSIUS cite r");
  CHECK(run.code == 0);
  CHECK_THAT(run.out, Catch::StartsWith(program.out) && Catch::Contains("@article{kolafa2004,") &&
                          Catch::Contains("@book{chapman1970,") && !Catch::Contains("haff1983"));
  const Outcome nothing = run_in(scratch.path(), "$CLAUSIUS cite .");
  CHECK(nothing.code == 2);
  CHECK(nothing.out.empty());
  CHECK(nothing.err == ".: has no summary.json; allowed: the folder of a finished run or sweep\n");
}

TEST_CASE("list shows the studies by topic", "[cli]") {
  const ScratchFolder scratch;
  const Outcome list = run_in(scratch.path(), "$CLAUSIUS list");
  CHECK(list.code == 0);
  CHECK_THAT(list.out,
             Catch::Contains("Transport\n  argon") || Catch::Contains("Transport\n  brownian"));
  const std::string names = run_in(scratch.path(), "$CLAUSIUS list | grep -c '^  '").out;
  CHECK(names ==
        run_in(scratch.path(), "ls " + (project_folder() / "studies").string() + "/*.toml | wc -l")
            .out);
}

TEST_CASE("theory of a given number of particles is the one that a run is compared with", "[cli]") {
  struct Gas {
    const char* options;
    const char* study;
  };
  const Gas gases[] = {
      {"", "[[species]]\nname = \"a\"\ncount = 60\n"},
      {"--dimensions 2", "box.dimensions = 2\n[[species]]\nname = \"a\"\ncount = 60\n"},
      {"--restitution 0.7",
       "collisions.restitution = 0.7\n[[species]]\nname = \"a\"\ncount = 60\n"},
      {"--species fraction=2 --species diameter=2,mass=8,fraction=1",
       "[[species]]\nname = \"1\"\ncount = 40\n"
       "[[species]]\nname = \"2\"\ncount = 20\ndiameter = 2\nmass = 8\n"}};
  const ScratchFolder folder;
  for (const Gas& gas : gases) {
    INFO(gas.study);
    const std::string text = gas.study;
    const std::size_t tables = text.find("[[");
    write_file(folder.path() / "s.toml",
               "box.packing_fraction = 0.1\n" + text.substr(0, tables) + text.substr(tables) +
                   "[run]\nequilibrate = 1\nmeasure = 20\nsamples = 10\n");
    run_in(folder.path(), "$CLAUSIUS run s.toml --force --out s --no-plots");
    const auto run = nlohmann::json::parse(read_file(folder.path() / "s/summary.json"));
    const Outcome outcome =
        run_in(folder.path(), std::string("$CLAUSIUS theory --packing-fraction 0.1 --count 60 "
                                          "--json ") +
                                  gas.options);
    REQUIRE(outcome.code == 0);
    const auto theory = nlohmann::json::parse(outcome.out)["values"];
    int compared = 0;
    for (const auto& [name, observable] : run["observables"].items()) {
      if (!theory.contains(name) || observable["theory"].is_null()) continue;
      // These depend on the temperature, which the run has measured.
      if (text.starts_with("collisions") && observable["unit"] != "1" && name != "mean_free_path")
        continue;
      INFO(name);
      ++compared;
      CHECK(theory[name]["value"].get<double>() ==
            Approx(observable["theory"].get<double>()).epsilon(1e-9));
      CHECK(theory[name]["uncertainty"].get<double>() ==
            Approx(observable["theory_uncertainty"].get<double>()).epsilon(1e-6).margin(1e-15));
    }
    CHECK(compared >= 3);
  }
}

TEST_CASE("theory extrapolates nothing", "[cli]") {
  const ScratchFolder folder;
  for (const char* options : {"--packing-fraction 0.6", "--packing-fraction 0.75 --dimensions 2"}) {
    const Outcome outcome =
        run_in(folder.path(), std::string("$CLAUSIUS theory --count 500 --json ") + options);
    REQUIRE(outcome.code == 0);
    const auto values = nlohmann::json::parse(outcome.out)["values"];
    for (const char* name : {"compressibility_factor", "collision_rate", "mean_free_path"}) {
      CHECK(values[name]["value"].is_null());
      CHECK(values[name]["in_range"] == false);
    }
    CHECK(values["number_density"]["value"].is_number());
  }
  const Outcome ideal =
      run_in(folder.path(), "$CLAUSIUS theory --packing-fraction 1e-17 --count 100 --json");
  const auto values = nlohmann::json::parse(ideal.out)["values"];
  CHECK(values["compressibility_factor"]["value"] == 1.0);
  CHECK(values["collision_rate"]["value"].get<double>() > 0);
}

TEST_CASE("body prints what follows from the shapes", "[cli]") {
  const ScratchFolder scratch;
  write_file(
      scratch.path() / "s.toml",
      "box.size = [9, 9, 9]\n"
      "[[species]]\nname = \"rod\"\ncount = 5\nshape = \"capsule\"\n"
      "diameter = 0.6\nshaft = 0.8\ndensity = 3000\n"
      "[[species]]\nname = \"row\"\ncount = 5\nshape = \"clump\"\nmass_convention = \"grid\"\n"
      "spheres = [[1, 2, 3, 0.5], [1, 3, 3, 0.5]]\nmass = 1\n");
  const Outcome text = run_in(scratch.path(), "$CLAUSIUS body s.toml");
  CHECK(text.code == 0);
  CHECK(text.err.empty());
  CHECK_THAT(text.out, Catch::Contains("1017.88"));
  const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS body s.toml --json");
  CHECK(outcome.code == 0);
  const auto species = nlohmann::json::parse(outcome.out)["species"];
  REQUIRE(species.size() == 2);
  CHECK(species[0]["name"] == "rod");
  CHECK(species[0]["mass"].get<double>() == Approx(1017.876019763).epsilon(1e-12));
  CHECK(species[0]["volume"].get<double>() == Approx(0.339292006588).epsilon(1e-11));
  CHECK(species[0]["inertia"][0][0].get<double>() == Approx(42.75079283005).epsilon(1e-12));
  CHECK(species[0]["principal_moments"][2].get<double>() == Approx(148.49680154988).epsilon(1e-12));
  CHECK(species[0]["principal_axes"][0] == nlohmann::json({1.0, 0.0, 0.0}));
  CHECK(species[0]["bounding_radius"].get<double>() == Approx(0.7));
  CHECK(species[1]["mass"] == 1.0);
  CHECK(species[1]["centre"][1].get<double>() == Approx(2.5).epsilon(1e-12));
  CHECK(species[1]["principal_axes"][0] == nlohmann::json({0.0, 1.0, 0.0}));
  CHECK(species[1]["principal_moments"][0].get<double>() == Approx(0.1).epsilon(0.01));
  CHECK(species[1]["principal_moments"][1].get<double>() == Approx(0.35).epsilon(0.01));
  CHECK(species[1]["grid_error"].get<double>() < 0.01);
  CHECK(holds_only(scratch.path(), "s.toml"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS check s.toml").code == 0);
}

TEST_CASE("list shows every observable, as JSON and as the reference page too", "[cli]") {
  const ScratchFolder scratch;
  const Outcome text = run_in(scratch.path(), "$CLAUSIUS list --observables");
  const Outcome json = run_in(scratch.path(), "$CLAUSIUS list --observables --json");
  const Outcome page = run_in(scratch.path(), "$CLAUSIUS list --observables --markdown");
  CHECK(text.code == 0);
  CHECK(page.code == 0);
  REQUIRE(json.code == 0);
  const auto list = nlohmann::json::parse(json.out);
  CHECK(list.size() > 100);
  for (const auto& one : list) {
    const auto name = one.at("name").get<std::string>();
    INFO(name);
    CHECK_THAT(text.out, Catch::Contains("  " + name + " "));
    CHECK_THAT(page.out, Catch::Contains("| `" + name + "` | "));
    for (const char* field : {"meaning", "unit", "per"})
      CHECK_FALSE(one.at(field).get<std::string>().empty());
    CHECK(one.at("needs").is_string());
  }
  // To write it anew: clausius list --observables --markdown > studies/reference/observables.md
  CHECK(page.out == read_file(project_folder() / "studies/reference/observables.md"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS list --json").code == 2);
  CHECK(run_in(scratch.path(), "$CLAUSIUS list --markdown").code == 2);
  CHECK(run_in(scratch.path(), "$CLAUSIUS list --observables --json --markdown").code == 2);
}

TEST_CASE("list shows every key of a study, as reference page and as schema too", "[cli]") {
  const ScratchFolder scratch;
  const Outcome text = run_in(scratch.path(), "$CLAUSIUS list --keys");
  const Outcome page = run_in(scratch.path(), "$CLAUSIUS list --keys --markdown");
  const Outcome schema = run_in(scratch.path(), "$CLAUSIUS list --keys --json");
  CHECK(text.code == 0);
  for (const clausius::StudyKey& key : clausius::study_keys()) {
    INFO(key.path());
    CHECK_THAT(text.out, Catch::Contains(key.path() + " "));
    CHECK_THAT(page.out, Catch::Contains("| `" + std::string(key.key) + "` | "));
    // A sentence that stands alone.
    CHECK(std::isupper(static_cast<unsigned char>(key.meaning.front())));
    CHECK_THAT(std::string(key.meaning), Catch::EndsWith("."));
    CHECK_FALSE(key.allowed.empty());
    // A schema says where a key stands and what it means.
    const nlohmann::json* node = nullptr;
    const auto document = nlohmann::json::parse(schema.out);
    node = &document;
    std::istringstream steps(key.path());
    for (std::string step; std::getline(steps, step, '.');) {
      if (node->contains("items")) node = &node->at("items");
      node = &node->at("properties").at(step);
    }
    CHECK(node->at("description").get<std::string>() == key.meaning);
  }
  // To write them anew: clausius list --keys --markdown > studies/reference/study.md and
  // clausius list --keys --json > studies/reference/study.schema.json
  CHECK(page.out == read_file(project_folder() / "studies/reference/study.md"));
  CHECK(schema.out == read_file(project_folder() / "studies/reference/study.schema.json"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS list --keys --observables").code == 2);
}

TEST_CASE("new writes a schema beside a study, and short studies", "[cli]") {
  const ScratchFolder scratch;
  const Outcome written = run_in(scratch.path(), "$CLAUSIUS new --schema mixture");
  CHECK(written.code == 0);
  CHECK(written.out == "mixture.toml\nstudy.schema.json\n");
  CHECK_THAT(read_file(scratch.path() / "mixture.toml"),
             Catch::StartsWith("#:schema ./study.schema.json\n# "));
  CHECK(read_file(scratch.path() / "study.schema.json") ==
        read_file(project_folder() / "studies/reference/study.schema.json"));
  CHECK(run_in(scratch.path(), "$CLAUSIUS new --schema pressure").code == 0);
  CHECK(run_in(scratch.path(), "$CLAUSIUS new --schema mixture -").code == 2);
  const Outcome brief = run_in(scratch.path(), "$CLAUSIUS new --short mixture -");
  CHECK(brief.out == read_file(project_folder() / "studies/mixture.toml"));
}

TEST_CASE("a study may be a built-in one or stand in standard input", "[cli]") {
  const ScratchFolder scratch;
  const std::string few =
      " --set species.0.count=20 --set species.1.count=20 --set species.2.count=20 "
      "--set run.measure=1 "
      "--set run.equilibrate=1 --set run.samples=2";
  const Outcome by_name = run_in(scratch.path(), "$CLAUSIUS body mixture --json");
  CHECK(by_name.code == 0);
  CHECK(run_in(scratch.path(), "$CLAUSIUS new mixture - | $CLAUSIUS body - --json").out ==
        by_name.out);
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS check mixture" + few).out,
             Catch::Contains("particles                60\n"));
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS body mixture --set species.0.mass=7.5").out,
             Catch::Contains("7.5"));
  const Outcome run =
      run_in(scratch.path(), "$CLAUSIUS run mixture --no-plots --quiet --set check=[]" + few);
  CHECK(run.code == 0);
  CHECK(std::filesystem::exists(scratch.path() / "runs/mixture/summary.json"));
  // A file of that name has precedence.
  write_file(scratch.path() / "mixture", "seed = -1");
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS check mixture").err,
             Catch::Contains("mixture:1:8: seed: -1 is out of range"));
  CHECK_THAT(run_in(scratch.path(), "echo 'seed = -1' | $CLAUSIUS check -").err,
             Catch::Contains("stdin:1:8: seed: -1 is out of range"));
  CHECK_THAT(run_in(scratch.path(), "$CLAUSIUS check pressure --set seed").err,
             Catch::Contains("--set seed: has no value"));
}

TEST_CASE("explain knows keys, observables, tables, commands and exit codes", "[cli][long]") {
  const ScratchFolder scratch;
  const auto explain = [&](const std::string& name) {
    return run_in(scratch.path(), "$CLAUSIUS explain '" + name + "'");
  };
  // Each name with a heading that its explanation has.
  std::vector<std::pair<std::string, std::string>> asked;
  const auto starts = [&](const std::string& name, const std::string& heading) {
    asked.emplace_back(name, heading);
  };
  for (const clausius::StudyKey& key : clausius::study_keys())
    starts(key.path(), key.path() + " (key of a study file)");
  for (const clausius::MeasurementKind& kind : clausius::all_kinds()) {
    for (const clausius::DeclaredObservable& one : kind.observables)
      starts(one.full_name(), one.full_name() + " (observable)");
    for (const clausius::DeclaredTable& one : kind.tables) {
      starts(std::string(one.name), std::string(one.name) + " (table of the run folder)");
      for (const clausius::DeclaredColumn& column : one.columns)
        for (const std::string& name : column.names()) starts(name, name + " (column of ");
    }
  }
  starts("s", "s (column of structure_factor.csv)");
  starts("theory_SPECIES", "theory_SPECIES (column of temperature_exchange.csv)");
  starts("kinetic_energy", "kinetic_energy (column of history.csv)");
  CHECK_THAT(explain("s_error").out,
             Catch::StartsWith("s_error (column of structure_factor.csv)\n") &&
                 Catch::Contains("\n  stands for  the standard error of s\n"));
  CHECK_THAT(explain("square_displacement_theory").out,
             Catch::Contains("\n  stands for  the value of square_displacement by theory\n") &&
                 Catch::Contains("\n  unit        m^2\n"));
  CHECK_THAT(explain("haff").out, Catch::Contains("\n  meaning     Temperature by Haff's law"));
  for (const char* command :
       {"run", "check", "plot", "list", "new", "body", "bench", "theory", "cite", "sweep",
        "sweep-plot", "compare", "explain", "manual", "completion"})
    starts(command, std::string(command) + " (command)");
  for (const char* code : {"0", "1", "2", "3", "130"})
    starts(code, std::string(code) + " (exit code)");
  starts("accommodation", "wall.accommodation (key of a study file)");
  starts("accommodation", "obstacle.accommodation (key of a study file)");
  // Several at once, for to begin takes the program longer than to explain.
  constexpr std::size_t kAtOnce = 50;
  for (std::size_t first = 0; first < asked.size(); first += kAtOnce) {
    const std::size_t end = std::min(first + kAtOnce, asked.size());
    std::string names;
    for (std::size_t i = first; i < end; ++i) names += "'" + asked[i].first + "' ";
    const Outcome outcome = run_in(scratch.path(), "$CLAUSIUS explain " + names);
    CHECK(outcome.code == 0);
    std::size_t at = 0;  // they are answered in turn
    for (std::size_t i = first; i < end; ++i) {
      INFO(asked[i].first);
      at = outcome.out.find(asked[i].second, at);
      REQUIRE(at != std::string::npos);
    }
  }
  const Outcome unknown = explain("colision_rate");
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::StartsWith("explain: \"colision_rate\" is not known, did you mean "
                                            "\"collision_rate\""));
  const Outcome both = run_in(scratch.path(), "$CLAUSIUS explain colision_rate series.fit");
  CHECK(both.code == 2);
  CHECK_THAT(both.out, Catch::Contains("series.fit (table of a study file)"));
  CHECK(both.err == unknown.err);
}
