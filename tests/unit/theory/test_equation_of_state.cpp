#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/theory/equation_of_state.h"

using namespace clausius;

namespace {

// σ = 1, ½; m = 1, ⅛; equal numbers; φ = 0.1.
Mixture reference_mixture(double count) { return {3, 0.1, {{count, 1, 1}, {count, 0.5, 0.125}}}; }

}  // namespace

TEST_CASE("Equation of state of hard spheres") {
  const std::array<double, 6> phi{0.01, 0.05, 0.1, 0.2, 0.3, 0.4};
  const std::array<double, 6> accurate{1.041019, 1.227485, 1.521647, 2.409403, 3.98398, 6.94546};
  const std::array<double, 6> simple{1.041018, 1.227438, 1.521262, 2.40625, 3.97376, 6.92593};
  for (std::size_t i = 0; i < phi.size(); ++i) {
    const double rounding = i < 4 ? 5.1e-7 : 5.1e-6;
    CHECK(kolafa_labik_malijevsky(phi[i]) == Approx(accurate[i]).epsilon(0).margin(rounding));
    CHECK(carnahan_starling(phi[i]) == Approx(simple[i]).epsilon(0).margin(rounding));
    CHECK(compressibility_factor(3, phi[i]).value == kolafa_labik_malijevsky(phi[i]));
    CHECK(contact_value(3, phi[i]) == Approx((kolafa_labik_malijevsky(phi[i]) - 1) / (4 * phi[i])));
  }
  CHECK(contact_value(3, 0) == 1);
}

TEST_CASE("Equation of state of hard disks") {
  CHECK(kolafa_rottner(0.1) == Approx(1.236144).epsilon(0).margin(5.1e-7));
  CHECK(henderson(0.1) == Approx(1.236111).epsilon(0).margin(5.1e-7));
  CHECK(compressibility_factor(2, 0.1).value == kolafa_rottner(0.1));
  CHECK(contact_value(2, 0) == 1);
  // Molecular dynamics of Erpenbeck & Luban (1985) at A/A₀ = 2, 1.6, 1.4, A₀ close packing.
  const double close_packing = M_PI / std::sqrt(12);
  CHECK(kolafa_rottner(close_packing / 2) == Approx(3.4243).epsilon(2e-4));
  CHECK(kolafa_rottner(close_packing / 1.6) == Approx(5.4963).epsilon(2e-4));
  CHECK(kolafa_rottner(close_packing / 1.4) == Approx(8.306).epsilon(2e-3));
}

// Z = Σ B_n/B₂^{n−1} (2^{d−1} φ)^{n−1}, with the coefficients known from cluster integrals.
TEST_CASE("Both series contain the known virial coefficients") {
  const std::array<double, 6> spheres{1, 4, 10, 18.364768, 28.224512, 39.815};
  const std::array<double, 6> disks{
      1, 2, 4 * 0.782004438, 8 * 0.5322318, 16 * 0.33355604, 32 * 0.1988425};
  const double phi = 0.02;
  double sphere_sum = 0, disk_sum = 0;
  for (std::size_t n = 0; n < 6; ++n) {
    sphere_sum += spheres[n] * std::pow(phi, static_cast<double>(n));
    disk_sum += disks[n] * std::pow(phi, static_cast<double>(n));
  }
  CHECK(kolafa_labik_malijevsky(phi) == Approx(sphere_sum).epsilon(1e-8));
  CHECK(kolafa_rottner(phi) == Approx(disk_sum).epsilon(1e-9));
}

TEST_CASE("Pressure of 256 spheres at constant energy") {
  const std::array<double, 6> pressure{1.6327, 2.0550, 2.5741, 3.2138, 4.0047, 4.9865};
  for (std::size_t i = 0; i < pressure.size(); ++i) {
    const double density = 0.5 + 0.05 * static_cast<double>(i);
    const TheoryValue z = finite_compressibility_factor(3, M_PI / 6 * density, 256);
    CHECK(density * z.value == Approx(pressure[i]).epsilon(0).margin(6e-5));
  }
}

