#include <catch2/catch.hpp>

#include "report/figures/layout.h"

using clausius::layout_of;
using clausius::Page;
using clausius::PageLayout;
using clausius::PageReport;
using clausius::PanelReport;

namespace {

/// A page of 1000 × 500 pixels with type of 10, on which measured and drawn lines are equally high.
Page page_in(std::string_view style) {
  Page page{"png", style, 1000, 500, 10};
  page.measure_points = 10 / 1.5;
  return page;
}

// Without a title, the panels begin 0.6 + 1.25 + 0.3 sizes of type below the top.
constexpr double kHeading = 2.15;

/// A panel that needs margins of 6 sizes of type to the left, 4 below and 3 above.
PanelReport panel_at(double bottom, double top) {
  return {{0, 1, bottom, top},
          {0.06, 0.82, bottom + 0.02, top - 0.015},
          {0, 10, false},
          {0, 10, false}};
}

}  // namespace

TEST_CASE("A report is read from what else gnuplot says", "[report]") {
  const PageReport report = clausius::read_page_report(
      "measured heading: 2 1 3\n"
      "\"cooling.gp\" line 3: warning: Skipping data file with no valid points\n"
      "measured panel:0.0 1.0 0.36 1.0 0.07 0.8 0.4 0.9 1.0 1e3 1 NaN 5.0 0 -1.8 2\n"
      "measured panel:0.0 1.0\n"
      "measured rows:4\n");
  CHECK(report.heading_lines == 2);
  CHECK(report.title_lines == 1);
  CHECK(report.legend_rows == 3);
  CHECK(report.rows == 4);
  CHECK(report.frames.count == 0);
  REQUIRE(report.panels.size() == 1);
  const PanelReport& panel = report.panels[0];
  CHECK(panel.place.bottom == 0.36);
  CHECK(panel.axes.top == 0.9);
  CHECK(panel.x.high == 1000);
  CHECK(panel.x.is_logarithmic);
  CHECK_FALSE(panel.y.is_logarithmic);
  CHECK(panel.y_label_shift == -1.8);
  CHECK(panel.joint == PanelReport::Joint::above);
  const auto frames = clausius::read_page_report("measured frames:4 40.0 20.0 10 1\n").frames;
  CHECK(frames.count == 4);
  CHECK(frames.box_y == 20);
  CHECK(frames.has_scale);
}

TEST_CASE("Heading, title and legend have the room of their lines", "[report]") {
  const Page page = page_in("slide");
  PageReport report;
  CHECK(layout_of(report, page).body == Approx(1 - kHeading * 0.02));
  report.heading_lines = 2;
  report.title_lines = 1;
  report.legend_rows = 2;
  const PageLayout layout = layout_of(report, page);
  CHECK(layout.heading == Approx(1 - 1.2 * 0.02));
  CHECK(layout.title == Approx(1 - 3.4 * 0.02));
  CHECK(layout.legend == Approx(1 - 4.025 * 0.02));  // half a small line and 0.2 below the title
  CHECK(layout.body == Approx(1 - 6.625 * 0.02));    // 2 lines of 1.1 and 0.4
}

TEST_CASE("Panels have the margins that they need, and common edges the largest", "[report]") {
  const Page page = page_in("slide");
  PageReport report;
  report.panels = {panel_at(0.5, 1), panel_at(0, 0.5)};
  report.panels[0].axes.left = 0.08;
  report.panels[0].y_label_shift = -2;
  const PageLayout layout = layout_of(report, page);
  CHECK(layout.height == 500);
  const double body = 1 - kHeading * 0.02;
  REQUIRE(layout.panels.size() == 2);
  for (const auto& panel : layout.panels) {
    CHECK(panel.axes.left == Approx(0.096));  // 8 and 0.8 × 2 for the second line of a label
    CHECK(panel.axes.right == Approx(0.98));
    CHECK(panel.width == Approx(88.4));
  }
  CHECK(layout.panels[0].axes.bottom == Approx(0.5 * body + 0.08));
  CHECK(layout.panels[0].axes.top == Approx(body - 0.06));
  CHECK(layout.panels[1].axes.bottom == Approx(0.08));
}

TEST_CASE("Panels with one x axis are close to each other", "[report]") {
  PageReport report;
  report.panels = {panel_at(0.36, 1), panel_at(0, 0.36)};
  report.panels[0].joint = PanelReport::Joint::below;
  report.panels[1].joint = PanelReport::Joint::above;
  const PageLayout layout = layout_of(report, page_in("slide"));
  CHECK(layout.panels[0].axes.bottom == Approx(0.36 * layout.body + 0.011));
  CHECK(layout.panels[1].axes.top == Approx(0.36 * layout.body - 0.011));
}

