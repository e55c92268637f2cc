#include "collision/cercignani_lampis.h"

#include <cmath>

namespace clausius {

template <int Dim>
WallBounce<Dim> partial_bounce(const Vec<Dim>& velocity, const Vec<Dim>& u, const Vec<Dim>& normal,
                               double mass, double kt, const CercignaniLampis& law,
                               RandomStream& random) {
  const Vec<Dim> arriving = velocity - u;
  const double thermal = std::sqrt(kt / mass);
  const double along = std::sqrt(law.tangential * (2 - law.tangential)) * thermal;
  const double across = std::sqrt(law.normal) * thermal;
  Vec<Dim> leaving;
  for (int k = 0; k < Dim; ++k)
    leaving[k] = (1 - law.tangential) * arriving[k] + along * random.normal();
  const double x = std::sqrt(1 - law.normal) * arriving.dot(normal) + across * random.normal();
  const double y = across * random.normal();
  leaving -= (leaving.dot(normal) + std::sqrt(x * x + y * y)) * normal;
  return bath_bounce<Dim>(arriving, leaving, u, normal, mass);
}

template WallBounce<2> partial_bounce(const Vec<2>&, const Vec<2>&, const Vec<2>&, double, double,
                                      const CercignaniLampis&, RandomStream&);
template WallBounce<3> partial_bounce(const Vec<3>&, const Vec<3>&, const Vec<3>&, double, double,
                                      const CercignaniLampis&, RandomStream&);

}  // namespace clausius
