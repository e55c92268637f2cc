#include <catch2/catch.hpp>
#include <limits>

#include "core/numbers.h"

using namespace clausius;

TEST_CASE("a value is written to the first digit of its standard error") {
  CHECK(text_with_error(0.76991, 0.0003) == "0.7699(3)");
  CHECK(text_with_error(-4.2568, 0.02) == "-4.26(2)");
  CHECK(text_with_error(12.3, 1.2) == "12(1)");
  CHECK(text_with_error(1.0, 0.00096) == "1.000(1)");
  CHECK(text_with_error(123456, 20) == "123460 ± 20");
  CHECK(text_with_error(13887.3, 714) == "13900 ± 700");
  CHECK(text_with_error(1.23e9, 3e5) == "1.2300e+09 ± 3e+05");
  CHECK(text_with_error(3, 96) == "0 ± 100");
  CHECK(text_with_error(0, 3e8) == "0e+00 ± 3e+08");
  CHECK(text_plus_minus(13887.3, 714) == "13890 ± 710");
  CHECK(text_plus_minus(0.7699, 0.0003) == "0.76990 ± 0.00030");
  CHECK(text_plus_minus(1.23e9, 3.04e5) == "1.23000e+09 ± 3.0e+05");
  CHECK(text_plus_minus(12.34, 1.26) == "12.3 ± 1.3");
  CHECK(text_plus_minus(123.4, 12.6) == "123 ± 13");
  CHECK(text_with_error(0.76991, 0) == "0.76991");
  CHECK(text_with_error(0.76991, std::numeric_limits<double>::quiet_NaN()) == "0.76991");
  CHECK(text_with_error(0.769912345678, 1e-13) == "0.7699123457");
}