TEST_CASE("Tics are as dense as their labels allow", "[report]") {
  const auto steps = [](const clausius::AxisRange& x, const clausius::AxisRange& y, double right) {
    PageReport report;
    report.panels = {panel_at(0, 1)};
    report.panels[0].place.right = right;
    report.panels[0].x = x;
    report.panels[0].y = y;
    const auto panel = layout_of(report, page_in("slide")).panels[0];
    return std::pair{panel.x_step, panel.y_step};
  };
  // 92 sizes of type have room for all eight tics, 12 for four labels of two letters.
  CHECK(steps({0, 10, false}, {0, 7, false}, 1) == std::pair{2.0, 1.0});
  CHECK(steps({0, 10, false}, {-3, 3, false}, 0.2) == std::pair{5.0, 1.0});
  // A hundred million in four tics at most; less than a decade is left to gnuplot.
  CHECK(steps({1, 1e8, true}, {2, 9, true}, 0.18) == std::pair{100.0, 0.0});
  CHECK(clausius::round_step(10, 5) == 2);
  CHECK(clausius::round_step(-0.3, 4) == Approx(0.1));
  CHECK(clausius::round_step(0, 4) == 0);
}

TEST_CASE("A column is as high as its panels need", "[report]") {
  const Page page = page_in("paper");
  PageReport report;
  CHECK(layout_of(report, page).height == 730);
  report.rows = 2;
  CHECK(layout_of(report, page).height == 1130);
  report.rows = 0;
  report.panels = {panel_at(0, 1)};  // margins of 7 and contents of 13 sizes of type
  CHECK(layout_of(report, page).height == Approx(10 * (kHeading + 20)).margin(0.5));
  report.panels = {panel_at(0.5, 1), panel_at(0, 0.5)};
  CHECK(layout_of(report, page).height == Approx(10 * (kHeading + 2 * 16)).margin(0.5));
}

TEST_CASE("Frames fill their page", "[report]") {
  const auto layout = [](double box_x, double box_y, double letters, std::string_view style) {
    PageReport report;
    report.frames = {4, box_x, box_y, letters, false};
    return layout_of(report, page_in(style));
  };
  // Four squares side by side: a quarter of the 955 pixels beside the names of the y axes, less a
  // gap of 10; above them heading and title, below the names of the x axes.
  const PageLayout squares = layout(40, 40, 10, "slide");
  CHECK(squares.frame_columns == 4);
  CHECK(squares.height == Approx(21.5 + 18 + 228.75 + 10 + 23).margin(0.5));
  REQUIRE(squares.panels.size() == 4);
  CHECK(squares.panels[3].axes.right - squares.panels[3].axes.left == Approx(0.22875));
  CHECK(squares.panels[0].axes.left == Approx(0.05));
  CHECK(squares.panels[0].x_step == 10);
  CHECK(squares.panels[0].last_x_tic == Approx(38.8));
  // Wide ones two by two, as high as the slide: (500 − 21.5 − 23) / 2 − 28 pixels.
  const PageLayout wide = layout(80, 40, 10, "slide");
  CHECK(wide.frame_columns == 2);
  CHECK(wide.height == 500);
  CHECK((wide.panels[0].axes.top - wide.panels[0].axes.bottom) * 500 == Approx(199.75));
  CHECK(wide.panels[0].axes.left == Approx(wide.panels[2].axes.left));
  CHECK(wide.panels[2].axes.bottom == Approx(33.0 / 500));
  // Very wide ones below each other, tall ones side by side.
  CHECK(layout(200, 10, 10, "slide").frame_columns == 1);
  CHECK(layout(20, 80, 10, "paper").frame_columns == 4);
  CHECK(layout(10, 120, 10, "paper").height <= 1400);
  // Columns are not narrower than the titles of frames.
  CHECK(layout(40, 40, 50, "slide").frame_columns == 2);
}

TEST_CASE("A layout is plain commands of gnuplot", "[report]") {
  PageReport report;
  report.panels = {panel_at(0, 1)};
  CHECK(clausius::layout_commands(layout_of(report, page_in("slide"))) ==
        "heading_at = 0.9760; title_at = 0.9570; legend_at = 0.9570; body = 0.9570\n"
        "layout_count = 1\n"
        "# What a panel sets when it begins: edges, width in sizes of type, distances of tics.\n"
        "array layout[1]\n"
        "layout[1] = \"set lmargin at screen 0.0600; set rmargin at screen 0.9800; "
        "set bmargin at screen 0.0800; set tmargin at screen 0.8970; \\\n"
        "  across = 92.0; set xtics 2; set ytics 2\"\n");
}
