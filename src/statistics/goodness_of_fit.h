#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "statistics/histogram.h"

namespace clausius {

/// Cumulative distribution function: P(X ≤ x).
using Cdf = std::function<double(double)>;

/// A test of data against a law without fitted parameters. Small p: the law is wrong.
struct GoodnessOfFit {
  double statistic = 0;           ///< χ², or the largest distance of the two cdfs
  double degrees_of_freedom = 0;  ///< degrees of freedom of χ²; 0 for Kolmogorov–Smirnov
  double p_value = 1;
};

/// Pearson's χ² of counts against probabilities (which sum to 1, so tails have bins of their own).
/// Neighbouring bins are pooled until each pool expects at least `least_expected`.
///
/// Correlated samples: `effective_fraction` = n_eff/n ≤ 1 scales the statistic (and the expected
/// counts that determine the pooling), as if only every n/n_eff-th sample had been taken. That is
/// exact to first order if all bins decorrelate alike (Rao & Scott, J. Am. Stat. Assoc. 76 (1981)
/// 221, the mean design effect), otherwise it errs slightly on either side.
///
/// Empty if fewer than two pools are left, so that nothing is tested.
std::optional<GoodnessOfFit> chi_square_test(std::span<const std::int64_t> observed,
                                             std::span<const double> probabilities,
                                             double effective_fraction = 1,
                                             double least_expected = 10);

/// Chi-square test of a histogram against a law, with the tails below and above as bins.
std::optional<GoodnessOfFit> chi_square_test(const Histogram& histogram, const Cdf& cdf,
                                             double effective_fraction = 1,
                                             double least_expected = 10);

/// Probability that Kolmogorov's statistic of n_eff independent samples is at least `distance`:
/// the asymptotic law with Stephens' finite-n argument (√n + 0.12 + 0.11/√n)·distance (J. R. Stat.
/// Soc. B 32 (1970) 115), good to a per cent for n ≥ 5.
double kolmogorov_p_value(double distance, double effective_samples);

/// Kolmogorov–Smirnov test of samples against a law. `effective_samples`: the equivalent number of
/// independent samples (their number if they are independent). Empty without samples.
std::optional<GoodnessOfFit> kolmogorov_smirnov_test(std::vector<double> samples, const Cdf& cdf,
                                                     double effective_samples);

/// Kolmogorov's test of a histogram: its distance is evaluated at the edges of bins only, so that p
/// is an upper bound, close if bins hold much less than √n of the n samples.
std::optional<GoodnessOfFit> kolmogorov_smirnov_test(const Histogram& histogram, const Cdf& cdf,
                                                     double effective_samples);

}  // namespace clausius
