#pragma once

namespace clausius {

/// Averages over the hits of two rough particles with Maxwell's law for velocities and spins, of
/// which friction lets some slide.
struct SlidingHits {
  double fraction = 0;  ///< of the hits that slide
  /// ⟨J u⟩ and ⟨J²⟩ of the tangential impulse J and the tangential velocity u of the surfaces,
  /// divided by those of hits that all stick.
  double impulse = 1, impulse_sq = 1;
};

/// In a hit the normal velocity is s x, with the density x exp(−x²/2), and each of the dimensions −
/// 1 components of u is Gaussian with the standard deviation t; it slides if u/t > slope·x. Exact.
/// @param slope μ J_n t/(s x J_t) for J_t the impulse of a hit with u = t that sticks; from 0,
/// where all slide, to infinity, where all stick
SlidingHits sliding_hits(int dimensions, double slope);

}  // namespace clausius