TEST_CASE("The pressure of two and three particles is exact") {
  // By hand: with the excluded sphere a, the second of two has the volume V − a, and what three
  // leave each other is V² − 3aV + 2.53125 a² (the lens of two excluded spheres at distance r is a
  // (1 − 3r/4 + r³/16)); at contact the third has V − 2a + 5a/16.
  const double density = 0.1, phi = density * M_PI / 6, a = 4 * M_PI / 3;
  const auto excess = [&](double particles, double contact) {
    return 2 * M_PI / 3 * (particles - 1) / (particles / density) * contact;
  };
  CHECK(finite_compressibility_factor(3, phi, 2).value ==
        Approx(1 + excess(2, 20 / (20 - a))).epsilon(1e-12));
  CHECK(finite_compressibility_factor(3, phi, 3).value ==
        Approx(1 + excess(3, 30 * (30 - 27 * a / 16) / (900 - 90 * a + 2.53125 * a * a)))
            .epsilon(1e-12));
  // Two disks: the excluded circle is π.
  CHECK(finite_compressibility_factor(2, 0.05, 2).value ==
        Approx(1 + M_PI / 2 * 0.5 * (4 * 0.05 / M_PI) / (1 - M_PI * (0.1 / M_PI))).epsilon(1e-12));
  // For more particles it is the correction for many.
  for (const int d : {2, 3})
    CHECK(finite_compressibility_factor(d, 0.05, 10).value ==
          Approx(finite_compressibility_factor(d, 0.05, 10 + 1e-9).value).epsilon(1e-3));
}

// Simulated with this program: Z of three spheres in a box of 2.5 and 2.2 diameters, where clusters
// reach round the box to their own images.
TEST_CASE("The partition function of few particles is not used in boxes that are too small") {
  struct Measured {
    double phi, z, error;
  };
  for (const Measured& one : {Measured{0.1, 1.39141, 0.0005}, {0.15, 1.76279, 0.0006}}) {
    const TheoryValue z = finite_compressibility_factor(3, one.phi, 3);
    CHECK(z.uncertainty > 0);
    CHECK(std::abs(z.value - one.z) < 3 * (one.error + z.uncertainty));
    CHECK(z.uncertainty < 0.2 * (one.z - 1));
  }
}

TEST_CASE("A gas of vanishing density is ideal, but for one pair") {
  const int d = GENERATE(2, 3);
  const double count = GENERATE(2.0, 7.0, 1000.0);
  for (const double phi : {0.0, 1e-300, 1e-17, 1e-9}) {
    const TheoryValue z = finite_compressibility_factor(d, phi, count);
    CHECK(z.value == Approx(1).margin(2e-8));
    const Mixture one{d, phi, {{count, 1, 1}}};
    CHECK(finite_contact_factor(one).value == Approx(1 - 1 / count).epsilon(1e-6));
    const Mixture two{d, phi, {{count, 1, 1}, {2 * count, 0.5, 1}}};
    const double factor = finite_contact_factor(two).value;
    CHECK(factor > 1 - 1 / count);
    CHECK(factor < 1);
  }
}

TEST_CASE("The uncertainty of a finite number falls with its square") {
  const int d = GENERATE(2, 3);
  const auto uncertainty = [&](double count) {
    const Mixture mixture{d, 0.3, {{count, 1, 1}, {count, 0.5, 1}}};
    return finite_contact_factor(mixture).uncertainty;
  };
  CHECK(uncertainty(1000) == Approx(16 * uncertainty(4000)).epsilon(1e-3));
  CHECK(uncertainty(1000) > 0);
}

TEST_CASE("The finite number of a mixture costs no more of many species than of few") {
  const int d = GENERATE(2, 3);
  const Mixture two{d, 0.3, {{200, 1, 1}, {50, 2, 1}}};
  Mixture many{d, 0.3, {}};
  for (int k = 0; k < 250; ++k) many.components.push_back({1, k < 200 ? 1.0 : 2.0, 1});
  const double loss = 1 - finite_contact_factor(two).value;
  CHECK(loss > 1e-3);
  CHECK(1 - finite_contact_factor(many).value == Approx(loss).epsilon(1e-6));
  // Where the sizes are nearly alike it is that of one size.
  const Mixture alike{d, 0.3, {{100, 1, 1}, {100, 1 + 1e-9, 1}}};
  CHECK(1 - finite_contact_factor(alike).value ==
        Approx(1 - finite_contact_factor(Mixture{d, 0.3, {{200, 1, 1}}}).value)
            .epsilon(d == 3 ? 0.05 : 1e-3));
}

