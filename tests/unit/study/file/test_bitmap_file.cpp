#include <sys/stat.h>

#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <stdexcept>
#include <string>

#include "study/file/bitmap_file.h"
#include "unit/report/scratch_folder.h"

using clausius::read_bitmap;

namespace {

/// 3 × 2 pixels: black, white, black but transparent; dark red, light green, dark grey.
std::string png() {
  constexpr std::array<unsigned char, 83> kBytes{
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
      0x44, 0x52, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00,
      0x00, 0x9d, 0x74, 0x66, 0x1a, 0x00, 0x00, 0x00, 0x1a, 0x49, 0x44, 0x41, 0x54, 0x78,
      0xda, 0x63, 0x60, 0x60, 0x60, 0xf8, 0x0f, 0x02, 0x0c, 0x20, 0x50, 0x01, 0xe4, 0x4c,
      0x03, 0xc2, 0xa8, 0xa8, 0xa8, 0xff, 0x00, 0x8a, 0x9e, 0x0b, 0xaa, 0x6a, 0xa3, 0x0b,
      0x71, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  return {kBytes.begin(), kBytes.end()};
}

std::string read(const ScratchFolder& scratch, const std::string& bytes) {
  const std::filesystem::path file = scratch.path() / "picture";
  std::ofstream(file, std::ios::binary) << bytes;
  return read_bitmap(file).text();
}

}  // namespace

TEST_CASE("Pictures of every kind are read", "[study]") {
  const ScratchFolder scratch;
  CHECK(read(scratch, "P1\n# by hand\n4 3\n1 0 0 1\n0110\n1 1 1 1\n") == "#..#\n.##.\n####\n");
  CHECK(read(scratch, "P2 3 2 255 0 200 90 255 127 128\n") == "#.#\n.#.\n");
  CHECK(read(scratch, "P3 2 1 255 0 0 0 255 255 255\n") == "#.\n");
  CHECK(read(scratch, "P4\n8 2\n\xf0\x0f") == "####....\n....####\n");
  CHECK(read(scratch, std::string("P5 2 2 255\n\x00\xff\xff\x00", 15)) == "#.\n.#\n");
  CHECK(read(scratch, std::string("P5 2 1 65535\n\x00\xff\x80\x00", 17)) == "#.\n");
  CHECK(read(scratch, std::string("P6 1 2 255\n\xff\xff\xff\x00\x00\x00", 17)) == ".\n#\n");
  CHECK(read(scratch, png()) == "#..\n#.#\n");
}

TEST_CASE("What is no picture, or half of one, or too large, is refused", "[study]") {
  using Catch::Contains;
  const ScratchFolder scratch;
  CHECK_THROWS_WITH(read_bitmap(scratch.path() / "none"), Contains("cannot be read"));
  CHECK_THROWS_WITH(read(scratch, ""), Contains("is empty"));
  CHECK_THROWS_WITH(read_bitmap(scratch.path()), Contains("is not a regular file"));
  // A pipe would block its reader.
  const std::filesystem::path pipe = scratch.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_bitmap(pipe), Contains("is not a regular file"));
  CHECK_THROWS_WITH(read(scratch, "GIF89a"), Contains("neither PBM, PGM, PPM nor PNG"));
  CHECK_THROWS_WITH(read(scratch, "P1\n4 3\n1 0 0\n"), Contains("ends before its last pixel"));
  CHECK_THROWS_WITH(read(scratch, "P2 3 2 255 0 200 90 # 1 2 3\n"),
                    Contains("ends before its last pixel"));
  CHECK_THROWS_WITH(read(scratch, "P4\n800000 2\n\xf0"),
                    Contains("800000 x 2 pixels; allowed: up"));
  CHECK_THROWS_WITH(read(scratch, "P4\n8 20\n\xf0"), Contains("ends before its last pixel"));
  CHECK_THROWS_WITH(read(scratch, "P5 20 20 255\n\xff"), Contains("ends before its last pixel"));
  CHECK_THROWS_WITH(read(scratch, "P1\n-4 3\n1 0 0\n"), Contains("a number was expected"));
  CHECK_THROWS_WITH(read(scratch, "P1\n2 1\n1 2\n"), Contains("0 or 1 was expected"));
  CHECK_THROWS_WITH(read(scratch, "P2\n2 1\n70000 2 1\n"), Contains("from 1 to 65535"));
  const std::string whole = png();
  for (std::size_t bytes = 2; bytes < whole.size() - 12; bytes += 7) {
    INFO(bytes);
    CHECK_THROWS_AS(read(scratch, whole.substr(0, bytes)), std::runtime_error);
  }
}
