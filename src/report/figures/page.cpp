#include "report/figures/page.h"

#include <fmt/format.h>

namespace clausius {

namespace {

// A page is measured as an SVG, which costs no time; its letters count as wider than those of other
// terminals.
constexpr double kNarrower = 0.923;

}  // namespace

Page page_of(FigureFormat format, FigureStyle style) {
  Page page{"png", "slide"};
  if (format == FigureFormat::dumb) {
    page = {"txt", "text", 100, 40, 1};
    page.measure = page.terminal = "dumb size 100,40";
    page.heading_type = page.title_type = 1;
    return page;
  }
  if (format == FigureFormat::gif || format == FigureFormat::mp4) {
    page = {"gif", "screen", 900, 600, 14.7, 11};
    page.measure = page.terminal =
        "gif animate delay 10 loop 0 size 900,600 font 'Sans,11' background rgb 'white'";
    return page;
  }
  // A slide is 16:9 with type that is legible from the last row. A column of a journal is 8.6 cm
  // wide, at 300 dots per inch, with type of 7.5 points, and as high as needed.
  const bool is_slide = style == FigureStyle::slide;
  page = {"png", is_slide ? "slide" : "paper", 1016, 730, 31};
  double lines = 3, centimetres = 8.6;
  page.symbols = 1.4;
  if (is_slide) {
    page.width = 1200;
    page.height = 675;
    page.font = 20.5;
    lines = 1.7;
    page.symbols = 1.3;
    centimetres = 24;
  }
  // Cairo terminals count 96 pixels per inch, and svg one pixel per point.
  constexpr double kPoint = 0.75, kInch = 2.54, kDots = 72;
  constexpr double kPdfLine = 2;  // pdfcairo draws lines half as wide as others
  page.points = kPoint * page.font;
  page.measure_points = kNarrower * page.font;
  page.lines = 1.2;
  const std::string look = fmt::format("linewidth {} background rgb 'white'", lines);
  if (format == FigureFormat::svg) {
    page.extension = "svg";
    page.points = page.measure_points = page.font;
    page.lines = 1.5;
    // The radius of a symbol is 0.4 sizes of type here, elsewhere 3 pixels and half of its outline.
    page.symbols = (3 * page.symbols + 0.6 * lines) / (0.4 * page.font);
    page.terminal =
        fmt::format("svg size {},{{:.0f}} font 'Sans,{}' {}", page.width, page.points, look);
  } else if (format == FigureFormat::pdf) {
    const double scale = centimetres / kInch * kDots / page.width;
    page.extension = "pdf";
    page.points *= scale;
    page.symbols *= scale;
    page.terminal = fmt::format(
        "pdfcairo size {:.4g}in,{{:.4g}}in font 'Sans,{:.4g}' fontscale 1 linewidth "
        "{:.3g} background rgb 'white'",
        centimetres / kInch, page.points, kPdfLine * lines * scale);
    page.terminal_unit = centimetres / kInch / page.width;
  } else {
    page.terminal =
        fmt::format("pngcairo size {},{{:.0f}} font 'Sans,{}' {}", page.width, page.points, look);
  }
  page.measure = fmt::format("svg size {},{} font 'Sans,{}'", page.width, kMeasuredHeight,
                             page.measure_points);
  return page;
}

std::string terminal_of(const Page& page, double height) {
  return fmt::format(fmt::runtime(page.terminal), height * page.terminal_unit);
}

int letters_across(const Page& page, double type) {
  const double width = page.style == "text" ? 1 : 0.66;  // of a letter, in sizes of type
  return static_cast<int>(0.95 * page.width / (width * page.font * type));
}

}  // namespace clausius
