#pragma once

#include <cmath>

// Moments of Maxwell's law and their scatter.

namespace clausius {

/// ⟨v²⟩²/⟨v⁴⟩ and ⟨v²⟩³/⟨v⁶⟩ of Maxwell's law.
template <int Dim>
inline constexpr double kMaxwellFourth = static_cast<double>(Dim) / (Dim + 2);
template <int Dim>
inline constexpr double kMaxwellSixth = static_cast<double>(Dim* Dim) / ((Dim + 2) * (Dim + 4));

/// √⟨a_p²⟩ of one particle's a₂ and a₃ by Maxwell's law, ⟨a_p²⟩ = p!/((d/2)(d/2 + 1) … ) with p
/// factors; for N independent particles smaller by a factor √N.
template <int Dim>
inline const double kSecondScatter = std::sqrt(2 / (0.5 * Dim * (0.5 * Dim + 1)));
template <int Dim>
inline const double kThirdScatter = std::sqrt(6 / (0.5 * Dim * (0.5 * Dim + 1) * (0.5 * Dim + 2)));

}  // namespace clausius
