#include <catch2/catch.hpp>
#include <limits>

#include "clausius/theory/enskog.h"
#include "clausius/theory/granular.h"

using namespace clausius;

TEST_CASE("Second Sonine coefficient of a cooling gas") {
  CHECK(cooling_kurtosis_a2(3, 0.5).value == Approx(0.0498).margin(5.1e-5));
  CHECK(cooling_kurtosis_a2(3, 0.7).value == Approx(0.0013).margin(5.1e-5));
  CHECK(cooling_kurtosis_a2(3, 0.8).value == Approx(-0.0127).margin(5.1e-5));
  CHECK(cooling_kurtosis_a2(3, 0.9).value == Approx(-0.0148).margin(5.1e-5));
  CHECK(cooling_kurtosis_a2(2, 1).value == 0);
  CHECK_THROWS_AS(cooling_kurtosis_a2(3, 1.1), std::invalid_argument);
  CHECK_THROWS_AS(cooling_kurtosis_a2(1, 0.9), std::invalid_argument);
}

TEST_CASE("Cooling per collision") {
  CHECK(reduced_cooling_rate(3, 0.9).value == Approx(0.063099).epsilon(0).margin(5.1e-7));
  CHECK(reduced_cooling_rate(3, 0.8).value == Approx(0.119618).epsilon(0).margin(5.1e-7));
  CHECK(reduced_cooling_rate(2, 0.8).value == Approx(0.178991).epsilon(0).margin(5.1e-7));
}

TEST_CASE("Haff's law") {
  const auto rate = [](int d, double phi) {
    return collision_rate(Mixture{d, phi, {{1, 1, 1}}}, 1).value;
  };
  CHECK(1 / haff_time(3, 0.9, rate(3, 0.05)).value == Approx(0.024318).epsilon(0).margin(1e-6));
  CHECK(1 / haff_time(3, 0.9, rate(3, 0.01)).value == Approx(0.0043848).epsilon(0).margin(1e-7));
  CHECK(1 / haff_time(2, 0.9, rate(2, 0.05)).value == Approx(0.011558).epsilon(0).margin(1e-6));
  CHECK(haff_time(3, 1, 1).value == std::numeric_limits<double>::infinity());
  CHECK(haff_temperature(0, 3) == 1);
  CHECK(haff_temperature(3, 3) == Approx(0.25));
  CHECK(haff_temperature(5, std::numeric_limits<double>::infinity()) == 1);
  // At the start ln T falls with the cooling rate.
  const double tau = haff_time(3, 0.8, 2).value, dt = 1e-6;
  CHECK((1 - haff_temperature(dt, tau)) / dt ==
        Approx(cooling_rate(3, 0.8, 2).value).epsilon(1e-5));
}

TEST_CASE("Few particles cool a little faster per collision") {
  CHECK(finite_cooling_factor(3, 100, 297) == Approx(300.0 / 298));
  CHECK(finite_cooling_factor(2, 1e9, 2e9) == Approx(1));
}
