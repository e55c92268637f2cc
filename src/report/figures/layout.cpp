#include "report/figures/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "core/elementary.h"

namespace clausius {

namespace {

using Joint = PanelReport::Joint;

// In sizes of type.
constexpr double kRightMargin = 2;
constexpr double kHalfGap = 0.55;  // between panels with a common x axis and the edge they share

/// The numbers after a mark at the beginning of a line.
std::vector<double> numbers_in(const std::string& line) {
  std::vector<double> numbers;
  std::istringstream words(line);
  for (std::string word; words >> word;) numbers.push_back(std::strtod(word.c_str(), nullptr));
  return numbers;
}

PanelReport panel_in(const std::vector<double>& n) {
  return {{n[0], n[1], n[2], n[3]},
          {n[4], n[5], n[6], n[7]},
          {n[8], n[9], n[10] != 0},
          {n[11], n[12], n[13] != 0},
          n[14],
          static_cast<Joint>(n[15])};
}

/// The margins that a panel needs, in sizes of type.
Edges margins_of(const PanelReport& panel, const Page& page) {
  // The page for measuring has lines of 1.5 sizes of type.
  const double line_scale = page.lines * page.font / (1.5 * page.measure_points);
  const double across = page.width / page.font, up = line_scale * kMeasuredHeight / page.font;
  return {(panel.axes.left - panel.place.left) * across - 0.8 * panel.y_label_shift, kRightMargin,
          (panel.axes.bottom - panel.place.bottom) * up, (panel.place.top - panel.axes.top) * up};
}

/// The largest margins of all panels that have the edges of `panel` in common.
Edges common_margins(const PanelReport& panel, const std::vector<PanelReport>& panels,
                     const std::vector<Edges>& margins) {
  Edges most;
  for (std::size_t k = 0; k < panels.size(); ++k)
    for (const auto edge : {&Edges::left, &Edges::right, &Edges::bottom, &Edges::top})
      if (panels[k].place.*edge == panel.place.*edge)
        most.*edge = std::max(most.*edge, margins[k].*edge);
  return most;
}

std::size_t letters(double number) { return fmt::format("{:g}", number).size(); }

/// The distance of tics whose labels are side by side in a line of `room` letters.
double step_within(const AxisRange& range, double room) {
  constexpr double kMost = 8;
  const double step = round_step(range.high - range.low, kMost);
  const double last = std::floor(range.high / step);
  const std::size_t longest = std::max({letters(std::ceil(range.low / step) * step),
                                        letters(last * step), letters((last - 1) * step)});
  return round_step(range.high - range.low,
                    std::clamp(std::floor(room / (static_cast<double>(longest) + 2)), 1.0, kMost));
}

/// The ratio of the tics of a logarithmic axis of which at most `most` fit; 0: gnuplot's.
double decades_within(const AxisRange& range, double most) {
  if (!(range.low > 0) || !(range.high / range.low > 10)) return 0;
  return portable::pow(
      10.0, std::ceil(portable::log10(range.high / range.low) / std::clamp(most, 1.0, 8.0)));
}

PanelLayout layout_of_panel(const PanelReport& panel, const Edges& margins, const PageLayout& page,
                            double em_x, double em_y) {
  PanelLayout layout;
  const double bottom = panel.place.bottom * page.body, top = panel.place.top * page.body;
  layout.axes = {panel.place.left + margins.left * em_x, panel.place.right - margins.right * em_x,
                 bottom + margins.bottom * em_y, top - margins.top * em_y};
  layout.width = (layout.axes.right - layout.axes.left) / em_x;
  const double height = (layout.axes.top - layout.axes.bottom) / em_y;
  layout.x_step = panel.x.is_logarithmic ? decades_within(panel.x, layout.width / 2.5)
                                         : step_within(panel.x, 1.6 * layout.width);
  layout.y_step = panel.y.is_logarithmic ? decades_within(panel.y, height / 2)
                                         : round_step(panel.y.high - panel.y.low,
                                                      std::clamp(std::floor(height / 2), 4.0, 7.0));
  if (panel.joint == Joint::below) layout.axes.bottom = bottom + kHalfGap * em_y;
  if (panel.joint == Joint::above) layout.axes.top = top - kHalfGap * em_y;
  return layout;
}

/// How frames are arranged, in pixels.
struct FrameGrid {
  std::size_t columns = 1, rows = 1;
  double zoom = 0;    ///< pixels per unit of length
  double height = 0;  ///< of all rows and the names of the x axes below
};

class Frames {
 public:
  /// @param height of the page below the heading, at most
  Frames(const FramesReport& report, const Page& page, double height)
      : report_(report),
        page_(page),
        height_(height),
        across_(page.width - (kLeft + (report.has_scale ? kScale : 0)) * page.font),
        box_y_((page.style == "text" ? 0.5 : 1) * report.box_y) {}

