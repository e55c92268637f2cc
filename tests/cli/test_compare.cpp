#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.h"

// `clausius compare` as a user runs it, and what series and sweeps say on the terminal.

namespace {

namespace fs = std::filesystem;

constexpr const char* kGas =
    "title = \"Argon\"\nseed = 3\nunits.system = \"SI\"\nbox.number_density = 2.5e25\n"
    "[[species]]\nname = \"argon\"\ncount = 100\ndiameter = 3.66e-10\nmass = 6.6335e-26\n"
    "temperature = 300.0\n[run]\nequilibrate = 1\nmeasure = 100\nsamples = 100\n";

struct CompareLab {
  CompareLab() { write_file(path() / "gas.toml", kGas); }
  [[nodiscard]] const fs::path& path() const { return scratch.path(); }
  void make(const std::string& folder, const std::string& options = "") const {
    const Outcome outcome =
        run_in(path(), "$CLAUSIUS run gas.toml --quiet --no-plots --out " + folder + ' ' + options);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
  }
  [[nodiscard]] Outcome compare(const std::string& arguments) const {
    return run_in(path(), "$CLAUSIUS compare " + arguments);
  }
  ScratchFolder scratch;
};

}  // namespace

TEST_CASE("runs stand side by side, and must be equal if that is required", "[cli]") {
  const CompareLab lab;
  lab.make("a");
  lab.make("b", "--seed 4");
  lab.make("hot/a", "--set species.0.temperature=1000.0");

  const Outcome two = lab.compare("a b");
  CHECK(two.code == 0);
  CHECK_THAT(two.out, Catch::Contains("  seed  3  4\n") && Catch::Contains("difference") &&
                          Catch::Contains("\n  mean_free_path ") && !Catch::Contains("same seed"));
  CHECK(lab.compare("a b --require-equal 6").code == 0);
  CHECK(lab.compare("a b --require-equal 1e-3").code == 3);

  const Outcome hot = lab.compare("a hot/a b --require-equal 6");
  CHECK(hot.code == 3);
  CHECK_THAT(hot.out, Catch::Contains("species.0.temperature") &&
                          Catch::Contains("The same seed as a: hot/a."));
  CHECK_THAT(hot.err,
             Catch::Contains("differs: collision_rate of hot/a: +") && !Catch::Contains(" of b: "));

  // JSON and CSV have the numbers of the table.
  const auto json = nlohmann::json::parse(lab.compare("a hot/a --json").out);
  CHECK(json.at("studies") ==
        nlohmann::json::parse(
            R"([{"key": "species.0.temperature", "values": ["300.0", "1000.0"]}])"));
  CHECK(json.at("runs")[1].at("same_seed_as_first") == true);
  const auto& first = json.at("observables")[0];
  const double from = first.at("values")[0].at("value"), to = first.at("values")[1].at("value");
  CHECK(first.at("values")[1].at("difference").get<double>() == Approx(to - from));
  const std::string csv = lab.compare("a hot/a --csv").out;
  CHECK_THAT(csv, Catch::StartsWith("case,observable,run,value,error,theory,difference,"
                                    "difference_error,z,unit\n,collision_rate,a,"));

  // A run is not compared with itself or with what is none, and not replaced.
  const Outcome wrong = lab.compare("a a nothing");
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err,
             Catch::Contains("a: is given twice") && Catch::Contains("nothing: no such folder"));
  CHECK_THAT(lab.compare("a").err, Catch::Contains("is one run; allowed: two or more"));
  const std::string before = read_file(lab.path() / "b" / "summary.json");
  const Outcome over = lab.compare("a b --out b --force");
  CHECK(over.code == 2);
  CHECK_THAT(over.err, Catch::Contains("b: is the folder of a run; allowed: another --out"));
  CHECK(read_file(lab.path() / "b" / "summary.json") == before);
  write_file(lab.path() / "reduced.toml", kShortRun);
  REQUIRE(run_in(lab.path(), "$CLAUSIUS run reduced.toml --quiet --no-plots --out r").code == 0);
  CHECK_THAT(lab.compare("a r").err, Catch::Contains("r: is in reduced units, a is not"));
}

