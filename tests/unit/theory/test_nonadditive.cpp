#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "theory/fluid/missed_contacts.h"
#include "theory/fluid/structure.h"
#include "theory/transport/mixture_transport.h"

using namespace clausius;

namespace {

/// Two species whose unlike contact distance is 1 + excess times half the sum of the diameters.
Mixture nonadditive(int d, double phi, double small, double share, double excess) {
  Mixture mixture{d, phi, {{1000 * share, 1, 1}, {1000 * (1 - share), small, 0.5}}};
  const double contact = (1 + excess) * 0.5 * (1 + small);
  mixture.contact_distances = (Eigen::Matrix2d() << 1, contact, contact, small).finished();
  return mixture;
}

Mixture additive(Mixture mixture) {
  mixture.contact_distances.resize(0, 0);
  return mixture;
}

/// The contact value to second order in density.
double expanded(const Mixture& mixture, std::size_t i, std::size_t j) {
  std::vector<double> density = mixture.fractions();
  for (double& one : density) one *= mixture.number_density();
  const PairExpansion at = pair_expansion(mixture.dimensions, mixture.contact_distances, density, i,
                                          j, mixture.contact_distance(i, j));
  return std::exp(at.first + at.second);
}

}  // namespace

TEST_CASE("The second virial coefficient of a mixture is that of its excluded volumes") {
  for (const double phi : {0.0, 0.2}) {
    const Mixture equal{3, phi, {{3, 2, 1}, {5, 2, 7}}};
    CHECK(second_virial_coefficient(equal) == Approx(2 * kPi / 3 * 8).epsilon(1e-14));
    const Mixture spheres = nonadditive(3, phi, 0.6, 0.3, 0.25);
    CHECK(second_virial_coefficient(spheres) ==
          Approx(2 * kPi / 3 *
                 (0.09 + 2 * 0.3 * 0.7 * std::pow(1.25 * 0.8, 3) + 0.49 * 0.6 * 0.6 * 0.6))
              .epsilon(1e-14));
    const Mixture disks = nonadditive(2, phi, 0.6, 0.3, -0.5);
    CHECK(second_virial_coefficient(disks) ==
          Approx(kPi / 2 * (0.09 + 2 * 0.3 * 0.7 * 0.4 * 0.4 + 0.49 * 0.36)).epsilon(1e-14));
  }
}

TEST_CASE("Contact values of nonadditive mixtures are exact to first order in density") {
  for (const int d : {2, 3})
    for (const double excess : {-0.5, -0.2, 0.0, 0.3}) {
      const double phi = 1e-4;
      const Mixture mixture = nonadditive(d, phi, 0.5, 0.4, excess);
      const ContactValues contacts(mixture);
      double largest = 0;
      for (std::size_t i : {0, 1})
        for (std::size_t j : {0, 1}) {
          CHECK(contacts.value(i, j) - 1 == Approx(expanded(mixture, i, j) - 1).epsilon(1e-3));
          CHECK(contacts.value(i, j) == contacts.value(j, i));
          largest = std::max(largest, contacts.value(i, j) - 1);
        }
      CHECK(contacts.crowding() == Approx(largest).epsilon(1e-3));
      CHECK(contacts.uncertainty(0, 1) < 1e-6);
    }
}

TEST_CASE(
    "Where diameters add up, the contact values of nonadditive mixtures are those of others") {
  for (const int d : {2, 3})
    for (const double phi : {0.1, 0.25}) {
      const Mixture mixture = nonadditive(d, phi, 0.6, 0.5, 0);
      CHECK(compressibility_factor(mixture).value ==
            Approx(compressibility_factor(additive(mixture)).value).epsilon(4e-3));
      // Equal particles are one species, however they are called.
      CHECK(compressibility_factor(nonadditive(d, phi, 1, 0.3, 0)).value ==
            Approx(compressibility_factor(d, phi).value).epsilon(1e-8));
    }
}