// Molecular dynamics says 1.9 % more for unlike spheres at φ = 0.3 and diameters 1 and 4.
TEST_CASE("Contact values of unlike diameters are uncertain, those of one diameter hardly") {
  const int d = GENERATE(2, 3);
  const Mixture alike{d, 0.3, {{10, 1, 1}, {20, 1, 3}}};
  CHECK(contact_uncertainties(alike)(0, 1) < 2e-4 * contact_values(alike)(0, 1));
  CHECK(compressibility_factor(alike).uncertainty < 2e-4);
  const Mixture unlike{d, 0.3, {{10, 1, 1}, {10, 4, 1}}};
  const double part = contact_uncertainties(unlike)(0, 1) / contact_values(unlike)(0, 1);
  CHECK(part > 3e-3);
  CHECK(part < 5e-2);
}

TEST_CASE("The finite-size correction is that of numerical derivatives of the pressure") {
  const int d = GENERATE(2, 3);
  const double phi = 0.35, step = 1e-4;
  const auto pressure = [&](double at) { return at * compressibility_factor(d, at).value; };
  const double first = (pressure(phi + step) - pressure(phi - step)) / (2 * step);
  const double second =
      (pressure(phi + step) - 2 * pressure(phi) + pressure(phi - step)) / (step * step);
  CHECK(finite_compressibility_factor(d, phi, 20).value ==
        Approx(compressibility_factor(d, phi).value - phi / 40 * second / first).epsilon(1e-6));
}

TEST_CASE("Equation of state of a mixture of spheres") {
  CHECK(compressibility_factor(reference_mixture(1)).value ==
        Approx(1.45045).epsilon(0).margin(5.1e-6));
}

// An excess free energy gives the same pressure: ⟨σ^k⟩ enter it as ξ_k (Mansoori et al. 1971).
TEST_CASE("Contact values of a mixture of spheres add up to the published pressure") {
  const double phi = GENERATE(0.05, 0.3, 0.45);
  const Mixture mixture{3, phi, {{3, 1, 1}, {5, 0.6, 2}, {1, 2.2, 4}}};
  const double density = mixture.number_density();
  std::array<double, 4> xi{};
  for (std::size_t k = 0; k < 4; ++k)
    xi[k] = M_PI / 6 * density * mixture.mean_diameter_power(static_cast<double>(k));
  CHECK(xi[3] == Approx(phi));
  const double gap = 1 - xi[3];
  const double published = (xi[0] / gap + 3 * xi[1] * xi[2] / (gap * gap) +
                            (3 - xi[3]) * std::pow(xi[2], 3) / std::pow(gap, 3)) /
                           xi[0];
  CHECK(compressibility_factor(mixture).value == Approx(published));
}

TEST_CASE("A mixture of equal diameters is one fluid") {
  const int d = GENERATE(2, 3);
  const Mixture mixture{d, 0.3, {{10, 0.7, 1}, {20, 0.7, 40}}};
  CHECK(compressibility_factor(mixture).value == Approx(compressibility_factor(d, 0.3).value));
  CHECK(contact_values(mixture)(0, 1) == Approx(contact_value(d, 0.3)));
  CHECK(finite_compressibility_factor(mixture).value ==
        Approx(finite_compressibility_factor(d, 0.3, 30).value));
}

TEST_CASE("Diameters that are nearly the same are nearly one fluid") {
  const int d = GENERATE(2, 3);
  const double phi = 0.2;
  const Mixture mixture{d, phi, {{10, 1, 1}, {20, 1 + 1e-6, 1}}};
  const double simple = d == 3 ? carnahan_starling(phi) : kolafa_rottner(phi);
  CHECK(compressibility_factor(mixture).value == Approx(simple).epsilon(1e-6));
  const double correction =
      compressibility_factor(mixture).value - finite_compressibility_factor(mixture).value;
  const double one_fluid =
      compressibility_factor(d, phi).value - finite_compressibility_factor(d, phi, 30).value;
  // They differ in the second order in 1/N.
  CHECK(correction == Approx(one_fluid).epsilon(5e-3));
}

