#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace clausius {

/// What a theory may assume of a gas. A run looks once, at its end, at what it has measured for
/// each of them; values are judged only by theories whose assumptions all hold.
enum class Assumption : std::uint8_t {
  homogeneous,  ///< density and composition are uniform, except for the layers at walls
  fluid,        ///< it is a disordered fluid, relaxed from its start
  relaxed,      ///< velocities have relaxed; species, translation and rotation share their energy
  steady,       ///< no mean over time drifts
  short_paths   ///< gaps between walls are many mean free paths wide
};

/// All assumptions, in the order of the enumeration.
inline constexpr std::initializer_list<Assumption> kAllAssumptions{
    Assumption::homogeneous, Assumption::fluid, Assumption::relaxed, Assumption::steady,
    Assumption::short_paths};

/// "the gas is homogeneous", as a part of a sentence.
std::string_view words_for(Assumption assumption);

/// A set of assumptions.
class Assumptions {
 public:
  constexpr Assumptions(std::initializer_list<Assumption> all) {
    for (const Assumption one : all) bits_ |= bit(one);
  }
  [[nodiscard]] constexpr bool contain(Assumption one) const { return (bits_ & bit(one)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

 private:
  [[nodiscard]] static constexpr unsigned bit(Assumption one) {
    return 1U << static_cast<unsigned>(one);
  }
  unsigned bits_ = 0;
};

/// Assumptions of most theories: those of a homogeneous fluid in equilibrium, in its cooling state
/// or in the steady state of its drives.
inline constexpr Assumptions kOfHomogeneousFluids{Assumption::homogeneous, Assumption::fluid,
                                                  Assumption::relaxed, Assumption::steady};

}  // namespace clausius
