#include <cmath>
#include <complex>

// What tests/project/c_library.cmake is to find.
double called(double x, int n) { return std::sin(x) * std::cos(x) + std::pow(x, 1.0 / n); }
float called(float x) { return std::log1p(x); }
long double called(long double x) { return std::erfc(x); }
double called(std::complex<double> x) { return std::abs(x); }
// What it is not to find.
double exact(double x, double y) { return std::fmod(std::sqrt(x), y) + std::ldexp(x, 3); }
