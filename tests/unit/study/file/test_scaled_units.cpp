#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// Units in which a gas is written down, as powers of two, so that its numbers keep their digits.
struct Scale {
  int length, mass, time;
};

// The text of a study whose every number with a unit is multiplied by that unit.
class Scaled {
 public:
  explicit Scaled(Scale by) : by_(by) {}

  [[nodiscard]] std::string length(double x) const { return scaled(x, 1, 0, 0); }
  [[nodiscard]] std::string velocity(double x) const { return scaled(x, 1, 0, -1); }
  [[nodiscard]] std::string energy(double x) const { return scaled(x, 2, 1, -2); }
  [[nodiscard]] std::string time(double x) const { return scaled(x, 0, 0, 1); }
  [[nodiscard]] std::string rate(double x) const { return scaled(x, 0, 0, -1); }
  [[nodiscard]] std::string acceleration(double x) const { return scaled(x, 1, 0, -2); }
  [[nodiscard]] std::string diffusion_of_velocity(double x) const { return scaled(x, 2, 0, -3); }
  [[nodiscard]] std::string mass(double x) const { return scaled(x, 0, 1, 0); }
  [[nodiscard]] double times_length(double x) const { return std::ldexp(x, by_.length); }
  [[nodiscard]] double times_velocity(double x) const {
    return std::ldexp(x, by_.length - by_.time);
  }
  [[nodiscard]] double times_rate(double x) const { return std::ldexp(x, -by_.time); }

  [[nodiscard]] std::string cube(double edge) const {
    return fmt::format("size = [{0}, {0}, {0}]\n", length(edge));
  }
  [[nodiscard]] std::string box(double edge, const std::string& more = "") const {
    return "[box]\n" + cube(edge) + more;
  }
  [[nodiscard]] std::string square(double edge, const std::string& more = "") const {
    return fmt::format("[box]\ndimensions = 2\nsize = [{0}, {0}]\n{1}", length(edge), more);
  }
  [[nodiscard]] std::string species(int count, const std::string& more = "") const {
    return fmt::format(
        "[[species]]\nname = \"a\"\ncount = {}\ndiameter = {}\nmass = {}\ntemperature = {}\n{}",
        count, length(1), mass(1), energy(1), more);
  }
  [[nodiscard]] std::string at_rest(int count) const {
    return fmt::format(
        "[[species]]\nname = \"a\"\ncount = {}\ndiameter = {}\nmass = {}\nvelocities = "
        "\"rest\"\n",
        count, length(1), mass(1));
  }

 private:
  [[nodiscard]] std::string scaled(double x, int length, int mass, int time) const {
    return fmt::format("{:.17e}",
                       std::ldexp(x, length * by_.length + mass * by_.mass + time * by_.time));
  }
  Scale by_;
};

const std::string kRun = "[run]\nequilibrate = 2\nmeasure = 20\nsamples = 10\n";

// A gas of each mechanism; viscoelastic gases have a constant whose unit is no product of powers of
// two.
std::vector<std::string> gases(const Scaled& u) {
  const std::string dissipates = "[collisions]\nrestitution = 0.8\n";
  return {
      u.box(8) + u.species(100) + kRun,
      u.square(12) + u.species(60) + kRun,
      u.box(6, "boundary = \"wall\"\n") + u.species(8) + dissipates + kRun,
      u.box(6,
            fmt::format("boundary = [\"periodic\", \"periodic\", \"wall\"]\ngravity = [0.0, 0.0, "
                        "{}]\n",
                        u.acceleration(-0.2))) +
          u.species(40) + kRun,
      u.box(6, "boundary = [\"wall\", \"periodic\", \"periodic\"]\n") + u.species(40) +
          fmt::format("[[wall]]\nface = \"x-low\"\ntemperature = {}\nvelocity = [0.0, {}, 0.0]\n",
                      u.energy(1), u.velocity(0.5)) +
          kRun,
      u.box(6, "boundary = [\"wall\", \"periodic\", \"periodic\"]\n") + u.species(40) +
          fmt::format("[[wall]]\nface = \"x-low\"\namplitude = {}\nfrequency = {}\n",
                      u.length(0.25), u.rate(0.5)) +
          kRun,
      u.box(8) + u.species(50) + dissipates +
          fmt::format("[[drive]]\nkind = \"random-kicks\"\nstrength = {}\ninterval = {}\n",
                      u.diffusion_of_velocity(0.25), u.time(0.125)) +
          kRun,
      u.box(8) + u.at_rest(50) +
          fmt::format("[[drive]]\nkind = \"random-kicks\"\nstrength = {}\ninterval = {}\n",
                      u.diffusion_of_velocity(0.25), u.time(0.125)) +
          "[run]\nequilibrate = 0\nmeasure = 10\nsamples = 10\n",
      u.box(8) + u.species(50) +
          fmt::format("[[drive]]\nkind = \"andersen\"\ntemperature = {}\nrate = {}\n", u.energy(1),
                      u.rate(0.5)) +
          kRun,
      u.box(8, fmt::format("shear_rate = {}\n", u.rate(0.25))) + u.species(50) +
          fmt::format("[[drive]]\nkind = \"rescale\"\ntemperature = {}\ninterval = {}\n",
                      u.energy(1), u.time(0.5)) +
          kRun,
      u.box(8) + u.species(50) + "[collisions]\n" +
          "tangential_restitution = 0.5\nrestitution = 0.9\n" + kRun,
      u.box(8) + u.species(30, fmt::format("shape = \"capsule\"\nshaft = {}\n", u.length(1))) +
          kRun,
      u.box(8) + u.species(30) +
          fmt::format("[[obstacle]]\nkind = \"ball\"\ncentre = [{0}, {0}, {0}]\nradius = {1}\n",
                      u.length(4), u.length(1)) +
          kRun,
      u.box(8) + u.species(30) + kRun +
          fmt::format("mode = \"time-step\"\ntime_step = {}\n", u.time(0.0078125)),
  };
}

}  // namespace

TEST_CASE("No unit of mass, length or time is built in", "[study][long]") {
  const Scale scale = GENERATE(Scale{0, 0, 50}, Scale{0, 0, -50}, Scale{60, 0, 0}, Scale{-60, 0, 0},
                               Scale{0, 60, 0}, Scale{0, -60, 0}, Scale{-31, -86, -41});
  const Scaled plain(Scale{0, 0, 0}), scaled(scale);
  const std::vector<std::string> first = gases(plain), second = gases(scaled);
  for (std::size_t k = 0; k < first.size(); ++k) {
    INFO(second[k]);
    const StudyResult one = run_study(parse(first[k])), other = run_study(parse(second[k]));
    CHECK(other.counters.collisions == one.counters.collisions);
    CHECK(other.counters.wall_collisions == one.counters.wall_collisions);
    CHECK(other.counters.cell_crossings == one.counters.cell_crossings);
    CHECK(other.counters.stale == one.counters.stale);
    CHECK(other.counters.pair_tests == one.counters.pair_tests);
    CHECK(other.counters.steps == one.counters.steps);
    REQUIRE(other.final.position.size() == one.final.position.size());
    bool same = true;
    for (std::size_t i = 0; i < one.final.position.size(); ++i)
      for (int axis = 0; axis < 3; ++axis) {
        same = same &&
               other.final.position[i][axis] == scaled.times_length(one.final.position[i][axis]);
        same = same &&
               other.final.velocity[i][axis] == scaled.times_velocity(one.final.velocity[i][axis]);
      }
    CHECK(same);
  }
}