  /// The arrangement in which the frames cover most of the page that it needs.
  [[nodiscard]] FrameGrid best(double heading) const {
    const auto cover = [&](const FrameGrid& grid) {
      return grid.zoom * grid.zoom / (heading + grid.height);
    };
    FrameGrid best = grid(1);
    for (std::size_t columns = 2; columns <= report_.count; ++columns)
      if (report_.count % columns == 0 && across_ / static_cast<double>(columns) > title_width())
        if (const FrameGrid other = grid(columns); cover(other) > cover(best)) best = other;
    return best;
  }

  /// The panels of the page, which has its height by now.
  [[nodiscard]] std::vector<PanelLayout> panels(const FrameGrid& grid,
                                                const PageLayout& page) const {
    std::vector<PanelLayout> all;
    const double font = page_.font;
    const double width = grid.zoom * report_.box_x, height = grid.zoom * box_y_;
    const double column = across_ / static_cast<double>(grid.columns);
    for (std::size_t k = 0; k < report_.count; ++k) {
      const std::size_t row = k / grid.columns;
      const double middle = kLeft * font + (static_cast<double>(k % grid.columns) + 0.5) * column;
      const double top = page.body * page.height - kAbove * font -
                         static_cast<double>(row) * (height + (kAbove + kGap) * font);
      PanelLayout panel;
      panel.axes = {(middle - 0.5 * width) / page_.width, (middle + 0.5 * width) / page_.width,
                    (top - height) / page.height, top / page.height};
      panel.width = width / font;
      panel.x_step = round_step(report_.box_x, std::clamp(0.5 * width / font, 1.0, 4.0));
      panel.y_step = round_step(report_.box_y, std::clamp(height / (1.5 * font), 2.0, 4.0));
      // The number at the end of an axis would meet that at the beginning of the next.
      if (column - width < 2 * font) panel.last_x_tic = 0.97 * report_.box_x;
      all.push_back(panel);
    }
    return all;
  }

  /// The place of the scale of colours: at the right edge of the page, halfway up the frames.
  [[nodiscard]] Edges scale(const PageLayout& page) const {
    const double middle = 0.5 * (page.panels.front().axes.top + page.panels.back().axes.bottom);
    const double left = 1 - (kScale - 0.8) * page_.font / page_.width;
    return {left, left + 0.8 * page_.font / page_.width, middle - 0.25 * page.body,
            middle + 0.25 * page.body};
  }

 private:
  // In sizes of type: room for the name of the y axis, for a scale of colours, for the title of a
  // frame, and between frames.
  static constexpr double kLeft = 4.5, kScale = 5, kAbove = 1.8, kGap = 1;

  [[nodiscard]] double title_width() const { return 0.55 * page_.font * report_.title_letters; }
  /// Room for the numbers and the name of the x axis beyond the gap below a frame.
  [[nodiscard]] double below() const { return (3.3 * page_.lines - kGap) * page_.font; }

  [[nodiscard]] FrameGrid grid(std::size_t columns) const {
    FrameGrid grid{columns, report_.count / columns, 0, 0};
    const auto rows = static_cast<double>(grid.rows);
    const double width = across_ / static_cast<double>(columns) - kGap * page_.font;
    const double height = (height_ - below()) / rows - (kAbove + kGap) * page_.font;
    grid.zoom = std::min(width / report_.box_x, height / box_y_);
    grid.height = rows * (grid.zoom * box_y_ + (kAbove + kGap) * page_.font) + below();
    return grid;
  }