TEST_CASE("Species that do not see each other are two gases in one box") {
  for (const int d : {2, 3}) {
    const double phi = 0.03;
    const Mixture mixture = nonadditive(d, phi, 1, 0.4, -1 + 1e-9);
    const TheoryValue z = compressibility_factor(mixture);
    const double both = 1 + 0.4 * (compressibility_factor(d, 0.4 * phi).value - 1) +
                        0.6 * (compressibility_factor(d, 0.6 * phi).value - 1);
    CHECK(z.value - 1 == Approx(both - 1).epsilon(5e-3));
    CHECK(std::abs(z.value - both) < z.uncertainty);
    CHECK(collision_rate(mixture, 1, 0).value ==
          Approx(collision_rate(Mixture{d, 0.4 * phi, {{1, 1, 1}}}, 1).value).epsilon(5e-3));
  }
}

TEST_CASE("The uncertainty of nonadditive contact values bounds their second order in density") {
  for (const int d : {2, 3})
    for (const double excess : {-0.4, -0.2, 0.2, 0.4})
      for (const double small : {1.0, 0.5, 0.3})
        for (const double share : {0.1, 0.5, 0.9}) {
          Mixture mixture = nonadditive(d, 1e-3, small, share, excess);
          mixture.packing_fraction *= 0.05 / ContactValues(mixture).crowding();
          const ContactValues contacts(mixture);
          for (std::size_t i : {0, 1}) {
            INFO(d << " dimensions, excess " << excess << ", small " << small << ", share " << share
                   << ", species " << i << ": " << contacts.value(i, 1) << ", exactly "
                   << expanded(mixture, i, 1));
            CHECK(std::abs(contacts.value(i, 1) - expanded(mixture, i, 1)) <
                  contacts.uncertainty(i, 1));
            CHECK(std::abs(contacts.value(0, i) - expanded(mixture, 0, i)) <
                  contacts.uncertainty(0, i));
          }
        }
}

TEST_CASE("Two unlike particles in a box leave each other the rest of it") {
  for (const int d : {2, 3}) {
    Mixture mixture = nonadditive(d, 0.01, 0.6, 0.5, 0.3);
    mixture.components[0].count = mixture.components[1].count = 1;
    const double volume = 2 / mixture.number_density();
    const double contact = mixture.contact_distance(0, 1);
    const double core =
        d == 3 ? 4 * kPi / 3 * contact * contact * contact : kPi * contact * contact;
    const FiniteContactValues finite(mixture);
    // The second order in density of the infinite fluid is left.
    CHECK(finite.value(0, 1) == Approx(1 / (1 - core / volume)).epsilon(2e-3));
    CHECK(std::abs(finite.value(0, 1) - 1 / (1 - core / volume)) < finite.uncertainty(0, 1));
  }
}

TEST_CASE("Rates, missed contacts and diffusion follow from the contact distances") {
  const double phi = 1e-6;
  const Mixture near = nonadditive(3, phi, 0.6, 0.3, 0), far = nonadditive(3, phi, 0.6, 0.3, 0.5);
  const Eigen::MatrixXd rates = collision_rates(near, 2), more = collision_rates(far, 2);
  CHECK(more(0, 0) == Approx(rates(0, 0)).epsilon(1e-4));
  CHECK(more(0, 1) == Approx(2.25 * rates(0, 1)).epsilon(1e-4));
  CHECK(more(1, 0) * 0.7 == Approx(more(0, 1) * 0.3).epsilon(1e-10));
  CHECK(mutual_diffusion_coefficient(far, 2).value ==
        Approx(mutual_diffusion_coefficient(near, 2).value / 2.25).epsilon(0.02));
  CHECK(step_that_misses(nonadditive(3, phi, 0.6, 0.3, -0.5), 2, 1e-3) <
        0.9 * step_that_misses(near, 2, 1e-3));
}
