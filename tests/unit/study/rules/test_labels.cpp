#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "clausius/study/runner.h"
#include "study/start/initial.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

const std::string kLabelledGas = R"(
[box]
packing_fraction = 0.01
[[species]]
name = "gas"
count = 500
[[species]]
name = "heavy"
count = 100
mass = 2.0
)";
const std::string kLabels = R"(
[[label]]
name = "s"
[[label]]
name = "i"
species = "heavy"
count = 50
[[label]]
name = "r"
[[relabel]]
from = "s"
to = "i"
by = "i"
probability = 0.5
[[relabel]]
from = "i"
to = "r"
rate = 0.03
)";

}  // namespace

TEST_CASE("Labels are read, written out, and refused where they make no sense", "[config]") {
  const StudyConfig study =
      parse(kLabelledGas + kLabels + "[[check]]\nobservable = \"label_mean_r\"\n");
  REQUIRE(study.labels.size() == 3);
  CHECK(study.labels[1].species == 1);
  CHECK(study.labels[1].count == 50);
  CHECK_FALSE(study.labels[2].count);
  REQUIRE(study.relabels.size() == 2);
  CHECK(study.relabels[0].by == 1);
  CHECK(study.relabels[0].chance() == 0.5);
  CHECK_FALSE(study.relabels[1].by);
  CHECK(study.relabels[1].chance() == 0.03);
  CHECK(parse(study.resolved_toml).resolved_toml == study.resolved_toml);

  const auto label = [](const std::string& keys) {
    return faults(kLabelledGas + "[[label]]\nname = \"s\"\n[[label]]\n" + keys);
  };
  CHECK_THAT(label("count = 3\n"), Catch::Contains("label[1].name: is missing"));
  CHECK_THAT(label("name = \"s\"\n"),
             Catch::Contains("label[1].name") && Catch::Contains("the name of another label"));
  CHECK_THAT(label("name = \"i\"\nspecies = \"no\"\n"), Catch::Contains("label[1].species"));
  CHECK_THAT(label("name = \"i\"\nspecies = \"heavy\"\ncount = 101\n"),
             Catch::Contains("label[1].count: 101 is out of range"));
  CHECK_THAT(faults(kLabelledGas + "[[label]]\nname = \"s\"\ncount = 3\n"),
             Catch::Contains("label[0].count: has no effect here"));

  const auto rule = [](const std::string& keys) {
    return faults(kLabelledGas + kLabels + "[[relabel]]\n" + keys);
  };
  CHECK_THAT(rule("rate = 1.0\n"), Catch::Contains("relabel[2].from: is missing") &&
                                       Catch::Contains("relabel[2].to: is missing"));
  CHECK_THAT(rule("from = \"s\"\nto = \"x\"\nrate = 1.0\n"), Catch::Contains("relabel[2].to"));
  CHECK_THAT(rule("from = \"s\"\nto = \"s\"\nrate = 1.0\n"), Catch::Contains("another one"));
  CHECK_THAT(rule("from = \"s\"\nto = \"r\"\n"), Catch::Contains("relabel[2].rate: is missing"));
  CHECK_THAT(rule("from = \"s\"\nto = \"r\"\nby = \"i\"\nprobability = 0.6\n"),
             Catch::Contains("relabel[2].probability: makes 1.1"));
  CHECK_THAT(rule("from = \"s\"\nto = \"r\"\nby = \"i\"\nrate = 0.6\n"),
             Catch::Contains("relabel[2].rate: has no effect here; allowed: only without by"));
}

