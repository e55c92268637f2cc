#include "report/live_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/numbers.h"
#include "report/terminal.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

namespace {

constexpr std::size_t kMostSpecies = 4;
constexpr std::size_t kMargin = 2;

/// A bar chart of `density`, one column per bin, with `rows` rows and a mark at `law`.
std::vector<std::string> bars(const std::vector<double>& density, const std::vector<double>& law,
                              std::size_t rows) {
  constexpr std::array<std::string_view, 9> kEighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const double highest = std::max(*std::max_element(density.begin(), density.end()),
                                  *std::max_element(law.begin(), law.end()));
  const double unit = static_cast<double>(rows) / highest;
  std::vector<std::string> lines;
  for (std::size_t row = rows; row-- > 0;) {
    std::string line(kMargin, ' ');
    for (std::size_t bin = 0; bin < density.size(); ++bin) {
      const auto mark = std::min(static_cast<std::size_t>(unit * law[bin]), rows - 1);
      const double part = unit * density[bin] - static_cast<double>(row);
      const auto eighths = static_cast<std::size_t>(std::lround(8 * std::clamp(part, 0.0, 1.0)));
      line += mark == row && law[bin] > 0.01 * highest ? "•" : kEighths[eighths];
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string live_panel(const LiveView& view, std::size_t width, bool colour) {
  std::string text =
      in_columns(fmt::format("{}  time {}", view.phase, short_text(view.time, 5)), width) + '\n';
  const std::size_t shown = std::min(kMostSpecies, view.species.size());
  const std::size_t rows = shown == 1 ? 10 : shown == 2 ? 6 : 4;
  const std::size_t bins =
      std::min(LiveView::kBins, width > 2 * kMargin ? width - 2 * kMargin : std::size_t{1});
  const MaxwellLaw maxwell(view.dimensions, 1, 1);
  for (std::size_t s = 0; s < shown; ++s) {
    const LiveView::Species& species = view.species[s];
    const std::string head =
        fmt::format("{}  temperature {}", species.name, short_text(species.temperature, 4));
    text += in_columns(head, width) + '\n';
    std::vector<double> law;
    for (std::size_t bin = 0; bin < bins; ++bin)
      law.push_back(maxwell.speed_pdf((static_cast<double>(bin) + 0.5) * LiveView::kBinWidth));
    const std::vector<double> density(species.speeds.begin(),
                                      species.speeds.begin() + static_cast<std::ptrdiff_t>(bins));
    for (const std::string& line : bars(density, law, rows))
      text += (colour ? fmt::format("\x1b[34m{}\x1b[0m", line) : line) + '\n';
  }
  std::string axis(kMargin, ' ');
  for (int speed = 0; speed <= 4; ++speed) {
    const auto at = kMargin + static_cast<std::size_t>(speed / LiveView::kBinWidth);
    if (at > axis.size()) axis.resize(at, ' ');
    axis += std::to_string(speed);
  }
  return text + in_columns(axis + "  v/√(kT/m)  • Maxwell", width) + '\n';
}

void LivePanel::update(const LiveView& view) {
  if (lines_ > 0) stream_ << fmt::format("\x1b[{}A", lines_);
  const std::string text = live_panel(view, width_ - 1, colour_);
  lines_ = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    stream_ << "\r\x1b[K" << text.substr(begin, end - begin) << '\n';
    ++lines_;
    begin = end + 1;
  }
  stream_ << std::flush;
}

}  // namespace clausius
