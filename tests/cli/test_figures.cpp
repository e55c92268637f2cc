#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/system/embedded_files.h"
#include "program.h"

// Checks of figures from the SVG that gnuplot writes: every text with its position and size.

namespace fs = std::filesystem;

namespace {

/// A rectangle of the page, in pixels, y downwards.
struct Place {
  double left = 0, right = 0, top = 0, bottom = 0;
};

struct Label {
  std::string text;
  double size = 0;
  bool is_upright = true;
  Place place;
};

struct Picture {
  double width = 0, height = 0;
  std::vector<Label> labels;
};

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string unescaped(std::string text) {
  for (const auto& [name, plain] : std::vector<std::pair<std::string, std::string>>{
           {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
      text.replace(at, name.size(), plain);
  return text;
}

/// The text of a label and its width in pixels: parts may be raised and smaller.
std::pair<std::string, double> content(const std::string& spans, double size) {
  // DejaVu Sans, which is wide, has 0.58 of its size a character on average.
  constexpr double kWidth = 0.58;
  static const std::regex kSpan("<tspan([^>]*)>([^<]*)</tspan>");
  static const std::regex kSize("font-size=\"([0-9.]+)\"");
  std::string text;
  double width = 0;
  for (auto one = std::sregex_iterator(spans.begin(), spans.end(), kSpan);
       one != std::sregex_iterator(); ++one) {
    const std::string attributes = (*one)[1], part = unescaped((*one)[2]);
    std::smatch own;
    width += kWidth * (std::regex_search(attributes, own, kSize) ? std::stod(own[1]) : size) *
             static_cast<double>(characters(part));
    text += part;
  }
  if (spans.find("<tspan") == std::string::npos) {
    text = unescaped(spans);
    width = kWidth * size * static_cast<double>(characters(text));
  }
  return {text, width};
}

Picture picture_in(const fs::path& file) {
  const std::string svg = read_file(file);
  Picture picture;
  std::smatch found;
  static const std::regex kBox("viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\"");
  REQUIRE(std::regex_search(svg, found, kBox));
  picture.width = std::stod(found[1]);
  picture.height = std::stod(found[2]);
  static const std::regex kText(
      "<g transform=\"translate\\(([-0-9.]+),([-0-9.]+)\\)( rotate\\(([-0-9.]+)\\))?\"[^>]*"
      "font-size=\"([0-9.]+)\"[^>]*text-anchor=\"([a-z]+)\"[^>]*>\\s*<text>(.*?)</text>");
  // One group after the other: the pictures of particles are long.
  for (std::size_t at = svg.find("<text>"); at != std::string::npos;
       at = svg.find("<text>", at + 1)) {
    const std::size_t begin = svg.rfind("<g ", at), end = svg.find("</text>", at) + 7;
    const std::string group = svg.substr(begin, end - begin);
    std::smatch part;
    REQUIRE(std::regex_search(group, part, kText));
    const double x = std::stod(part[1]), y = std::stod(part[2]), size = std::stod(part[5]);
    const auto [text, width] = content(part[7], size);
    if (text.find_first_not_of(' ') == std::string::npos) continue;
    const std::string anchor = part[6];
    const double before = anchor == "start" ? 0 : anchor == "end" ? width : 0.5 * width;
    // From the top of capitals to below the line.
    const double above = 0.75 * size, below = 0.2 * size;
    Label label{text, size, !part[4].matched || std::stod(part[4]) == 0, {}};
    label.place = label.is_upright ? Place{x - before, x - before + width, y - above, y + below}
                                   : Place{x - above, x + below, y + before - width, y + before};
    picture.labels.push_back(std::move(label));
  }
  return picture;
}

/// Overlap of two rectangles in pixels, in the direction in which they overlap less.
double overlap(const Place& a, const Place& b) {
  return std::min(std::min(a.right, b.right) - std::max(a.left, b.left),
                  std::min(a.bottom, b.bottom) - std::max(a.top, b.top));
}

/// What is wrong with the labels of a figure.
std::string faults_of(const Picture& picture) {
  std::string faults;
  // Widths are estimates.
  constexpr double kSlack = 3;
  for (const Label& one : picture.labels) {
    if (one.place.left < -kSlack || one.place.right > picture.width + kSlack ||
        one.place.top < -kSlack || one.place.bottom > picture.height + kSlack)
      faults += "\"" + one.text + "\" leaves the page; ";
    for (const Label& other : picture.labels)
      if (&one < &other && overlap(one.place, other.place) > kSlack)
        faults += "\"" + one.text + "\" runs into \"" + other.text + "\"; ";
  }
  return faults;
}

/// The columns of a key have names that no axis may have.
bool is_words(const std::string& label) {
  return label.find('_') == std::string::npos && label.find('.') == std::string::npos;
}

/// The labels that a script gives to the axes of its figure, as drawn: texts that are not numbers.
std::vector<std::string> words_in(const Picture& picture) {
  std::vector<std::string> words;
  for (const Label& one : picture.labels)
    if (one.text.find_first_of("abcdefghijklmnopqrstuvwxyzHS") != std::string::npos)
      words.push_back(one.text);
  return words;
}

/// Runs that together draw every figure, short.
const std::vector<std::pair<std::string, std::string>> kRuns{
    {"argon_helium",
     "--set species.0.count=300 --set species.1.count=300 --set run.measure=40 --set "
     "run.structure=true --set series.key=species.0.count --set 'series.values=[200,300]'"},
    {"mixture",
     "--set run.measure=5 --set run.equilibrate=25 --set run.trace=100 --set "
     "series.key=collisions.restitution --set 'series.values=[0.9,1.0]'"},
    {"molecular_chaos", "--set run.trajectory=5"},
    {"heat_flow",
     "--set species.0.count=600 --set run.measure=100 --set run.samples=50 --set "
     "run.equilibrate=20 --set series.key=wall.0.temperature --set 'series.values=[0.8,1.2]'"},
    {"pressure",
     "--set species.0.count=300 --set run.measure=20 --set "
     "species.0.diameter_distribution=normal"},
    {"collision", ""},
    {"rocking_capsule", ""},
    {"driven_gas", "--set species.0.count=300 --set run.measure=20 --set run.equilibrate=0"},
    {"parcel_reservoirs",
     "--set run.measure=30 --set run.samples=60 --set 'series.values=[50,800]'"},
    {"restitution", "--set species.0.count=500 --set run.measure=20 --set run.structure=true"},
    {"depletion", "--set run.measure=2 --set run.equilibrate=1"},
    {"mixing",
     "--set species.0.count=500 --set run.measure=10 --set series.key=species.0.count --set "
     "'series.values=[300,400]'"},
    {"contagion", "--set species.0.count=300"},
    {"rough_spheres",
     "--set species.0.count=300 --set run.measure=5 --set 'series.values=[0.8,0.9]'"},
    {"friction",
     "--set species.0.count=500 --set run.equilibrate=10 --set run.measure=20 --set "
     "'series.values=[0.3,1.0]'"},
    {"couette", "--set species.0.count=1000 --set run.measure=100 --set run.stress=true"},
    {"free_path",
     "--set species.0.count=500 --set run.measure=40 --set series.key=species.0.count --set "
     "'series.values=[300,400]'"},
    {"relaxation",
     "--set species.0.count=1000 --set run.measure=10 --set series.key=box.packing_fraction "
     "--set 'series.values=[0.02,0.05]'"},
    {"relaxation_spectrum",
     "--set run.measure=60 --set series.key=box.packing_fraction --set "
     "'series.values=[0.01,0.02]'"},
    {"time_step", "--set species.0.count=500 --set run.measure=10"},
    {"reversibility", ""},
    {"molecules_in_a_window", "--set run.measure=20"},
    {"effusion",
     "--set species.0.count=4000 --set run.duration=200.0 --set run.samples=60 --set "
     "series.key=species.0.count --set 'series.values=[2000,4000]'"},
    {"effusion",
     "--set 'species=[{name = \"light\", count = 2000}, {name = \"heavy\", mass = 4.0, count = "
     "2000}]' --set run.duration=200.0 --set run.samples=60 --set series.key=species.0.count --set "
     "'series.values=[1000,2000]'"},
    {"piston",
     "--set species.0.count=300 --set series.key=species.0.count --set 'series.values=[300,400]'"},
};

}  // namespace

TEST_CASE("labels that overlap or leave the page are found", "[cli]") {
  Picture picture{100, 50, {}};
  picture.labels = {{"one", 10, true, {10, 40, 10, 20}}, {"two", 10, true, {50, 80, 10, 20}}};
  CHECK(faults_of(picture).empty());
  picture.labels.push_back({"three", 10, true, {70, 99, 12, 22}});
  CHECK_THAT(faults_of(picture), Catch::Equals("\"two\" runs into \"three\"; "));
  picture.labels = {{"out", 10, true, {90, 110, 10, 20}}};
  CHECK_THAT(faults_of(picture), Catch::Equals("\"out\" leaves the page; "));
  CHECK_FALSE(is_words("box.packing_fraction"));
}

TEST_CASE("what a run does not change, and histograms of one particle, are no figures", "[cli]") {
  const ScratchFolder scratch;
  const auto figures_of = [&](const std::string& study) {
    const std::string out = study + "_run";
    run_in(scratch.path(), "$CLAUSIUS run " + study + " --quiet --no-plots --out " + out);
    CHECK(run_in(scratch.path(), "$CLAUSIUS plot " + out + " --format dumb").code == 0);
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(scratch.path() / out / "figures"))
      if (entry.path().extension() == ".txt") names.insert(entry.path().stem());
    return names;
  };
  // A reversal gives no energy and keeps the temperature.
  const std::set<std::string> turned = figures_of("reversibility");
  CHECK(turned.count("echo") == 1);
  CHECK(turned.count("drive") == 0);
  // One capsule collides with a wall only.
  const std::set<std::string> capsule = figures_of("rocking_capsule");
  CHECK(capsule.count("bodies") == 1);
  for (const char* name :
       {"cooling", "equipartition", "speed_distribution", "velocity_distribution"}) {
    INFO(name);
    CHECK(capsule.count(name) == 0);
  }
  // Labels that no collision changes keep their numbers; the place of the particles changes.
  const std::set<std::string> tagged = figures_of("tagged_diffusion");
  CHECK(tagged.count("label_profile") == 1);
  CHECK(tagged.count("labels") == 0);
}

TEST_CASE("a slide of several frames is no higher than they are; nine species have nine colours",
          "[cli]") {
  const ScratchFolder scratch;
  std::string study =
      "[box]\ndimensions = 2\npacking_fraction = 0.1\n[run]\nequilibrate = 0\nmeasure = 2\n"
      "trajectory = 4\n";
  for (int s = 1; s <= 9; ++s)
    study += "[[species]]\nname = \"s" + std::to_string(s) + "\"\ncount = 30\n";
  std::ofstream(scratch.path() / "square.toml") << study;
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS run square.toml --out run --no-plots --quiet").code ==
          0);
  REQUIRE(run_in(scratch.path(), "$CLAUSIUS plot run --only snapshot --format svg").code == 0);
  const fs::path file = scratch.path() / "run/figures/snapshot.svg";
  const Picture frames = picture_in(file);
  CHECK(frames.width == 1200);
  CHECK(frames.height < 500);
  CHECK(faults_of(frames).empty());
  const std::string svg = read_file(file);
  static const std::regex kColour("rgb\\([0-9, ]+\\)");
  const std::set<std::string> colours(std::sregex_token_iterator(svg.begin(), svg.end(), kColour),
                                      std::sregex_token_iterator());
  CHECK(colours.size() >= 10);  // those and ink
}

TEST_CASE("frames of long boxes fill a slide, and a column is no longer than a page", "[cli]") {
  const ScratchFolder scratch;
  const auto page_of = [&](const std::string& size, const std::string& style) {
    std::ofstream(scratch.path() / "box.toml")
        << "[box]\ndimensions = 2\nsize = " << size
        << "\n[run]\nequilibrate = 0\nmeasure = 2\ntrajectory = 4\n"
           "[[species]]\nname = \"a\"\ncount = 100\n";
    const std::string run = "$CLAUSIUS run box.toml --out run --force --no-plots --quiet && ";
    REQUIRE(run_in(scratch.path(),
                   run + "$CLAUSIUS plot run --only snapshot --format svg --style " + style)
                .code == 0);
    Picture picture = picture_in(scratch.path() / "run/figures/snapshot.svg");
    CHECK_THAT(faults_of(picture), Catch::Equals(""));
    return picture;
  };
  for (const char* size : {"[80.0, 40.0]", "[160.0, 16.0]", "[20.0, 80.0]", "[10.0, 120.0]"}) {
    INFO(size);
    const Picture slide = page_of(size, "slide");
    CHECK(slide.height > 600);
    CHECK(slide.height <= 675);
    const Picture column = page_of(size, "paper");
    CHECK(column.height < 1.45 * column.width);
  }
}

TEST_CASE("no figure has labels that overlap or are cut; all have titles and axes in words",
          "[cli][slow]") {
  const ScratchFolder scratch;
  std::set<std::string> drawn;
  int number = 0;
  for (const auto& [study, changes] : kRuns) {
    const std::string folder = study + "_run_" + std::to_string(++number);
    const Outcome run =
        run_in(scratch.path(),
               "$CLAUSIUS run " + study + " --quiet --no-plots --out " + folder + " " + changes);
    INFO(study << ": " << run.err);
    CHECK((run.code == 0 || run.code == 3));  // so short, checks may fail
    for (const std::string style : {"slide", "paper"}) {
      const Outcome plot =
          run_in(scratch.path(), "$CLAUSIUS plot " + folder + " --format svg --style " + style);
      CHECK(plot.err.empty());
      CHECK(plot.code == 0);
      for (const auto& entry : fs::recursive_directory_iterator(scratch.path() / folder)) {
        const fs::path& file = entry.path();
        if (file.extension() != ".svg") continue;
        INFO(style << ' ' << file);
        const Picture picture = picture_in(file);
        const std::string faults = faults_of(picture);
        INFO(faults);
        CHECK(faults.empty());
        // A title, the study's title and the names of two axes at least.
        const std::vector<std::string> words = words_in(picture);
        CHECK(words.size() >= 4);
        for (const Label& one : picture.labels)
          if (!one.is_upright)
            CHECK((is_words(one.text) || one.text.find_first_of("0123456789") == 0));
        drawn.insert(file.stem());
      }
    }
  }
  for (const auto& [file, script] : clausius::embedded_files())
    if (file.ends_with(".gp") && file != "style.gp" && !file.starts_with("parts/") &&
        file != "animation.gp" && file != "series_observable.gp" && file != "sweep.gp") {
      INFO(file);
      CHECK(drawn.count(fs::path(file).stem()) == 1);
    }
}