TEST_CASE("Windows are read, written out, and refused where they make no sense", "[config]") {
  const std::string window = "[[window]]\nname = \"w\"\n";
  const StudyConfig study = parse(
      kLabelledGas + window + "region_low = [0, 0, 0]\nregion_high = [1, 2, 3]\nspeed_low = 2\n" +
      "[[label]]\nname = \"s\"\n[[label]]\nname = \"i\"\nwindow = \"w\"\n" +
      "[[check]]\nobservable = \"window_variance_w\"\n");
  REQUIRE(study.windows.size() == 1);
  CHECK(study.windows[0].region_high == std::vector<double>{1, 2, 3});
  CHECK(study.windows[0].speed_low == 2.0);
  CHECK_FALSE(study.windows[0].speed_high);
  CHECK(study.labels[1].window == 0);
  CHECK(parse(study.resolved_toml).resolved_toml == study.resolved_toml);
  const auto problems = [&](const std::string& keys) {
    return faults(kLabelledGas + window + keys);
  };
  CHECK_THAT(problems("region_low = [0, 0, 0]\n"),
             Catch::Contains("window[0].region_high: is missing"));
  CHECK_THAT(
      problems("region_low = [0, 0, 0]\nregion_high = [1, 1, 99]\n"),
      Catch::Contains("window[0].region_high: ") && Catch::Contains("outside the box along z"));
  CHECK_THAT(problems("velocity_low = [0, 0, 0]\nvelocity_high = [1, 0, 1]\nspeed_high = 1\n"),
             Catch::Contains("not above velocity_low along y"));
  CHECK_THAT(
      problems("velocity_low = [0, 0, 0]\nvelocity_high = [1, 1, 1]\nspeed_high = 1\n"),
      Catch::Contains("window[0].speed_high: ") && Catch::Contains("given beside velocity_low"));
  CHECK_THAT(problems("speed_low = 2\nspeed_high = 1\n"), Catch::Contains("not above speed_low"));
  CHECK_THAT(
      faults(kLabelledGas + "[[label]]\nname = \"s\"\n[[label]]\nname = \"i\"\nwindow = \"x\"\n"),
      Catch::Contains("label[1].window") && Catch::Contains("not a window"));
}

TEST_CASE("Labels leave the motion alone and do not depend on the scheduler") {
  const std::string run = "[run]\nequilibrate = 1\nmeasure = 8\nsamples = 20\ntrajectory = 2\n";
  const auto find = [](const StudyResult& result) -> const Table& {
    for (const Table& table : result.tables)
      if (table.name == "labels") return table;
    FAIL("no table of the labels");
    throw std::logic_error("labels");
  };
  const StudyResult without = run_study(parse(kLabelledGas + run), {});
  const StudyResult with = run_study(parse(kLabelledGas + kLabels + run), {});
  const StudyResult heap =
      run_study(parse(kLabelledGas + kLabels + run + "scheduler = \"heap\"\n"), {});
  CHECK(without.final.position == with.final.position);
  CHECK(without.final.label.empty());
  CHECK(with.initial.label.empty());
  CHECK(with.final.label.size() == 600);
  CHECK(with.trajectory.at(0).label != with.final.label);
  CHECK(with.final.label == heap.final.label);
  const auto& theirs = find(heap).columns;
  const auto& ours = find(with).columns;
  REQUIRE(ours.size() == 10);
  for (std::size_t k = 0; k < ours.size(); ++k) CHECK(ours[k].values == theirs[k].values);
}

TEST_CASE("Labels are passed on as often as those that carry them meet") {
  // Two species: they meet at four rates.
  const StudyResult result =
      run_study(parse(kLabelledGas + kLabels +
                      "[[relabel]]\nfrom = \"r\"\nto = \"s\"\nby = \"r\"\nprobability = 0.3\n"
                      "[run]\nequilibrate = 2\nmeasure = 12\nsamples = 20\nreplicas = 4\n"
                      "[initial]\nplacement = \"random\"\n"),
                {});
  int seen = 0;
  for (const Observable& one : result.observables) {
    if (one.name.rfind("label_", 0) != 0) continue;
    ++seen;
    INFO(one.name << ' ' << one.value << " ± " << *one.error << ", theory " << *one.theory);
    CHECK(std::abs(one.z().value()) < 4);
    CHECK(*one.error < 0.02);
  }
  CHECK(seen == 6);
}