// B₂ = Σ x_i x_j B_ij, exact in either dimension.
TEST_CASE("The second virial coefficient of mixtures is exact") {
  const int d = GENERATE(2, 3);
  const double phi = 1e-6;
  const Mixture mixture{d, phi, {{3, 1, 1}, {5, 0.25, 1}}};
  double pairs = 0;
  for (std::size_t i : {0, 1})
    for (std::size_t j : {0, 1})
      pairs += mixture.fraction(i) * mixture.fraction(j) *
               std::pow((mixture.components[i].diameter + mixture.components[j].diameter) / 2, d);
  const double b2 = (d == 3 ? 2 * M_PI / 3 : M_PI / 2) * pairs;
  CHECK((compressibility_factor(mixture).value - 1) / mixture.number_density() ==
        Approx(b2).epsilon(1e-5));
}

// Two particles at a time, N_a(N_a − 1) like ordered pairs instead of N_a²: exact at low density.
TEST_CASE("The finite-size correction of a mixture counts pairs at low density") {
  const int d = GENERATE(2, 3);
  const Mixture mixture{d, 1e-4, {{7, 1, 1}, {4, 0.5, 1}}};
  double like = 0;
  for (std::size_t i : {0, 1})
    like += mixture.fraction(i) * std::pow(mixture.components[i].diameter, d);
  const double b2 = (d == 3 ? 2 * M_PI / 3 : M_PI / 2) * like;
  CHECK(finite_compressibility_factor(mixture).value - compressibility_factor(mixture).value ==
        Approx(-mixture.number_density() * b2 / 11).epsilon(5e-3));
}

// Two particles leave each other the room V − a: χ = V/(V − a), and there is one pair.
TEST_CASE("Contact values of two unlike particles are exact at low density") {
  const int d = GENERATE(2, 3);
  const double phi = 0.002;
  const Mixture mixture{d, phi, {{1, 1, 1}, {1, 1.8, 1}}};
  const double volume = 2 / mixture.number_density();
  const double excluded = d == 3 ? 4 * M_PI / 3 * std::pow(1.4, 3) : M_PI * 1.4 * 1.4;
  const FiniteContactValues contacts(mixture);
  const double more = volume / (volume - excluded) - 1;
  CHECK(contacts.value(0, 1) - 1 == Approx(more).epsilon(3e-3));
  CHECK(contacts.value(1, 0) == Approx(contacts.value(0, 1)));
  CHECK(contacts.value(0, 1) > 1 + 1e-3);
  CHECK(mixture.partners(0, 0) == 0);
  CHECK(mixture.partners(0, 1) == 1);
}

// To first order in density χ_ij = 1 + (v_ij + Σ_k (N_k − δ_ik − δ_jk) ω_ijk)/V, with the room v
// that a pair excludes to itself and the lens ω of two excluded spheres at contact.
TEST_CASE("Contact values of few unlike spheres are exact to first order in density") {
  const Mixture mixture{3, 1e-4, {{4, 1, 1}, {3, 1.5, 1}}};
  const double volume = 7 / mixture.number_density();
  const auto reach = [&](std::size_t i, std::size_t j) {
    return (mixture.components[i].diameter + mixture.components[j].diameter) / 2;
  };
  const FiniteContactValues contacts(mixture);
  for (std::size_t i : {0, 1})
    for (std::size_t j : {0, 1}) {
      const double r = reach(i, j);
      double sum = 4 * M_PI / 3 * r * r * r;
      for (std::size_t k : {0, 1}) {
        const double a = reach(i, k), b = reach(j, k);
        const double lens = M_PI * std::pow(a + b - r, 2) *
                            (r * r + 2 * r * (a + b) - 3 * (a - b) * (a - b)) / (12 * r);
        sum += (mixture.components[k].count - (k == i ? 1 : 0) - (k == j ? 1 : 0)) * lens;
      }
      CHECK(contacts.value(i, j) - 1 == Approx(sum / volume).epsilon(2e-3));
    }
}

