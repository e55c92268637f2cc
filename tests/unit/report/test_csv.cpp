#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "report/csv.h"
#include "scratch_folder.h"

using clausius::Table;
namespace fs = std::filesystem;

namespace {

std::string csv_text(const Table& table) {
  std::ostringstream stream;
  write_csv(stream, table);
  return stream.str();
}

Table round_trip(const Table& table, const fs::path& folder) {
  const fs::path file = folder / (table.name + ".csv");
  std::ofstream stream(file);
  write_csv(stream, table);
  stream.close();
  return clausius::read_csv(file);
}

}  // namespace

TEST_CASE("a table becomes a header with units and one line per row", "[report]") {
  const Table table{"t",
                    {{"species", "", std::vector<std::string>{"light", "a,b \"c\"\nd"}},
                     {"time", "s", std::vector<double>{0.1, -2}},
                     {"energy", "reduced", std::vector<double>{1, 2}},
                     {"collisions", "1", std::vector<std::int64_t>{7, -8}}}};
  CHECK(csv_text(table) ==
        "species,time [s],energy,collisions\n"
        "light,0.1,1.0,7\n"
        "\"a,b \"\"c\"\"\nd\",-2.0,2.0,-8\n");
}

TEST_CASE("tables of earlier versions are read, and keys with numbers in brackets", "[report]") {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "t.csv";
  std::ofstream(file) << "time[s],speed [m/s],n[1],species,particle[0],x\n0.0,2,3,4.50,5,6.0\n";
  const Table table = clausius::read_csv(file);
  const std::vector<std::pair<std::string, std::string>> heads{
      {"time", "s"},   {"speed", "m/s"},     {"n", "1"},
      {"species", ""}, {"particle[0]", "1"}, {"x", "1"}};
  REQUIRE(table.columns.size() == heads.size());
  for (std::size_t k = 0; k < heads.size(); ++k) {
    CHECK(table.columns[k].name == heads[k].first);
    CHECK(table.columns[k].unit == heads[k].second);
  }
  // A name that looks like a number but would be written differently stays as it is.
  CHECK(std::get<std::vector<std::string>>(table.columns[3].values).front() == "4.50");
  CHECK(std::get<std::vector<double>>(table.columns[5].values).front() == 6);
}

TEST_CASE("numbers of a table read back bit for bit", "[report]") {
  const ScratchFolder scratch;
  std::vector<double> values{0.0,
                             -0.0,
                             1.0 / 3,
                             1e300,
                             std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<double>::max(),
                             -std::numeric_limits<double>::infinity(),
                             9007199254740993.0};
  std::mt19937_64 random(1);
  while (values.size() < 1000) {
    const auto value = std::bit_cast<double>(random());
    if (std::isfinite(value)) values.push_back(value);
  }
  std::vector<std::int64_t> integers(values.size(), std::numeric_limits<std::int64_t>::max());
  integers[0] = std::numeric_limits<std::int64_t>::min();
  const Table table{"numbers", {{"x", "m/s", values}, {"n", "1", integers}}};

  const Table back = round_trip(table, scratch.path());
  REQUIRE(back.columns.size() == 2);
  CHECK(back.name == "numbers");
  CHECK(back.columns[0].name == "x");
  CHECK(back.columns[0].unit == "m/s");
  const auto& read = std::get<std::vector<double>>(back.columns[0].values);
  REQUIRE(read.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    CHECK(std::bit_cast<std::uint64_t>(read[i]) == std::bit_cast<std::uint64_t>(values[i]));
  CHECK(std::get<std::vector<std::int64_t>>(back.columns[1].values) == integers);
}

TEST_CASE("unknown numbers and any text read back", "[report]") {
  const ScratchFolder scratch;
  const std::vector<std::string> texts{"", "plain", ",", "\"", "a\nb", "\"\"\"", " x "};
  std::vector<double> numbers(texts.size(), 1.5);
  numbers[3] = -std::numeric_limits<double>::quiet_NaN();
  const Table back =
      round_trip({"mixed", {{"te,xt", "", texts}, {"x", "1", numbers}}}, scratch.path());
  CHECK(back.columns[0].name == "te,xt");
  CHECK(std::get<std::vector<std::string>>(back.columns[0].values) == texts);
  const auto& read = std::get<std::vector<double>>(back.columns[1].values);
  CHECK(std::isnan(read[3]));
  CHECK(read[2] == 1.5);
}

TEST_CASE("a file that is no table is refused with its line", "[report]") {
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "t.csv";
  const auto fault = [&](const std::string& text) -> std::string {
    std::ofstream(file) << text;
    try {
      clausius::read_csv(file);
    } catch (const std::runtime_error& error) {
      return std::string(error.what()).substr(file.string().size());
    }
    return "none";
  };
  CHECK(fault("a[1],b[1]\n1,2\n3\n") == ":3: 1 cells; the header has 2");
  CHECK(fault("a[1]\n1\n2") == ": ends in the middle of a line");
  CHECK(fault("a[1]\nx\n") == ": column a holds a cell that is not a number");
  CHECK(fault("") == ": no header line");
  CHECK_THROWS_WITH(clausius::read_csv(scratch.path() / "none.csv"),
                    Catch::Contains("none.csv: cannot be read"));
}
