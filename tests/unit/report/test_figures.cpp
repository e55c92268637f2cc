#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/system/embedded_files.h"
#include "report/figures/figure_script.h"
#include "report/figures/figures.h"
#include "report/figures/picture_file.h"
#include "sample_result.h"
#include "scratch_folder.h"

namespace fs = std::filesystem;
using clausius::draw_figures;
using clausius::FigureFormat;

namespace {

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

fs::path written_run(const fs::path& parent, const clausius::StudyResult& result) {
  const auto folder = clausius::RunFolder::create(parent / "a 'run'", false);
  write_results(folder, result);
  return folder.path();
}

/// The value of the string literal `literal` in gnuplot.
std::string evaluated(const std::string& literal, const fs::path& folder) {
  const fs::path script = folder / "echo.gp", output = folder / "echo.txt";
  std::ofstream(script) << "set print \"" << output.string() << "\"\nprint " << literal << '\n';
  REQUIRE(std::system(("gnuplot --default-settings '" + script.string() + "'").c_str()) == 0);
  std::string text = text_of(output);
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace

TEST_CASE("no text of the user means anything to gnuplot", "[report]") {
  const ScratchFolder scratch;
  const std::string trap = (scratch.path() / "trap").string();
  const std::vector<std::string> texts{"plain",
                                       "two\nlines\tand \x1b a bell\a",
                                       "\"; system(\"touch " + trap + "\"); \"",
                                       "`touch " + trap + "`",
                                       "$(touch " + trap + ") @run_title $x ${y}",
                                       "\\\"\\\\ \\n '' \\",
                                       "a\\",
                                       "⟨v⁴⟩ {/Bold b}_2^3 %s %d # comment"};
  for (const std::string& text : texts) {
    const std::string literal = clausius::gnuplot_string(text);
    CHECK(literal.find('\n') == std::string::npos);
    CHECK(evaluated(literal, scratch.path()) == text);
    CHECK_FALSE(fs::exists(trap));
  }
}

TEST_CASE("figures in SI units have prefixes, one for all tables of a run", "[report]") {
  const ScratchFolder scratch;
  clausius::StudyResult result = sample_result();
  using Numbers = std::vector<double>;
  result.tables = {{"energy_ledger",
                    {{"time", "s", Numbers{0, 2e-9}},
                     {"collisions", "1", std::vector<std::int64_t>{0, 9}},
                     {"energy", "J", Numbers{2.5e-17, 2.4e-17}},
                     {"predicted_energy", "J", Numbers{2.5e-17, 2.4e-17}},
                     {"difference_relative", "1", Numbers{0, 1e-16}}}},
                   {"cooling",
                    {{"time", "s", Numbers{0, 3e-7}},
                     {"collisions_per_particle", "1", Numbers{0, 1}},
                     {"temperature", "K", Numbers{300, 200}},
                     {"haff", "K", Numbers{300, 200}},
                     {"rate_theory_line", "K", Numbers{300, 200}}}}};
  const fs::path run = written_run(scratch.path(), result);
  const std::string before = text_of(run / "energy_ledger.csv");
  for (const auto& figure : draw_figures(run, FigureFormat::dumb)) {
    INFO(figure.name);
    CHECK(figure.problem.empty());
  }
  CHECK(text_of(run / "energy_ledger.csv") == before);
  CHECK_THAT(text_of(run / "figures/energy_ledger.csv"),
             Catch::StartsWith("time [ns],collisions,energy [aJ],predicted_energy [aJ],"
                               "difference_relative\n"));
  CHECK_THAT(text_of(run / "figures/cooling.csv"),
             Catch::StartsWith("time [ns],collisions_per_particle,temperature [K]"));
  CHECK_THAT(text_of(run / "figures/energy_ledger.gp"),
             Catch::Contains("energy_ledger_energy_unit = \"aJ\""));
}

TEST_CASE("figures are drawn from the tables that are there", "[report]") {
  const ScratchFolder scratch;
  clausius::StudyResult result = sample_result();
  const std::string trap = (scratch.path() / "trap").string();
  result.config.title = "\"\nsystem(\"touch " + trap + "\")\n`touch " + trap + "`";
  const fs::path run = written_run(scratch.path(), result);

  const auto figures = draw_figures(run, FigureFormat::dumb);
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].name == "temperatures");
  CHECK(figures[0].problem.empty());
  CHECK(figures[0].image == run / "figures" / "temperatures.txt");
  CHECK_THAT(text_of(figures[0].image),
             Catch::Contains("Temperature of the gas") && Catch::Contains("measured part"));
  CHECK_FALSE(fs::exists(trap));
  CHECK(text_of(run / "figures" / "history.csv") == text_of(run / "history.csv"));

