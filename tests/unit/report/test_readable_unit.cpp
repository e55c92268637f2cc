#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "report/readable_unit.h"

using clausius::text_with_unit;

TEST_CASE("numbers in SI units are shown with the prefix that makes them readable", "[report]") {
  CHECK(text_with_unit(3.62e-10, "m") == "362 pm");
  CHECK(text_with_unit(1.178e-7, "m") == "117.8 nm");
  CHECK(text_with_unit(101325, "Pa") == "101.325 kPa");
  CHECK(text_with_unit(2.27e-5, "Pa s") == "22.7 µPa s");
  CHECK(text_with_unit(-0.0179, "W/(m K)") == "-17.9 mW/(m K)");
  CHECK(text_with_unit(398.7, "m/s") == "398.7 m/s");
  CHECK(text_with_unit(86400, "s") == "86400 s");
  CHECK(text_with_unit(1, "m") == "1 m");
  CHECK(text_with_unit(4.14e-21, "J") == "4.14 zJ");
  CHECK(text_with_unit(1e-24, "m") == "0.001 zm");
  // The shortest time in which there is one.
  CHECK(text_with_unit(7.1e9, "1/s") == "7.1 1/ns");
  CHECK(text_with_unit(999, "1/s") == "999 1/s");
  CHECK(text_with_unit(0.02, "1/s") == "0.02 1/s");
  CHECK(text_with_unit(2.4e9, "1/m") == "2.4 1/nm");
  CHECK(text_with_unit(0.00235, "s/m") == "2.35 s/km");
  CHECK(text_with_unit(6.04e-5, "m^2/s") == "60.4 mm^2/s");
  CHECK(text_with_unit(3e-14, "m^2") == "30000 nm^2");
}

TEST_CASE("other units and numbers stay as they are", "[report]") {
  CHECK(text_with_unit(2.446e25, "1/m^3") == "2.446e+25 1/m^3");
  CHECK(text_with_unit(300, "K") == "300 K");
  CHECK(text_with_unit(0, "m") == "0 m");
  CHECK(text_with_unit(std::numeric_limits<double>::quiet_NaN(), "m") == "nan m");
  CHECK(text_with_unit(0.77, "reduced") == "0.77");
  CHECK(text_with_unit(0.77, "1") == "0.77");
}