TEST_CASE("Giving one species two names changes nothing") {
  const int d = GENERATE(2, 3);
  const Mixture two{d, 0.35, {{30, 1, 1}, {40, 0.4, 2}}};
  const Mixture three{d, 0.35, {{10, 1, 1}, {40, 0.4, 2}, {20, 1, 1}}};
  CHECK(compressibility_factor(three).value == Approx(compressibility_factor(two).value));
  const auto correction = [](const Mixture& mixture) {
    return finite_compressibility_factor(mixture).value - compressibility_factor(mixture).value;
  };
  CHECK(correction(three) == Approx(correction(two)).epsilon(1e-4));
}

// A point sees only the free volume: exact in either dimension.
TEST_CASE("The contact value of a vanishing particle is one over the free volume") {
  const int d = GENERATE(2, 3);
  const Mixture mixture{d, 0.3, {{1, 1, 1}, {1, 1e-7, 1}}};
  CHECK(contact_values(mixture)(0, 1) == Approx(1 / 0.7).epsilon(1e-6));
  CHECK(contact_values(mixture)(1, 0) == Approx(1 / 0.7).epsilon(1e-6));
}

TEST_CASE("A finite mixture with one large particle among many small ones") {
  // One of 1000 diameters among 2000: the small ones fill 6e-8 of the room between; they see one
  // obstacle, so Z is 1 + O(1/N), and the finite number changes it by no more.
  const Mixture mixture{3, 0.0194, {{1, 1000, 1000}, {2000, 1, 1}}};
  const double infinite = compressibility_factor(mixture).value;
  const double finite = finite_compressibility_factor(mixture).value;
  CHECK(finite == Approx(infinite).epsilon(0).margin(2 * (infinite - 1) + 1e-3));
  CHECK(finite > 1);
  // The large one has no other of its kind to meet: what it adds to itself is taken away.
  CHECK(finite < infinite);
}

TEST_CASE("Virial series") {
  // Exact: B3 = 5/8 B2² and B4 of spheres (Boltzmann), B3 of disks (Tonks).
  const double root2 = std::sqrt(2.0), pi = M_PI;
  CHECK(virial_coefficients(3)[2] ==
        Approx(2707.0 / 4480 + 219 * root2 / (2240 * pi) - 4131 / (4480 * pi) * std::acos(1.0 / 3))
            .epsilon(0)
            .margin(1e-9));
  CHECK(virial_coefficients(2)[1] == Approx(4.0 / 3 - std::sqrt(3.0) / pi).epsilon(0).margin(1e-9));
  for (const int d : {2, 3})
    for (const double phi : {0.01, 0.05, 0.1})
      CHECK(virial_series(d, phi) ==
            Approx(compressibility_factor(d, phi).value).epsilon(0).margin(2e-6));
  CHECK(virial_series(2, 0.1) == Approx(1.236144).epsilon(0).margin(6e-7));
}

TEST_CASE("Where fluids freeze, and what is no fluid") {
  CHECK(freezing_packing_fraction(3) == Approx(0.494));
  CHECK(freezing_packing_fraction(2) == Approx(0.700));
  CHECK_THROWS_AS(compressibility_factor(4, 0.1), std::invalid_argument);
  CHECK_THROWS_AS(compressibility_factor(3, 1.0), std::invalid_argument);
  CHECK_THROWS_AS(henderson(-0.1), std::invalid_argument);
  CHECK_THROWS_AS(carnahan_starling(std::nan("")), std::invalid_argument);
}

TEST_CASE("A lattice melts the more slowly the nearer its density is to freezing") {
  for (const int d : {2, 3}) {
    const double freezing = freezing_packing_fraction(d), from = near_freezing_packing_fraction(d);
    CHECK(melting_collisions(d, 0.1) == 0);
    CHECK(melting_collisions(d, from) == 0);
    CHECK(melting_collisions(d, 1.001 * from) > 80);
    CHECK(melting_collisions(d, 0.99 * freezing) > melting_collisions(d, 0.95 * freezing));
    CHECK(melting_collisions(d, 0.99999 * freezing) == 1000);
    CHECK(melting_collisions(d, freezing) == 0);  // a crystal is what is stable there
  }
  CHECK(melting_collisions(3, 0.45) == 113);
}