  // The script beside it draws the very same picture again, on its own.
  const std::string first = text_of(figures[0].image);
  fs::remove(figures[0].image);
  const std::string command =
      "cd \"" + (run / "figures").string() + "\" && gnuplot --default-settings temperatures.gp";
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK(text_of(figures[0].image) == first);
  CHECK_FALSE(fs::exists(trap));
}

TEST_CASE("a format writes the kind of file that it says", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = written_run(scratch.path(), sample_result());
  const auto [name, extension, beginning] = GENERATE(table<std::string, std::string, std::string>(
      {{"png", ".png", "\x89PNG"}, {"svg", ".svg", "<?xml"}, {"pdf", ".pdf", "%PDF"}}));
  const auto figures = draw_figures(run, clausius::figure_format(name).value());
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].problem.empty());
  CHECK(figures[0].image.extension() == extension);
  CHECK(text_of(figures[0].image).substr(0, beginning.size()) == beginning);
  CHECK_FALSE(clausius::figure_format("bmp"));
}

TEST_CASE("a picture is whole with its last byte only", "[report]") {
  const ScratchFolder scratch;
  const auto check_prefixes = [&](const fs::path& file, const std::string& extension) {
    INFO(extension);
    const std::string whole = text_of(file);
    REQUIRE(whole.size() > 100);
    CHECK(clausius::is_whole_picture(file, extension, 40));
    // Texts are whole without the end of their last line.
    const bool is_text = extension == "svg" || extension == "pdf";
    const std::size_t least = is_text ? whole.find_last_not_of('\n') + 1 : whole.size();
    std::set<std::size_t> sizes{0, 1, 7, 8, 9, least - 2, least - 1};
    for (std::size_t k = 1; k < 50; ++k) sizes.insert(k * least / 50);
    for (const std::size_t size : sizes) {
      INFO(size);
      const fs::path part = scratch.path() / "part";
      std::ofstream(part, std::ios::binary) << whole.substr(0, size);
      CHECK_FALSE(clausius::is_whole_picture(part, extension, 40));
    }
  };
  for (const auto& [extension, terminal] :
       std::vector<std::pair<std::string, std::string>>{{"png", "pngcairo"},
                                                        {"svg", "svg"},
                                                        {"pdf", "pdfcairo"},
                                                        {"gif", "gif animate"},
                                                        {"txt", "dumb size 100,40"}}) {
    const fs::path script = scratch.path() / "draw.gp", picture = scratch.path() / "picture";
    std::ofstream(script) << "set terminal " << terminal << "\nset output \"" << picture.string()
                          << "\"\ndo for [i=1:3] { plot x**i }\n";
    REQUIRE(std::system(("gnuplot --default-settings '" + script.string() + "'").c_str()) == 0);
    check_prefixes(picture, extension);
  }
  // Two boxes, the second of which is the index.
  std::string video("\0\0\0\x70mdat", 8);
  video += std::string(0x68, 'x') + std::string("\0\0\0\x10moov", 8) + "indexed!";
  const fs::path file = scratch.path() / "video";
  std::ofstream(file, std::ios::binary) << video;
  check_prefixes(file, "mp4");
  CHECK_FALSE(clausius::is_whole_picture(scratch.path() / "missing", "png", 0));
}

TEST_CASE("every case of a series gets its figures", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = written_run(scratch.path(), sample_series());
  const auto figures = draw_figures(run, FigureFormat::dumb);
  REQUIRE(figures.size() == 4);
  // The cases over each other, then the study itself, then each case.
  CHECK(figures[0].name == "series_temperatures");
  // In the order of the series, each with its value.
  const fs::path first = run / "cases" / "collisions.restitution=0.9" / "figures";
  CHECK(figures[2].image == first / "temperatures.txt");
  CHECK_THAT(text_of(figures[2].image), Catch::Contains("e = 0.9"));
  CHECK_THAT(text_of(figures[3].image), Catch::Contains("e = 0.8"));
}

