#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/core/random.h"

namespace clausius::testing {

/// Writes random studies, with any shapes, walls, obstacles, drives and laws of collision that the
/// sections of a study can express, each of which runs in less than about a second. Lengths, masses
/// and energies are within a factor of a few of 1. Some studies are invalid: objects in the box are
/// too large, or two features exclude each other. The program must refuse those.
///
/// Every statement draws once at most, so that all compilers write the same studies.
class RandomStudy {
 public:
  explicit RandomStudy(std::uint64_t seed) : random_(seed, Stream::analysis) {
    key("title", fmt::format("\"random study {}\"", seed));
    key("seed", fmt::format("{}", seed));
    write_box();
    write_species();
    write_collisions();
    write_walls();
    write_obstacles();
    write_drive();
    write_run();
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  // --- draws ------------------------------------------------------------------------------------

  bool chance(double probability) { return random_.uniform() < probability; }
  double between(double low, double high) { return low + (high - low) * random_.uniform(); }
  int whole(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<std::uint64_t>(high - low) + 1));
  }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return *(values.begin() + whole(0, static_cast<int>(values.size()) - 1));
  }
  /// The order of magnitude first, then the value within it, of either sign.
  double of_magnitude(std::initializer_list<double> magnitudes) {
    const double magnitude = one_of(magnitudes);
    return magnitude * between(-1, 1);
  }
  /// A coefficient of restitution; often one of the limits, for which there are special rules.
  double restitution() {
    const double inside = between(0, 1);
    return one_of({0.0, 0.5, 0.9, 0.99, 1.0, inside});
  }
  /// A number for each axis.
  template <class Draw>
  std::vector<double> per_axis(const Draw& draw) {
    std::vector<double> numbers;
    numbers.reserve(3);
    for (int axis = 0; axis < dimensions_; ++axis) numbers.push_back(draw(axis));
    return numbers;
  }

  // --- text -------------------------------------------------------------------------------------

  void section(std::string_view name) { text_ += fmt::format("\n{}\n", name); }
  void key(std::string_view name, const std::string& value) {
    text_ += fmt::format("{} = {}\n", name, value);
  }
  void key(std::string_view name, double value) { key(name, fmt::format("{:.6f}", value)); }
  void key(std::string_view name, const std::vector<double>& values) {
    key(name, fmt::format("[{:.6f}]", fmt::join(values, ", ")));
  }
  void word(std::string_view name, std::string_view value) {
    key(name, fmt::format("\"{}\"", value));
  }

  // --- sections ---------------------------------------------------------------------------------

  void write_box() {
    dimensions_ = whole(2, 3);
    bodies_ = chance(0.3);
    rough_ = chance(0.25);
    by_steps_ = chance(0.2) && !bodies_;
    elastic_ = chance(0.4);
    sheared_ = chance(0.1) && !by_steps_;
    particles_ = chance(0.15) ? whole(1, 3) : whole(4, bodies_ ? 40 : 150);
    const double room = between(1.5, chance(0.3) ? 12.0 : 4.0);
    const double mean = room * std::pow(particles_, 1.0 / dimensions_) + 1.5;
    std::string boundary;
    for (int axis = 0; axis < dimensions_; ++axis) {
      size_[axis] = mean * between(0.7, 1.4);
      periodic_[axis] = chance(0.5) || sheared_;
      boundary +=
          fmt::format("{}\"{}\"", axis == 0 ? "" : ", ", periodic_[axis] ? "periodic" : "wall");
    }
    narrowest_ = *std::min_element(size_.begin(), size_.begin() + dimensions_);
    section("[box]");
    key("dimensions", fmt::format("{}", dimensions_));
    key("size", per_axis([&](int axis) { return size_[axis]; }));
    key("boundary", "[" + boundary + "]");
    if (sheared_)
      key("shear_rate", between(-0.3, 0.3));
    else if (chance(0.4))
      key("gravity", per_axis([&](int axis) {
            const double pull = of_magnitude({0.0, 0.01, 0.1, 1.0});
            return periodic_[axis] ? 0 : pull;
          }));
  }

  void write_species() {
    const int species = chance(0.5) ? 1 : whole(2, 3);
    for (int k = 0; k < species; ++k) {
      section("[[species]]");
      word("name", fmt::format("s{}", k));
      key("count", fmt::format("{}", std::max(1, particles_ / species)));
      key("mass", between(0.1, 4));
      const double diameter = between(0.4, 1.4);
      if (bodies_ && (k == 0 || chance(0.7)))
        write_body(diameter);
      else
        key("diameter", diameter);
      const bool at_rest = chance(0.3);
      word("velocities", at_rest ? "rest" : one_of({"maxwell", "equal-speed", "beam"}));
      if (!at_rest) key("temperature", between(0.2, 3));
    }
    if (!chance(0.2)) return;
    section("[initial]");
    word("placement", "lattice");
  }

  void write_body(double diameter) {
    const bool is_capsule = chance(0.5);
    word("shape", is_capsule ? "capsule" : "clump");
    if (is_capsule) {
      key("diameter", 0.6 * diameter);
      key("shaft", chance(0.2) ? 0.0 : between(0.2, 1.5));
      return;
    }
    std::string members;
    for (int left = whole(1, 4); left > 0; --left) {
      std::vector<double> member = per_axis([&](int) { return between(-0.4, 0.4); });
      member.push_back(between(0.15, 0.4));
      members += fmt::format("[{:.6f}], ", fmt::join(member, ", "));
    }
    key("spheres", "[" + members + "]");
  }

  void write_collisions() {
    section("[collisions]");
    if (rough_) key("tangential_restitution", elastic_ ? 1.0 : between(-1, 1));
    if (elastic_) return;
    const bool friction = rough_ && chance(0.5);
    if (friction) key("friction", between(0, 1));
    if (friction) key("wall_friction", between(0, 1));
    if (chance(0.15) && !bodies_ && !rough_) {
      const double constant = between(0.01, 0.5);
      word("law", constant < 0.3 ? "viscoelastic" : "delta");
      key(constant < 0.3 ? "viscosity" : "delta", constant);
    } else {
      key("restitution", restitution());
    }
    key("wall_restitution", restitution());
    if (rough_) key("wall_tangential_restitution", between(-1, 1));
    if (chance(0.2)) key("contact_duration", one_of({1e-4, 1e-3}));
  }

  /// @return whether it is thermal
  bool write_law_of_wall() {
    const bool thermal = chance(0.4);
    if (thermal) {
      key("temperature", between(0.3, 2));
      key("accommodation", between(0.1, 1));
    } else if (chance(0.3) && !elastic_) {
      key("restitution", restitution());
    }
    return thermal;
  }

  void write_walls() {
    for (int face = 0; face < 2 * dimensions_; ++face) {
      const int axis = face / 2;
      if (periodic_[axis] || !chance(0.4)) continue;
      section("[[wall]]");
      word("face", fmt::format("{}-{}", "xyz"[axis], face % 2 == 0 ? "low" : "high"));
      const bool slides = write_law_of_wall() || (rough_ && !elastic_);
      if (chance(0.3)) {
        key("velocity", per_axis([&](int other) {
              const double speed = between(-1, 1);
              if (other == axis) return 0.02 * speed;
              return slides ? speed : 0.0;
            }));
        if (!chance(0.5)) continue;
        key("begin", between(0, 1));
        key("end", between(1.1, 3));
      } else if (chance(0.3)) {
        key("amplitude", between(0.01, 0.3));
        key("frequency", between(0.05, 2));
      }
    }
  }

  void write_obstacles() {
    if (!chance(0.35) || sheared_) return;
    for (int left = whole(1, 3); left > 0; --left) {
      section("[[obstacle]]");
      const std::string_view kind = dimensions_ == 2 ? one_of({"ball", "block", "plate", "polygon"})
                                                     : one_of({"ball", "block", "plate"});
      word("kind", kind);
      if (kind == "ball") write_ball();
      if (kind == "block") write_block();
      if (kind == "plate") write_plate();
      if (kind == "polygon") write_polygon();
      write_law_of_wall();
      if (chance(0.2)) key("until", between(0.1, 3));
    }
  }

  void write_ball() {
    key("radius", between(0.1, 0.2) * narrowest_);
    key("centre", per_axis([&](int axis) {
          const double part = between(0, 1);
          return 0.2 * narrowest_ + part * (size_[axis] - 0.4 * narrowest_);
        }));
  }

  void write_block() {
    const auto low = per_axis([&](int axis) { return between(0.1, 0.6) * size_[axis]; });
    key("low", low);
    key("high", per_axis([&](int axis) {
          return low[static_cast<std::size_t>(axis)] + between(0.05, 0.3) * size_[axis];
        }));
  }

  void write_plate() {
    const int axis = whole(0, dimensions_ - 1);
    word("axis", std::string_view("xyz").substr(static_cast<std::size_t>(axis), 1));
    key("position", between(0.3, 0.7) * size_[axis]);
    const bool thick = chance(0.5);
    if (thick) key("thickness", between(0, 0.5));
    if (chance(0.2)) return;
    std::vector<double> low, high, middle;
    for (int other = 0; other < dimensions_; ++other) {
      if (other == axis) continue;
      low.push_back(between(0.1, 0.4) * size_[other]);
      high.push_back(between(0.6, 0.9) * size_[other]);
      middle.push_back(between(0.45, 0.55) * size_[other]);
    }
    if (chance(0.5) && dimensions_ == 3) {
      key("hole_centre", middle);
      key("hole_radius", between(0.2, 0.4) * narrowest_);
    } else {
      key("hole", fmt::format("[[{:.6f}], [{:.6f}]]", fmt::join(low, ", "), fmt::join(high, ", ")));
    }
    if (chance(0.3)) key("opens", between(0, 2));
    if (chance(0.3) && !thick) key("door_speed", between(0.5, 2));
  }

  void write_polygon() {
    const double x = between(0.2, 0.6) * size_[0];
    const double y = between(0.2, 0.6) * size_[1];
    const double edge = between(0.1, 0.3) * narrowest_;
    const double rise = between(0, 0.5) * edge;
    const double lean = between(0, 0.5) * edge;
    key("vertices", fmt::format("[[{:.6f}, {:.6f}], [{:.6f}, {:.6f}], [{:.6f}, {:.6f}]]", x, y,
                                x + edge, y + rise, x + lean, y + edge));
  }

  void write_drive() {
    if (!chance(0.25)) return;
    section("[[drive]]");
    const std::string_view kind = one_of({"random-kicks", "andersen", "rescale", "reversal"});
    word("kind", kind);
    if (kind == "random-kicks") key("strength", between(0.01, 0.3));
    if (kind == "andersen") key("rate", between(0.05, 1));
    if (kind == "andersen" || kind == "rescale") key("temperature", between(0.3, 2));
    if (kind == "reversal")
      key("time", between(0.1, 1));
    else
      key("interval", one_of({0.05, 0.3}));
  }

  void write_run() {
    section("[run]");
    key("equilibrate", "0");
    const double scale = one_of({1.0, 4.0, 20.0});
    key("duration", scale * between(0.3, 1));
    key("samples", fmt::format("{}", whole(2, 12)));
    key("audit_every", fmt::format("{}", one_of({10, 100})));
    if (by_steps_) {
      word("mode", "time-step");
      if (chance(0.5)) key("time_step", between(0.002, 0.05));
    } else {
      word("scheduler", one_of({"calendar", "heap"}));
      if (chance(0.2)) key("cell_edge", between(1, 3));
    }
    if (chance(0.1)) key(one_of({"collision_statistics", "transport", "structure"}), "true");
  }

  RandomStream random_;
  std::string text_;
  int dimensions_ = 3;
  int particles_ = 1;
  bool bodies_ = false, rough_ = false, by_steps_ = false, elastic_ = true, sheared_ = false;
  std::array<double, 3> size_{};
  double narrowest_ = 1;  // of the edges of the box
  std::array<bool, 3> periodic_{};
};

}  // namespace clausius::testing
