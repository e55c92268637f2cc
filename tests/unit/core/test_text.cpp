#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/system/checksum.h"
#include "core/text.h"

using namespace clausius;

TEST_CASE("what is no UTF-8 is found where it stands", "[core]") {
  for (const char* good :
       {"", "plain", "grün ⟨v⁴⟩ 😀", "\xc2\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"})
    CHECK(first_invalid_utf8(good) == std::string_view(good).size());
  CHECK(first_invalid_utf8(std::string("a\0b", 3)) == 3);
  // A lone continuation, a byte that never occurs, half a character, overlong forms, a surrogate,
  // what is above U+10FFFF.
  for (const char* bad : {"\x80", "\xff", "\xe2\x9f", "\xc3", "\xc0\xaf", "\xe0\x9f\xbf",
                          "\xf0\x8f\xbf\xbf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x9f "}) {
    INFO(printable(bad));
    CHECK(first_invalid_utf8(std::string("ü") + bad + "z") == 2);
  }
}

TEST_CASE("what is printed leaves the terminal as it is", "[core]") {
  CHECK(printable("a\x1b[31mred\a\tb\nc\x7f") == "a [31mred  b c ");
  CHECK(printable("a\nb\tc", "\n") == "a\nb c");
  CHECK(printable("a\xc2\x9b"
                  "31mb ü ⟨x⟩") == "a 31mb ü ⟨x⟩");
  CHECK(printable("a\xff\xc3z") == "a??z");
}

TEST_CASE("a word of a shell is that word again", "[core]") {
  CHECK(shell_word("runs/gas-2_+=.toml") == "runs/gas-2_+=.toml");
  for (const char* text : {"", "a b", "it's", "$(x) `y` \"z\"", "~", "a\\b", "*", "a;b", "[1, 2]",
                           "ü", "two\nlines", "'"}) {
    const std::string command = "printf %s " + shell_word(text);
    FILE* const pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 100> said{};
    const std::size_t size = std::fread(said.data(), 1, said.size(), pipe);
    CHECK(::pclose(pipe) == 0);
    CHECK(std::string(said.data(), size) == text);
  }
}

TEST_CASE("a checksum is the same of bytes and of a stream of them", "[core]") {
  CHECK(checksum("123456789") == 0x995dc9bbdf1939fa);  // the check value of CRC-64/XZ
  for (const std::size_t size : {0, 1, 1 << 20, (1 << 20) + 1}) {
    const std::string bytes(size, 'x');
    std::istringstream stream(bytes);
    CHECK(checksum(stream) == checksum(bytes));
  }
}
