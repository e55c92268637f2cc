#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clausius/measure/declaration.h"
#include "clausius/measure/results.h"
#include "measure/velocities/blocked_histogram.h"

namespace clausius {

/// The bins of several histograms, one after the other, with the laws that they should follow.
struct DistributionRows {
  std::vector<std::string> species, axis;
  std::vector<double> value, width, density, error, maxwell, finite_n, residual;

  /// @param unit unit of the quantity in the histogram
  template <class MaxwellCdf, class Cdf>
  void append(const std::string& name, const std::string& about, const BlockedHistogram& histogram,
              double unit, const MaxwellCdf& maxwell_cdf, const Cdf& cdf) {
    const Histogram& counts = histogram.total();
    std::vector<double> probabilities;
    probabilities.reserve(counts.bins());
    for (std::size_t i = 0; i < counts.bins(); ++i)
      probabilities.push_back(cdf(counts.edge(i + 1)) - cdf(counts.edge(i)));
    const auto errors = histogram.density_errors(probabilities);
    for (std::size_t i = 0; i < counts.bins(); ++i) {
      species.push_back(name);
      axis.push_back(about);
      value.push_back(counts.centre(i) * unit);
      width.push_back(counts.width() * unit);
      density.push_back(counts.density(i) / unit);
      error.push_back(errors[i] / unit);
      maxwell.push_back((maxwell_cdf(counts.edge(i + 1)) - maxwell_cdf(counts.edge(i))) /
                        width.back());
      finite_n.push_back(probabilities[i] / width.back());
      residual.push_back(error.back() > 0 ? (density.back() - finite_n.back()) / error.back() : 0);
    }
  }

  /// Columns of a table, `quantity` being the name of the value.
  Table table(const std::string& name, const std::string& quantity, const std::string& unit,
              const std::string& per_unit) && {
    return {name,
            {{"species", "", std::move(species)},
             {quantity, unit, std::move(value)},
             {"width", unit, std::move(width)},
             {"density", per_unit, std::move(density)},
             {"error", per_unit, std::move(error)},
             {"maxwell", per_unit, std::move(maxwell)},
             {"finite_n", per_unit, std::move(finite_n)},
             {"residual", "1", std::move(residual)}}};
  }
};

/// Declarations of these columns.
inline std::vector<DeclaredColumn> distribution_columns(std::string_view quantity,
                                                        std::string_view meaning,
                                                        std::string UnitNames::*unit,
                                                        std::string UnitNames::*per_unit) {
  return {{"species", "Name of the species."},
          {quantity, meaning, unit},
          {"width", "Width of the bin.", unit},
          {"density", "Probability density.", per_unit},
          {"error", "Standard error of the density.", per_unit},
          {"maxwell", "Probability density of Maxwell's law.", per_unit},
          {"finite_n",
           "Probability density of the exact law of this number of particles, which share a fixed "
           "energy.",
           per_unit},
          {"residual", "Density minus that of the exact law, in standard errors."}};
}

/// Bins of the distributions shown, over velocities in units of √(k_BT/m): 1e-5 of a Maxwellian gas
/// is faster than 5.
inline constexpr std::size_t kShownBins = 50;
inline constexpr double kShownSpeed = 5;

}  // namespace clausius
