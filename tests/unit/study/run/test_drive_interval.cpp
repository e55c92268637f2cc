#include <catch2/catch.hpp>
#include <cmath>

#include "engine/drive.h"
#include "engine/engine.h"
#include "study/run/drive_interval.h"
#include "study/run/setup.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr auto kNoLimit = Engine<3>::kNoLimit;

DriveConfig drive_of(DriveType kind, double strength = 0) {
  DriveConfig drive;
  drive.kind = kind;
  drive.strength = strength;
  return drive;
}

template <int Dim>
double interval_of(const DriveConfig& drive, const SmallGas<Dim>& system) {
  return usual_drive_interval(drive, system.gas, system.start,
                              estimated_kt(system.gas, system.start));
}

template <int Dim>
double flight_of(const SmallGas<Dim>& system) {
  return 1 / enskog_rate(system.gas, system.start, estimated_kt(system.gas, system.start));
}

/// By what part of itself the temperature changes in an interval, on average over ten, after
/// `after` flights without the drive, in which stresses arise.
template <int Dim>
double change_without(const SmallGas<Dim>& system, double interval, double after) {
  const auto engine = make_engine(system.gas, system.start);
  const double begin = after * flight_of(system);
  const auto kt_at = [&](double time) {
    engine->advance(time, kNoLimit, nullptr);
    return estimated_kt(system.gas, engine->state());
  };
  const double before = kt_at(begin);
  return std::log(kt_at(begin + 10 * interval) / before) / 10;
}

}  // namespace

TEST_CASE("a gas is rescaled when its temperature has changed by a hundredth", "[study]") {
  const DriveConfig rescale = drive_of(DriveType::rescale);
  const auto change_of = [&](const auto& system, double after) {
    const double interval = interval_of(rescale, system);
    CHECK(interval < flight_of(system));
    return change_without(system, interval, after);
  };
  // Shape of the law of velocities, correlations and chance: some per cent of the change.
  SmallGas<3> grains({{1, 1}}, 4000, Vec<3>(30, 30, 30), 1);
  grains.gas.restitution.fill(0.8);
  CHECK(change_of(grains, 0) == Approx(-0.01).epsilon(0.15));
  SmallGas<2> disks({{1, 1}}, 4000, Vec<2>(150, 150), 2);
  disks.gas.restitution.fill(0.8);
  CHECK(change_of(disks, 0) == Approx(-0.01).epsilon(0.15));
  // Sheared so fast that the gas heats up by more than that in a flight, and is thinned.
  SmallGas<3> sheared({{1, 1}}, 4000, Vec<3>(30, 30, 30), 3);
  sheared.gas.boundary.shear_rate = 0.25;
  add_flow(sheared.gas, 1, sheared.start);
  const double heated = change_of(sheared, 3);
  CHECK((heated > 0.006 && heated < 0.0105));
  // Elastic and at rest, nothing changes: once in a mean free time. Unlike species: the most that
  // it can be.
  SmallGas<3> plain({{1, 1}}, 500, Vec<3>(30, 30, 30), 4);
  CHECK(interval_of(rescale, plain) == flight_of(plain));
  SmallGas<3> mixture({{1, 1}, {0.5, 3}}, 500, Vec<3>(30, 30, 30), 5);
  mixture.gas.restitution << 0.5, 0.9, 0.9, 0.99;
  CHECK(interval_of(rescale, mixture) == Approx(0.01 / 0.25 * flight_of(mixture)));
}

TEST_CASE("kicks come so often that each changes the temperature by a twentieth", "[study]") {
  SmallGas<3> grains({{1, 2}}, 500, Vec<3>(30, 30, 30), 1);
  grains.gas.restitution.fill(0.7);
  const double lost = 0.51 / 3, kt = estimated_kt(grains.gas, grains.start);
  const double flight = flight_of(grains);
  // In balance, and with weaker kicks, the temperature changes by what collisions take.
  const double in_balance = lost * kt / flight / 2;
  for (const double part : {1.0, 0.3})
    CHECK(interval_of(drive_of(DriveType::random_kicks, part * in_balance), grains) ==
          Approx(0.05 / lost * flight));
  // With stronger ones the gas becomes hotter, and its flights shorter.
  CHECK(interval_of(drive_of(DriveType::random_kicks, 27 * in_balance), grains) ==
        Approx(0.05 / lost * flight / 3));
  // Without loss the kicks of the start count.
  grains.gas.restitution.fill(1);
  CHECK(interval_of(drive_of(DriveType::random_kicks, 0.1 * kt), grains) ==
        Approx(std::min(flight, 0.05 / 0.2)));
}

TEST_CASE("where the loss is not known a drive acts ten times in a mean free time", "[study]") {
  const SmallGas<3> plain({{1, 1}}, 100, Vec<3>(20, 20, 20), 1);
  const auto check = [&](DriveType kind, const auto& change) {
    SmallGas<3> system = plain;
    change(system);
    CHECK(interval_of(drive_of(kind, 1), system) == Approx(0.1 * flight_of(system)));
  };
  check(DriveType::andersen, [](SmallGas<3>&) {});
  check(DriveType::rescale, [](SmallGas<3>& system) { system.gas.viscosity = 0.1; });
  check(DriveType::rescale, [](SmallGas<3>& system) { system.gas.added_speed = 0.1; });
  check(DriveType::rescale, [](SmallGas<3>& system) { system.gas.boundary.gravity[2] = -1; });
  check(DriveType::random_kicks, [](SmallGas<3>& system) { roughen(system, 2); });
  check(DriveType::rescale, [](SmallGas<3>& system) {
    system.gas.box.periodic[0] = false;
    system.gas.wall_restitution = {0.9};
  });
}