TEST_CASE("A window may be the dark of a picture", "[config]") {
  const std::string box =
      "[box]\ndimensions = 2\nsize = [20, 10]\n[[species]]\nname = 'a'\ncount = 50\n";
  const std::string window = "[[window]]\nname = 'w'\n";
  const StudyConfig study = parse(box + window + "bitmap = '''\n#.\n.#\n'''\n");
  REQUIRE(study.windows.size() == 1);
  const PhaseWindow& w = study.windows[0];
  CHECK(w.region_high == std::vector<double>{20, 10});
  const Vec<2> still = Vec<2>::Zero();
  CHECK(w.contains<2>({5, 7}, still));
  CHECK(!w.contains<2>({15, 7}, still));
  CHECK(w.contains<2>({15, 2}, still));
  CHECK(!w.contains<2>({5, 2}, still));
  const StudyConfig part = parse(
      box + window + "region_low = [10, 0]\nregion_high = [20, 10]\nbitmap = \"#.\\n.#\\n\"\n");
  CHECK(!part.windows[0].contains<2>({5, 7}, still));
  CHECK(part.windows[0].contains<2>({12, 7}, still));
  CHECK(parse(part.resolved_toml).resolved_toml == part.resolved_toml);
  CHECK(parse(study.resolved_toml).windows[0].bitmap.text() == "#.\n.#\n");

  using Catch::Contains;
  CHECK_THAT(faults(box + window + "bitmap = '''\n#x\n'''\n"),
             Contains("study.toml:9:10: window[0].bitmap: character 2 of row 1 is not a pixel; "
                      "allowed: the path of a picture"));
  CHECK_THAT(faults(box + window + "bitmap = '''\n...\n'''\n"), Contains("nothing in it is dark"));
  CHECK_THAT(faults(box + window + "bitmap = 'nowhere.png'\n"), Contains("cannot be read"));
  CHECK_THAT(faults(box + window + "bitmap = 3\n"), Contains("window[0].bitmap"));
  CHECK_THAT(faults("[initial]\nplacement = 'lattice'\n" + box + "bitmap = '''\n#\n'''\n"),
             Contains("species[0].bitmap: has no effect here; allowed: only with placement"));
}

TEST_CASE("Particles are placed in the dark of a picture", "[study]") {
  const StudyConfig study = parse(
      "[box]\ndimensions = 2\nsize = [30, 20]\nboundary = 'wall'\n[[species]]\nname = 'a'\ncount = "
      "60\n"
      "bitmap = '''\n#..\n.##\n'''\n[[species]]\nname = 'b'\ncount = 20\ndiameter = 0.5\n"
      "region_low = [0, 0]\nregion_high = [10, 20]\nbitmap = '''\n.\n#\n'''\n");
  const Snapshot start = make_initial_state(study);
  REQUIRE(start.position.size() == 80);
  for (std::size_t i = 0; i < start.position.size(); ++i) {
    const double x = start.position[i][0], y = start.position[i][1];
    INFO(x << ", " << y);
    if (start.species[i] == "a")
      CHECK((x < 10 ? y >= 10 : y < 10));
    else
      CHECK((x < 10 && y < 10));
  }
}

TEST_CASE("The ink of a picture scatters as it diffuses, and comes back", "[study][physics]") {
  const StudyConfig study = parse(
      "[box]\ndimensions = 2\nsize = [80, 40]\n[[species]]\nname = 'a'\ncount = 200\n"
      "[[window]]\nname = 'w'\nbitmap = '''\n#...\n..#.\n'''\n[[label]]\nname = 'paper'\n"
      "[[label]]\nname = 'ink'\nwindow = 'w'\n[[drive]]\nkind = 'reversal'\ntime = 8.0\n"
      "[run]\nequilibrate = 0\nduration = 16.0\nsamples = 16\ntrajectory = 4\nreplicas = 8\n");
  const StudyResult result = run_study(study, {});
  for (const Observable& one : result.observables) {
    if (one.name == "label_in_place_ink") {
      CHECK(one.value == 1);
      REQUIRE(one.theory);
      CHECK(*one.theory == 1);
    }
    if (one.name == "label_scattered_ink") {
      REQUIRE(one.z());
      CHECK(std::abs(one.z().value()) < 4);
      CHECK(one.value > 0.3);
    }
  }
  // The frame at the start knows the labels, too.
  REQUIRE(result.measured_from);
  CHECK(std::count(result.measured_from->label.begin(), result.measured_from->label.end(), 1) > 20);
  // Without a reversal they stay where they went.
  const StudyResult away = run_study(parse(study.resolved_toml, {{"drive", "[]"}}), {});
  for (const Observable& one : away.observables)
    if (one.name == "label_in_place_ink") CHECK(std::abs(one.z().value()) < 4);
}