TEST_CASE("three temperatures come into one figure, from runs or from a series", "[cli][long]") {
  const CompareLab lab;
  for (const std::string kelvin : {"100", "300", "1000"})
    lab.make("t" + kelvin, "--set species.0.temperature=" + kelvin + ".0");
  const Outcome outcome = lab.compare("t100 t300 t1000 --out c --format svg");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  const std::string svg = read_file(lab.path() / "c" / "figures" / "speed_distribution.svg");
  CHECK_THAT(svg, Catch::Contains("T = 100 K") && Catch::Contains("T = 300 K") &&
                      Catch::Contains("T = 1000 K") && Catch::Contains("speed (km/s)"));
  CHECK(fs::exists(lab.path() / "c" / "comparison.csv"));
  CHECK(fs::exists(lab.path() / "c" / "studies.csv"));
  CHECK(lab.compare("t100 t300 --out c").code == 2);
  CHECK(lab.compare("t100 t300 --out c --force").code == 0);

  const Outcome series =
      run_in(lab.path(),
             "$CLAUSIUS run gas.toml --out s --set "
             "'series.key=\"species.0.temperature\"' --set 'series.values=[100.0, 1000.0]' --set "
             "'series.show=[\"pressure_virial\"]'");
  CHECK(series.code == 0);
  CHECK(fs::exists(lab.path() / "s" / "figures" / "series_speed_distribution.png"));
  // Values with theory, case by case, in a unit; and the case of the table above is named.
  CHECK_THAT(series.out,
             Catch::Contains("the study itself, species.0.temperature = 300.0; the 2 cases") &&
                 Catch::Contains("  pressure_virial (kPa) ") && Catch::Contains("\n  100.0 ") &&
                 Catch::Contains("34.604"));
  CHECK_THAT(lab.compare("s").out,
             Catch::Contains("species.0.temperature") && Catch::Contains("T = 1000 K"));

  const Outcome alone =
      run_in(lab.path(), "$CLAUSIUS run s/study.toml --no-series --no-plots --out alone");
  CHECK(alone.code == 0);
  CHECK_FALSE(fs::exists(lab.path() / "alone" / "cases"));
  CHECK(read_file(lab.path() / "alone" / "observables.csv") ==
        read_file(lab.path() / "s" / "observables.csv"));
}

TEST_CASE("a sweep prints its points, names what can be drawn, and is laid over another", "[cli]") {
  const CompareLab lab;
  write_file(lab.path() / "gas.toml",
             "box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 100\n[run]\n"
             "equilibrate = 1\nmeasure = 100\nsamples = 50\n[[check]]\n"
             "observable = \"mean_free_path\"\n");
  const std::string sweep =
      "$CLAUSIUS sweep gas.toml --no-plots --vary box.packing_fraction=0.01,0.02,0.05,0.1,0.3 ";
  const Outcome outcome = run_in(lab.path(), sweep + "--out s");
  INFO(outcome.err);
  CHECK((outcome.code == 0 || outcome.code == 3));
  CHECK_THAT(outcome.out,
             Catch::Contains("  packing_fraction   mean_free_path   theory       z\n") &&
                 Catch::Contains("\n  0.05 ") && Catch::Contains(" σ\n"));
  // The cases of a thin gas warn; each warning once, with the number of the others.
  CHECK_THAT(outcome.err,
             Catch::Contains("warning: case packing_fraction=0.01") || Catch::Equals(""));

  const Outcome refused = run_in(lab.path(), "$CLAUSIUS plot s");
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("clausius sweep-plot s"));
  const Outcome names = run_in(lab.path(), "$CLAUSIUS sweep-plot s");
  CHECK(names.code == 0);
  CHECK_THAT(names.out, Catch::Contains("mean_free_path ") && Catch::Contains("with theory"));

  const auto plotted = [&](const std::string& options) {
    const Outcome plot = run_in(lab.path(), "$CLAUSIUS sweep-plot s " + options);
    INFO(plot.err);
    CHECK(plot.code == 0);
    return read_file(lab.path() / "s/figures/mean_free_path_over_packing_fraction.gp");
  };
  // A free path that falls from 8 to 0.2 belongs on logarithmic axes, unless others are asked for.
  CHECK_THAT(
      plotted("--y mean_free_path --reference mean_free_path"),
      Catch::Contains("logarithmic_x = 1\nlogarithmic_y = 1\n") && Catch::Contains("dilute gas"));
  CHECK(fs::exists(lab.path() / "s/figures/mean_free_path_over_packing_fraction_reference.csv"));
  CHECK_THAT(plotted("--y mean_free_path --log none"),
             Catch::Contains("logarithmic_x = 0\nlogarithmic_y = 0\n"));
  CHECK_THAT(plotted("--y mean_free_path --log y"),
             Catch::Contains("logarithmic_x = 0\nlogarithmic_y = 1\n"));
  CHECK(run_in(lab.path(), "$CLAUSIUS sweep-plot s --y kurtosis_a2 --reference ideal_gas").code ==
        2);
  CHECK(run_in(lab.path(), "$CLAUSIUS sweep-plot s --y mean_free_path --reference gas").code == 2);

  CHECK(run_in(lab.path(), sweep + "--quiet --seed 9 --out t").out.empty());
  const Outcome both = lab.compare("s t --out c");
  CHECK(both.code == 0);
  CHECK_THAT(both.out, Catch::Contains("\npacking_fraction = 0.05\n"));
  CHECK(fs::exists(lab.path() / "c/figures/mean_free_path_over_packing_fraction.png"));
}

TEST_CASE("what a gas of hard particles does not have is explained", "[cli]") {
  const ScratchFolder scratch;
  for (const char* name : {"attraction", "van der Waals", "Lennard-Jones", "Boyle", "real_gas",
                           "second virial coefficient"}) {
    INFO(name);
    const Outcome outcome = run_in(scratch.path(), std::string("$CLAUSIUS explain '") + name + "'");
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.out, Catch::Contains("there is no attraction") &&
                                Catch::Contains("compressibility_factor"));
  }
}