TEST_CASE("deviations beyond the panel are triangles at its edge", "[report]") {
  const ScratchFolder scratch;
  clausius::StudyResult result = sample_result();
  using Numbers = std::vector<double>;
  Numbers speed, density, error, residual;
  for (int bin = 0; bin < 20; ++bin) {
    speed.push_back(0.1 * bin);
    density.push_back(1);
    error.push_back(0.1);
    residual.push_back(bin == 3 ? 100 : bin == 4 || bin == 5 ? -100 : 0.5);
  }
  const std::size_t bins = speed.size();
  result.tables = {{"speed_distribution",
                    {{"species", "", std::vector<std::string>(bins, "light")},
                     {"speed", "1", speed},
                     {"density", "1", density},
                     {"error", "1", error},
                     {"maxwell", "1", density},
                     {"finite_n", "1", density},
                     {"residual", "1", residual}}}};
  const fs::path run = written_run(scratch.path(), result);
  const auto figures = draw_figures(run, FigureFormat::svg);
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].problem.empty());
  const std::string svg = text_of(figures[0].image);
  const auto heights_of = [&svg](const std::string& symbol) {
    std::multiset<std::string> heights;
    const std::regex kUse("<use xlink:href='#" + symbol +
                          "' transform='translate\\([^,]*,([^)]*)\\)");
    for (auto one = std::sregex_iterator(svg.begin(), svg.end(), kUse);
         one != std::sregex_iterator(); ++one)
      heights.insert((*one)[1]);
    return heights;
  };
  const auto up = heights_of("gpPt8"), down = heights_of("gpPt10");
  CHECK(up.size() == 1);
  REQUIRE(down.size() == 2);
  CHECK(*down.begin() == *down.rbegin());
  CHECK(std::stod(*up.begin()) < std::stod(*down.begin()));
}

TEST_CASE("problems of gnuplot are reported", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = written_run(scratch.path(), sample_result());

  // A table without the column that the script needs.
  clausius::RunFolder::open(run).write("history.csv", "time[s]\n0.0\n1.0\n");
  const auto broken = draw_figures(run, FigureFormat::dumb);
  REQUIRE(broken.size() == 1);
  CHECK_THAT(broken[0].problem, Catch::Contains("gnuplot failed"));
  CHECK_FALSE(fs::exists(broken[0].image));
  CHECK_FALSE(fs::exists(run / "figures" / "temperatures.txt.part"));

  const std::string path = std::getenv("PATH");
  ::setenv("PATH", scratch.path().c_str(), 1);
  const auto missing = draw_figures(run, FigureFormat::dumb);
  ::setenv("PATH", path.c_str(), 1);
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].problem == "gnuplot is not installed");

  fs::remove(run / "summary.json");
  CHECK_THROWS_AS(draw_figures(run, FigureFormat::dumb), clausius::InputError);
}

TEST_CASE("a damaged table or case hinders no other figure", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = written_run(scratch.path(), sample_series());
  const fs::path cases = run / "cases";
  std::ofstream(run / "history.csv") << "time[s],temper";
  fs::remove(cases / "collisions.restitution=0.8" / "summary.json");
  const auto figures = draw_figures(run, FigureFormat::dumb);
  REQUIRE(figures.size() == 4);
  CHECK(figures[1].name == "temperatures");
  CHECK_THAT(figures[1].problem, Catch::Contains("history.csv: ends in the middle of a line"));
  CHECK(figures[2].problem.empty());
  CHECK(figures[3].name == "of collisions.restitution=0.8");
  CHECK_THAT(figures[3].problem, Catch::Contains("summary.json: is missing or damaged"));
  CHECK(fs::exists(cases / "collisions.restitution=0.9" / "figures" / "temperatures.txt"));
}

TEST_CASE("a script that the user changed is kept", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = written_run(scratch.path(), sample_result());
  const fs::path script = run / "figures" / "temperatures.gp";
  REQUIRE(draw_figures(run, FigureFormat::dumb)[0].problem.empty());
  std::ofstream(script, std::ios::app) << "# mine\n";
  const std::string mine = text_of(script);
  CHECK_THAT(draw_figures(run, FigureFormat::dumb)[0].problem,
             Catch::Contains("temperatures.gp is not what this program wrote"));
  CHECK(text_of(script) == mine);
  fs::remove(script);
  CHECK(draw_figures(run, FigureFormat::dumb)[0].problem.empty());
}

