#include "clausius/core/random.h"

#include <Random123/philox.h>

#include <boost/random/gamma_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "core/portable_number.h"

namespace clausius {

// Seed and stream are the key, index and block the counter: no arithmetic mixes them, so that two
// different streams cannot coincide.
void RandomStream::refill() {
  const auto numbers = r123::Philox4x64{}({{block_++, index_, 0, 0}},
                                          {{seed_, static_cast<std::uint64_t>(stream_)}});
  for (std::size_t i = 0; i < buffer_.size(); ++i) buffer_[i] = numbers[i];
  used_ = 0;
}

// Boost's distributions, unlike those of the standard library, give the same numbers everywhere if
// the elementary functions are the same.
double RandomStream::normal() {
  return boost::random::normal_distribution<portable::Number>{}(*this).value();
}

double RandomStream::gamma(double shape) {
  return boost::random::gamma_distribution<portable::Number>{shape}(*this).value();
}

std::uint64_t RandomStream::below(std::uint64_t n) {
  return boost::random::uniform_int_distribution<std::uint64_t>{0, n - 1}(*this);
}

}  // namespace clausius
