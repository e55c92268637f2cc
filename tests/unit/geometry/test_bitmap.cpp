#include <catch2/catch.hpp>
#include <stdexcept>

#include "clausius/geometry/bitmap.h"

using clausius::Bitmap;

TEST_CASE("A bitmap is read from lines, and knows what is dark where", "[geometry]") {
  const Bitmap bitmap = Bitmap::from_text("\n#..\n #\r\n\n##.\n\n");
  CHECK(bitmap.width() == 3);
  CHECK(bitmap.height() == 4);
  CHECK(bitmap.text() == "#..\n.#.\n...\n##.\n");
  CHECK(Bitmap::from_text(bitmap.text()).text() == bitmap.text());
  CHECK(bitmap.dark_fraction() == Approx(4.0 / 12));
  // The first row is the upper one.
  CHECK(bitmap.is_dark_at(0.1, 0.9));
  CHECK(!bitmap.is_dark_at(0.9, 0.9));
  CHECK(bitmap.is_dark_at(0.5, 0.6));
  CHECK(!bitmap.is_dark_at(0.5, 0.4));
  CHECK(bitmap.is_dark_at(0.0, 0.0));
  CHECK(bitmap.is_dark_at(0.6666, 0.2499));
  CHECK(!bitmap.is_dark_at(0.6667, 0.2499));
  for (const double outside : {-1e-9, 1.0, 2.0}) {
    CHECK(!bitmap.is_dark_at(outside, 0.1));
    CHECK(!bitmap.is_dark_at(0.1, outside));
  }
  CHECK(!Bitmap().is_dark_at(0.5, 0.5));
  CHECK(Bitmap().dark_fraction() == 0);
}

TEST_CASE("What is no bitmap is refused", "[geometry]") {
  for (const char* text : {"", "\n\n", "\r\n"})
    CHECK_THROWS_WITH(Bitmap::from_text(text), "no pixels");
  CHECK_THROWS_WITH(Bitmap::from_text("..#\n#x\n"), "character 2 of row 2 is not a pixel");
}
