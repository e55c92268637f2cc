#pragma once

#include <string>
#include <string_view>

#include "report/figures/figures.h"

namespace clausius {

/// The page for a figure, and the terminals of gnuplot that draw and measure it.
struct Page {
  std::string_view extension;
  std::string_view style;                         ///< slide, paper, screen or text
  double width = 0, height = 0, font = 1;         ///< pixels
  double points = 1;                              ///< the size of type in units of the terminal
  double symbols = 1;                             ///< size of symbols
  double lines = 1;                               ///< height of a line, in sizes of type
  double heading_type = 1.25, title_type = 0.85;  ///< of heading and title, in sizes of type
  std::string terminal{};                         ///< a pattern for the height
  double terminal_unit = 1;                       ///< of that height, in pixels
  std::string measure{};      ///< terminal with the same type that draws no picture
  double measure_points = 1;  ///< points for that terminal
};
Page page_of(FigureFormat format, FigureStyle style);

/// The terminal that draws a page of this height in pixels.
std::string terminal_of(const Page& page, double height);

/// The number of letters of type of this size, in sizes of type, that fit into the width of the
/// page.
int letters_across(const Page& page, double type);

/// The height in pixels of a page that is only measured: large enough for everything.
inline constexpr double kMeasuredHeight = 2000;

}  // namespace clausius