TEST_CASE("a figure in which there is nothing to see is left out", "[report]") {
  const ScratchFolder scratch;
  clausius::StudyResult result = sample_result();
  result.tables[0].columns[3].values = std::vector<double>{1.25, 1.25};
  result.tables[0].columns[4].values = std::vector<double>{1.25, 1.25};
  const fs::path run = written_run(scratch.path(), result);
  CHECK(draw_figures(run, FigureFormat::dumb).empty());
  CHECK(draw_figures(run, FigureFormat::svg).empty());
  CHECK_FALSE(fs::exists(run / "figures" / "temperatures.gp"));
  CHECK_FALSE(fs::exists(run / "figures" / "temperatures.svg"));
}

TEST_CASE("one figure alone is drawn, as a slide or for a column", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = written_run(scratch.path(), sample_result());
  CHECK(clausius::figure_names(run, FigureFormat::svg) == std::vector<std::string>{"temperatures"});
  const auto draw = [&](clausius::FigureStyle style, const std::string& only) {
    return draw_figures(run, FigureFormat::svg, style, clausius::ParticleColours::automatic, only);
  };
  CHECK(draw(clausius::FigureStyle::slide, "speeds").empty());
  const auto slide = draw(clausius::FigureStyle::slide, "temperatures");
  REQUIRE(slide.size() == 1);
  CHECK_THAT(text_of(slide[0].image), Catch::Contains("viewBox=\"0 0 1200 675\"") &&
                                          Catch::Contains("font-weight=\"bold\"") &&
                                          !Catch::Contains("Sans:Bold"));
  const auto paper = draw(clausius::FigureStyle::paper, "temperatures");
  REQUIRE(paper.size() == 1);
  CHECK_THAT(text_of(paper[0].image), Catch::Contains("viewBox=\"0 0 1016 "));
}

TEST_CASE("symbols have one size in every format", "[report]") {
  using clausius::FigureStyle;
  for (const FigureStyle style : {FigureStyle::slide, FigureStyle::paper}) {
    const auto page = [style](FigureFormat format) { return clausius::page_of(format, style); };
    const double centimetres = style == FigureStyle::slide ? 24 : 8.6;
    // Radii as parts of the width, in the units in which each terminal draws them.
    const double png = 3 * page(FigureFormat::png).symbols / page(FigureFormat::png).width;
    const double pdf = 3 * page(FigureFormat::pdf).symbols / (centimetres / 2.54 * 72);
    const double svg = 0.375 * page(FigureFormat::svg).font * page(FigureFormat::svg).symbols /
                       page(FigureFormat::svg).width;
    CHECK(pdf == Approx(png).epsilon(0.01));
    CHECK(svg > png);  // its symbols have no outline
    CHECK(svg < 1.5 * png);
  }
}

TEST_CASE("every figure script names its tables; lines are short", "[report]") {
  for (const auto& [name, text] : clausius::embedded_files()) {
    if (!name.ends_with(".gp")) continue;
    INFO(name);
    if (name != "style.gp" && !name.starts_with("parts/"))
      CHECK_THAT(text.substr(0, text.find('\n')),
                 Catch::Matches("# (animated )?tables( of cases| of each observable)?: [a-z].*"));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 160);
  }
}

TEST_CASE("a script holds what its figure needs, and draws at once", "[report]") {
  const ScratchFolder scratch;
  const fs::path run = written_run(scratch.path(), sample_result());
  REQUIRE(draw_figures(run, FigureFormat::svg).size() == 1);
  const std::string script = text_of(run / "figures" / "temperatures.gp");
  CHECK_THAT(script,
             Catch::Contains("array layout[1]") && Catch::Contains("set lmargin at screen"));
  CHECK_THAT(script, Catch::Contains("set terminal svg size 1200,675"));
  for (const char* foreign : {"# insert", "measured panel", "snapshot", "tic_step", "load "})
    CHECK_THAT(script, !Catch::Contains(foreign));
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 160);
}
