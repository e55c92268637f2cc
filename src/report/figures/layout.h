#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/figures/page.h"

// The layout of a page. A figure script is first run without a picture and reports how much room
// the labels of its panels need; from that the program computes where everything is, and writes it
// into the script that draws.

namespace clausius {

/// The four edges of a rectangle, or what is related to each of them.
struct Edges {
  double left = 0, right = 0, bottom = 0, top = 0;
};

struct AxisRange {
  double low = 0, high = 0;
  bool is_logarithmic = false;
};

/// What a script reports of a panel.
struct PanelReport {
  Edges place;  ///< its edges, as fractions of the page below the heading
  Edges axes;   ///< the rectangle between its axes, as fractions of the page it was measured on
  AxisRange x, y;
  double y_label_shift = 0;  ///< of the label of the y axis, in widths of a letter
  enum class Joint { none, below, above };
  Joint joint = Joint::none;  ///< the edge at which it has its x axis in common with another panel
};

/// Pictures of the box that are to fill a page, all of one size.
struct FramesReport {
  std::size_t count = 0;
  double box_x = 1, box_y = 1;
  double title_letters = 0;  ///< of the line above each
  bool has_scale = false;    ///< whether a scale of colours is beside them
};

/// What a script reports when it is run to be measured.
struct PageReport {
  int heading_lines = 1, title_lines = 0, legend_rows = 0;
  std::vector<PanelReport> panels;
  FramesReport frames;
  double rows = 0;  ///< of a script whose labels are not measured: how many panels high a column is
};

/// Reads the report in what gnuplot has said.
PageReport read_page_report(const std::string& said);

struct PanelLayout {
  Edges axes;             ///< the rectangle between the axes, as fractions of the page
  double x_step = 0;      ///< distance of tics, or their ratio on a logarithmic axis; 0: gnuplot's
  double y_step = 0;      ///< as x_step
  double last_x_tic = 0;  ///< 0: no limit
  double width = 0;       ///< of that rectangle, in sizes of type
};

struct PageLayout {
  double height = 0;  ///< pixels
  /// Heights on the page, as fractions of it: the first lines of heading and title, the upper edges
  /// of a common legend and of the panels.
  double heading = 0, title = 0, legend = 0, body = 0;
  std::vector<PanelLayout> panels;
  std::size_t frame_columns = 0;  ///< of frames
  Edges scale;                    ///< the place of their scale of colours
};

/// Panels with a common edge get a common margin; tics are as dense as their labels allow; a column
/// is as high as its panels need; frames fill as much of the page as their shape lets them.
PageLayout layout_of(const PageReport& report, const Page& page);

/// The layout as gnuplot commands.
std::string layout_commands(const PageLayout& layout);

/// The round number 1, 2 or 5 times a power of ten, such that at most `most` such steps fit into
/// `span`.
double round_step(double span, double most);

}  // namespace clausius