  const FramesReport& report_;
  const Page& page_;
  double height_, across_;
  double box_y_;  ///< in units of a pixel's width: a letter is twice as high as wide
};

/// The height of a column in pixels: the margins and contents of all panels.
double column_height(const PageReport& report, const Page& page, const std::vector<Edges>& margins,
                     double heading) {
  if (report.panels.empty() || report.rows > 0) return 330 + 400 * std::max(1.0, report.rows);
  double most = 0;
  for (std::size_t k = 0; k < report.panels.size(); ++k) {
    const double share = report.panels[k].place.top - report.panels[k].place.bottom;
    most = std::max(most, (margins[k].bottom + margins[k].top + (share > 0.9 ? 13 : 9)) / share);
  }
  return page.font * (heading + most);
}

/// What a panel sets, as gnuplot commands.
std::string commands_of(const PanelLayout& panel) {
  std::string text = fmt::format(
      "set lmargin at screen {:.4f}; set rmargin at screen {:.4f}; "
      "set bmargin at screen {:.4f}; set tmargin at screen {:.4f}; \\\n  across = {:.1f}",
      panel.axes.left, panel.axes.right, panel.axes.bottom, panel.axes.top, panel.width);
  if (panel.last_x_tic > 0)
    text += fmt::format("; set xtics 0, {:g}, {:g}", panel.x_step, panel.last_x_tic);
  else if (panel.x_step > 0)
    text += fmt::format("; set xtics {:g}", panel.x_step);
  if (panel.y_step > 0) text += fmt::format("; set ytics {:g}", panel.y_step);
  return text;
}

}  // namespace

double round_step(double span, double most) {
  const double least = std::abs(span) / most;
  if (!(least > 0) || !std::isfinite(least)) return 0;
  const double power = portable::pow(10.0, std::floor(portable::log10(least)));
  for (const double part : {1, 2, 5})
    if (least / power < part + 0.001) return part * power;
  return 10 * power;
}

PageReport read_page_report(const std::string& said) {
  PageReport report;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    const auto after = [&line](std::string_view mark, std::size_t count) {
      std::vector<double> numbers;
      if (line.starts_with(mark)) numbers = numbers_in(line.substr(mark.size()));
      if (numbers.size() != count) numbers.clear();
      return numbers;
    };
    if (const auto n = after("measured heading:", 3); !n.empty()) {
      report.heading_lines = static_cast<int>(n[0]);
      report.title_lines = static_cast<int>(n[1]);
      report.legend_rows = static_cast<int>(n[2]);
    }
    if (const auto n = after("measured panel:", 16); !n.empty())
      report.panels.push_back(panel_in(n));
    if (const auto n = after("measured rows:", 1); !n.empty()) report.rows = n[0];
    if (const auto n = after("measured frames:", 5); !n.empty())
      report.frames = {static_cast<std::size_t>(n[0]), n[1], n[2], n[3], n[4] != 0};
  }
  return report;
}

PageLayout layout_of(const PageReport& report, const Page& page) {
  // Distances from the top of the page, in sizes of type.
  const double title = 0.6 + page.heading_type * page.lines * report.heading_lines + 0.3;
  const double legend =
      title + (report.title_lines == 0
                   ? 0
                   : page.title_type * page.lines * (report.title_lines - 0.5) + 0.2);
  const double heading =
      legend + (report.legend_rows == 0 ? 0 : 1.1 * page.lines * report.legend_rows + 0.4);

  std::vector<Edges> margins;
  for (const PanelReport& panel : report.panels) margins.push_back(margins_of(panel, page));

  PageLayout layout;
  layout.height = page.height;
  const bool is_column = page.style == "paper";
  if (is_column) layout.height = column_height(report, page, margins, heading);
  const double highest = is_column ? 1.4 * page.width : page.height;
  const Frames frames(report.frames, page, highest - heading * page.font);
  FrameGrid grid;
  if (report.frames.count > 0) {
    grid = frames.best(heading * page.font);
    layout.frame_columns = grid.columns;
    if (page.style != "text") layout.height = heading * page.font + grid.height;
  }
  layout.height = std::round(layout.height);

  const double em = page.font / layout.height;
  layout.heading = 1 - 1.2 * em;
  layout.title = 1 - title * em;
  layout.legend = 1 - legend * em;
  layout.body = 1 - heading * em;
  if (report.frames.count > 0) {
    layout.panels = frames.panels(grid, layout);
    layout.scale = frames.scale(layout);
  }
  for (const PanelReport& panel : report.panels)
    layout.panels.push_back(layout_of_panel(panel, common_margins(panel, report.panels, margins),
                                            layout, page.font / page.width, em));
  return layout;
}

std::string layout_commands(const PageLayout& layout) {
  std::string text =
      fmt::format("heading_at = {:.4f}; title_at = {:.4f}; legend_at = {:.4f}; body = {:.4f}\n",
                  layout.heading, layout.title, layout.legend, layout.body);
  if (layout.frame_columns > 0) {
    const Edges& scale = layout.scale;
    text += fmt::format(
        "frame_columns = {}\n"
        "colour_scale_place = \"user origin {:.4f}, {:.4f} size {:.4f}, {:.4f}\"\n",
        layout.frame_columns, scale.left, scale.bottom, scale.right - scale.left,
        scale.top - scale.bottom);
  }
  text += fmt::format("layout_count = {}\n", layout.panels.size());
  if (layout.panels.empty()) return text;
  text += fmt::format(
      "# What a panel sets when it begins: edges, width in sizes of type, distances of tics.\n"
      "array layout[{}]\n",
      layout.panels.size());
  for (std::size_t k = 0; k < layout.panels.size(); ++k)
    text += fmt::format("layout[{}] = \"{}\"\n", k + 1, commands_of(layout.panels[k]));
  return text;
}

}  // namespace clausius
