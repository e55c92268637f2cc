#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/theory_page.h"
#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "clausius/theory/equation_of_state.h"
#include "collision/resolve.h"
#include "core/elementary.h"
#include "python/bindings.h"
#include "theory/fluid/rigid_fluid.h"
#include "theory/fluid/structure.h"
#include "theory/transport/granular_transport.h"
#include "theory/transport/sheared_grains.h"
#include "theory/transport/transport.h"
#include "theory/velocities/added_speed.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/maxwell.h"
#include "theory/velocities/relaxation.h"
#include "theory/velocities/rough_gas.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

/// A parameter of a formula: "packing_fraction", or "dimensions=3" with its default.
using Parameters = std::vector<std::string>;

/// What a formula is, for its documentation.
struct Words {
  const char* meaning;
  const char* range;
  const char* source;
  const char* example;  ///< a call, and in the next line what Python then shows
};

/// Formulas as a list of dicts, from which `theory.py` makes functions.
class Formulas {
 public:
  /// Adds a formula of numbers, which is carried out for each element of arrays.
  template <class Formula>
  void add(const char* name, const Parameters& parameters, const Words& words, Formula formula) {
    all_.append(py::dict(py::arg("name") = name, py::arg("parameters") = parameters,
                         py::arg("meaning") = words.meaning, py::arg("range") = words.range,
                         py::arg("source") = words.source, py::arg("example") = words.example,
                         py::arg("function") = py::cpp_function(py::vectorize(formula))));
  }
  [[nodiscard]] const py::list& all() const { return all_; }

 private:
  py::list all_;
};

constexpr const char* kFluid = "the fluid, up to freezing: 0.494 for spheres, 0.700 for disks";
constexpr const char* kAnyDensity = "any density";
constexpr const char* kEquilibrium = "any isolated gas in equilibrium";
constexpr const char* kHomogeneous = "homogeneous gases of smooth spheres or disks";

Mixture one_species(double phi, double mass, double diameter, int d) {
  return {d, phi, {{1e12, diameter, mass}}};
}

SphereGas sphere_gas(double phi, double kt, double mass, double diameter, int d) {
  return {one_species(phi, mass, diameter, d).number_density(), diameter, mass, kt, d};
}

void add_equation_of_state(Formulas& to) {
  to.add("compressibility_factor", {"packing_fraction", "dimensions=3"},
         {"P V/(N k_B T) by the best of the equations of state below.", kFluid,
          "Kolafa, Labik & Malijevsky (2004); Kolafa & Rottner (2006)",
          "round(compressibility_factor(0.3), 4)\n3.984"},
         [](double phi, int d) { return compressibility_factor(d, phi).value; });
  to.add("kolafa_labik_malijevsky", {"packing_fraction"},
         {"P V/(N k_B T) of spheres.", kFluid, "Kolafa, Labik & Malijevsky (2004)",
          "round(kolafa_labik_malijevsky(0.4), 3)\n6.945"},
         [](double phi) { return kolafa_labik_malijevsky(phi); });
  to.add("carnahan_starling", {"packing_fraction"},
         {"P V/(N k_B T) of spheres, (1 + x + x^2 - x^3)/(1 - x)^3.",
          "the fluid, up to 0.494, good to 0.3 %", "Carnahan & Starling (1969)",
          "round(carnahan_starling(0.4), 3)\n6.926"},
         [](double phi) { return carnahan_starling(phi); });
  to.add("kolafa_rottner", {"packing_fraction"},
         {"P A/(N k_B T) of disks.", kFluid, "Kolafa & Rottner (2006)",
          "round(kolafa_rottner(0.3), 3)\n2.063"},
         [](double phi) { return kolafa_rottner(phi); });
  to.add("henderson", {"packing_fraction"},
         {"P A/(N k_B T) of disks, (1 + x^2/8)/(1 - x)^2.", "up to 0.47, good to 0.4 % there",
          "Henderson (1975)", "round(henderson(0.3), 3)\n2.064"},
         [](double phi) { return henderson(phi); });
  to.add("virial_series", {"packing_fraction", "dimensions=3"},
         {"P V/(N k_B T) by ten terms of the virial series.", "up to 0.4, a per cent low there",
          "Clisby & McCoy (2006)", "round(virial_series(0.05), 5)\n1.22749"},
         [](double phi, int d) { return virial_series(d, phi); });
  to.add("contact_value", {"packing_fraction", "dimensions=3"},
         {"Pair distribution at contact, (Z - 1)/(2^(d-1) x).", kFluid,
          "that of compressibility_factor", "round(contact_value(0.3), 4)\n2.4867"},
         [](double phi, int d) { return contact_value(d, phi); });
  to.add("reduced_compressibility", {"packing_fraction", "dimensions=3"},
         {"k_B T (d rho/d P), which is the structure factor at k = 0.", kFluid,
          "that of compressibility_factor", "round(reduced_compressibility(0.0), 6)\n1.0"},
         [](double phi, int d) { return reduced_compressibility(d, phi); });
  to.add(
      "finite_compressibility_factor", {"packing_fraction", "particles", "dimensions=3"},
      {"P V/(N k_B T) of N particles at constant energy in a periodic box.", kFluid,
       "Salsburg (1966); Siepmann, McDonald & Frenkel (1992)",
       "finite_compressibility_factor(0.3, 100) < compressibility_factor(0.3)\nTrue"},
      [](double phi, double n, int d) { return finite_compressibility_factor(d, phi, n).value; });
  to.add("freezing_packing_fraction", {"dimensions=3"},
         {"Packing fraction at which the fluid freezes.", "spheres and disks",
          "Hoover & Ree (1968); Bernard & Krauth (2011)", "freezing_packing_fraction()\n0.494"},
         [](int d) { return freezing_packing_fraction(d); });
  to.add("rigid_body_compressibility_factor", {"packing_fraction", "second_virial"},
         {"P V/(N k_B T) of convex bodies in three dimensions; second_virial: B2 over the volume "
          "of a body, 4 of spheres.",
          "the isotropic fluid, up to 0.4", "Nezbeda (1976)",
          "round(rigid_body_compressibility_factor(0.2, 4.6), 3)\n2.669"},
         [](double phi, double second) { return 1 + RigidFluid(second).excess(phi); });
  to.add(
      "structure_factor", {"packing_fraction", "wave_number"},
      {"Structure factor of spheres; wave_number in units of 1/diameter.", "the fluid, up to 0.494",
       "Percus & Yevick; Verlet & Weis (1972)", "round(structure_factor(0.3, 6.0), 3)\n1.423"},
      [](double phi, double k) { return SphereStructure(phi).structure_factor(k); });
  to.add("percus_yevick_structure_factor", {"packing_fraction", "wave_number"},
         {"Structure factor of spheres; wave_number in units of 1/diameter.",
          "dilute to moderately dense", "Wertheim (1963)",
          "round(percus_yevick_structure_factor(0.3, 0.0), 4)\n0.0938"},
         [](double phi, double k) { return percus_yevick_structure_factor(phi, k); });
}

void add_collisions(Formulas& to) {
  const Parameters of_gas{"packing_fraction", "kt=1", "mass=1", "diameter=1", "dimensions=3"};
  to.add("collision_rate", of_gas,
         {"Collisions of a particle per time.", kFluid, "Enskog (1922)",
          "round(collision_rate(0.01), 4)\n0.1389"},
         [](double phi, double kt, double mass, double diameter, int d) {
           return collision_rate(one_species(phi, mass, diameter, d), kt).value;
         });
  to.add("mean_free_time", of_gas,
         {"Mean time between the collisions of a particle.", kFluid, "Enskog (1922)",
          "round(mean_free_time(0.01), 2)\n7.2"},
         [](double phi, double kt, double mass, double diameter, int d) {
           return mean_free_time(one_species(phi, mass, diameter, d), kt).value;
         });
  to.add("mean_free_path", {"packing_fraction", "diameter=1", "dimensions=3"},
         {"Mean path between the collisions of a particle.", kFluid, "Enskog (1922)",
          "round(mean_free_path(0.01), 2)\n11.49"},
         [](double phi, double diameter, int d) {
           return mean_free_path(one_species(phi, 1, diameter, d)).value;
         });
  to.add("finite_speed_factor", {"degrees_of_freedom"},
         {"Collision rate at constant energy over that at constant temperature.", kEquilibrium,
          "exact", "round(finite_speed_factor(300), 6)\n1.000834"},
         [](double dof) { return finite_speed_factor(dof); });
  to.add("mean_collision_energy", {"kt", "degrees_of_freedom"},
         {"Mean of mu v_n^2 over the collisions, mu the reduced mass, v_n the normal speed.",
          kEquilibrium, "exact", "round(mean_collision_energy(1, 299), 4)\n1.9933"},
         [](double kt, double dof) { return mean_collision_energy(kt, dof).value; });
  to.add("collision_energy_survival", {"reduced_energy", "degrees_of_freedom"},
         {"Fraction of the collisions with mu v_n^2/(2 k_B T) above reduced_energy.", kEquilibrium,
          "exact", "round(collision_energy_survival(1.0, 1e9), 4)\n0.3679"},
         [](double x, double dof) { return collision_energy_survival(x, dof); });
  to.add("wall_hit_rate", {"pressure", "mass=1", "kt=1"},
         {"Hits of a wall per area and time by particles with this share of the pressure.",
          kAnyDensity, "exact", "round(wall_hit_rate(1.0), 4)\n0.3989"},
         [](double pressure, double mass, double kt) {
           return wall_hit_rate(pressure, mass, kt).value;
         });
  to.add("free_time_ratio", {"dimensions=3"},
         {"<t^2>/<t>^2 of the free times.", "dilute gases of one species", "Enskog (1922)",
          "round(free_time_ratio(), 5)\n2.07613"},
         [](int d) { return free_time_ratio(d).value; });
  to.add("free_path_ratio", {"dimensions=3"},
         {"<l^2>/<l>^2 of the free paths.", "dilute gases of one species", "Enskog (1922)",
          "round(free_path_ratio(), 5)\n2.10122"},
         [](int d) { return free_path_ratio(d).value; });
  to.add("free_time_survival", {"time", "dimensions=3"},
         {"Probability that a free flight lasts longer than `time` mean free times.",
          "dilute gases of one species", "Enskog (1922)", "round(free_time_survival(0.0), 9)\n1.0"},
         [](double time, int d) { return free_time_survival(d, time); });
  to.add("free_path_survival", {"length", "dimensions=3"},
         {"Probability that a free flight is longer than `length` mean free paths.",
          "dilute gases of one species", "Enskog (1922)", "round(free_path_survival(0.0), 9)\n1.0"},
         [](double length, int d) { return free_path_survival(d, length); });
  to.add("relative_rate_of_speed", {"reduced_speed", "dimensions=3"},
         {"Collision rate of a particle of this speed over the mean one; reduced_speed: "
          "v sqrt(m/(k_B T)).",
          "one species, any density", "Enskog (1922)",
          "round(relative_rate_of_speed(0.0), 4)\n0.7071"},
         [](double v, int d) { return relative_rate_of_speed(d, v); });
}

void add_velocities(Formulas& to) {
  const Parameters of_law{"velocity", "kt=1", "mass=1"};
  to.add("maxwell_component_pdf", of_law,
         {"Density of one component of the velocity.", "many particles", "Maxwell (1860)",
          "round(maxwell_component_pdf(0.0), 4)\n0.3989"},
         [](double v, double kt, double mass) { return MaxwellLaw(3, mass, kt).component_pdf(v); });
  to.add("maxwell_component_cdf", of_law,
         {"Probability that one component of the velocity is below `velocity`.", "many particles",
          "Maxwell (1860)", "maxwell_component_cdf(0.0)\n0.5"},
         [](double v, double kt, double mass) { return MaxwellLaw(3, mass, kt).component_cdf(v); });
  const Parameters of_speed{"speed", "kt=1", "mass=1", "dimensions=3"};
  to.add(
      "maxwell_speed_pdf", of_speed,
      {"Density of the speed.", "many particles", "Maxwell (1860)",
       "round(maxwell_speed_pdf(1.0), 4)\n0.4839"},
      [](double v, double kt, double mass, int d) { return MaxwellLaw(d, mass, kt).speed_pdf(v); });
  to.add(
      "maxwell_speed_cdf", of_speed,
      {"Probability that the speed is below `speed`.", "many particles", "Maxwell (1860)",
       "round(maxwell_speed_cdf(1.0), 4)\n0.1987"},
      [](double v, double kt, double mass, int d) { return MaxwellLaw(d, mass, kt).speed_cdf(v); });
  to.add("mean_speed", {"kt=1", "mass=1", "dimensions=3"},
         {"Mean speed.", "many particles", "Maxwell (1860)", "round(mean_speed(), 4)\n1.5958"},
         [](double kt, double mass, int d) { return MaxwellLaw(d, mass, kt).mean_speed(); });
  const Parameters of_finite{"speed", "degrees_of_freedom", "largest_speed", "dimensions=3"};
  to.add("finite_speed_pdf", of_finite,
         {"Density of the speed of one of few particles; largest_speed: that at which it has all "
          "the energy.",
          kEquilibrium, "exact, microcanonical",
          "finite_speed_pdf(1.0, 30, 5.0) < finite_speed_pdf(1.5, 30, 5.0)\nTrue"},
         [](double v, double dof, double most, int d) {
           return FiniteVelocityLaw(d, dof, most).speed_pdf(v);
         });
  to.add("finite_speed_cdf", of_finite,
         {"Probability that the speed of one of few particles is below `speed`.", kEquilibrium,
          "exact, microcanonical", "finite_speed_cdf(5.0, 30, 5.0)\n1.0"},
         [](double v, double dof, double most, int d) {
           return FiniteVelocityLaw(d, dof, most).speed_cdf(v);
         });
  to.add("component_kurtosis", {"degrees_of_freedom"},
         {"<v_x^4>/<v_x^2>^2, 3 D/(D + 2).", kEquilibrium, "exact, microcanonical",
          "round(component_kurtosis(298), 2)\n2.98"},
         [](double dof) { return component_kurtosis(dof); });
  to.add("speed_kurtosis", {"degrees_of_freedom", "dimensions=3"},
         {"<v^4>/<v^2>^2.", kEquilibrium, "exact, microcanonical",
          "round(speed_kurtosis(1e12), 4)\n1.6667"},
         [](double dof, int d) { return speed_kurtosis(d, dof); });
  to.add("initial_kurtosis_slope", {"dimensions=3"},
         {"Growth of <v^4>/<v^2>^2 per collision of a particle, from equal speeds.",
          "dilute gases of one species, at the start", "exact",
          "round(initial_kurtosis_slope(), 4)\n0.2286"},
         [](int d) { return initial_kurtosis_slope(d).value; });
  to.add("sonine_relaxation_rate", {"dimensions=3"},
         {"Rate per collision of a particle at which the second Sonine coefficient decays.",
          "dilute elastic gases of one species", "van Noije & Ernst (1998)",
          "round(sonine_relaxation_rate(), 4)\n0.5333"},
         [](int d) { return sonine_relaxation_rate(d).value; });
}

void add_granular(Formulas& to) {
  const Parameters of_grains{"restitution", "dimensions=3"};
  to.add("cooling_kurtosis_a2", of_grains,
         {"Second Sonine coefficient of the homogeneous cooling state.", kHomogeneous,
          "Montanero & Santos (2000)", "round(cooling_kurtosis_a2(0.9), 4)\n-0.0148"},
         [](double e, int d) { return cooling_kurtosis_a2(d, e).value; });
  to.add("cooling_sonine_a3", of_grains,
         {"Third Sonine coefficient of the homogeneous cooling state.", kHomogeneous,
          "Brilliantov & Poeschel (2006)", "round(cooling_sonine_a3(1.0), 6)\n0.0"},
         [](double e, int d) { return cooling_sonine_a3(d, e).value; });
  to.add("driven_kurtosis_a2", of_grains,
         {"Second Sonine coefficient under random kicks.", kHomogeneous, "van Noije & Ernst (1998)",
          "driven_kurtosis_a2(0.9) < 0\nTrue"},
         [](double e, int d) { return driven_kurtosis_a2(d, e).value; });
  to.add("driven_sonine_a3", of_grains,
         {"Third Sonine coefficient under random kicks.", kHomogeneous,
          "Brilliantov & Poeschel (2006)", "round(driven_sonine_a3(1.0), 6)\n0.0"},
         [](double e, int d) { return driven_sonine_a3(d, e).value; });
  to.add("cooling_tail_exponent", of_grains,
         {"A of exp(-A c), the tail of the velocities of the homogeneous cooling state.",
          kHomogeneous, "Esipov & Poeschel (1997)", "cooling_tail_exponent(0.9) > 10\nTrue"},
         [](double e, int d) { return cooling_tail_exponent(d, e).value; });
  to.add("reduced_cooling_rate", of_grains,
         {"-d ln T/dc, c being collisions of a particle: (1 - e^2)/d (1 + a2/4).", kHomogeneous,
          "van Noije & Ernst (1998)", "round(reduced_cooling_rate(0.9), 4)\n0.0631"},
         [](double e, int d) { return reduced_cooling_rate(d, e).value; });
  to.add("cooling_rate", {"restitution", "collision_rate", "dimensions=3"},
         {"-d ln T/dt where elastic particles have this collision rate.", kHomogeneous,
          "van Noije & Ernst (1998)", "round(cooling_rate(0.9, 1.0), 4)\n0.0632"},
         [](double e, double rate, int d) { return cooling_rate(d, e, rate).value; });
  to.add("haff_time", {"restitution", "collision_rate", "dimensions=3"},
         {"tau of T = T0/(1 + t/tau)^2, given the collision rate of elastic particles at T0.",
          kHomogeneous, "Haff (1983); van Noije & Ernst (1998)",
          "round(haff_time(0.9, 1.0), 2)\n31.67"},
         [](double e, double rate, int d) { return haff_time(d, e, rate).value; });
  to.add("haff_temperature", {"time", "haff_time"},
         {"T/T0 after a time, 1/(1 + t/tau)^2.", kHomogeneous, "Haff (1983)",
          "haff_temperature(1.0, 1.0)\n0.25"},
         [](double time, double tau) { return haff_temperature(time, tau); });
  to.add("viscoelastic_restitution", {"speed", "material"},
         {"Restitution of viscoelastic spheres; material: A of x = A v^(1/5).",
          "any speed, within 0.01", "Mueller & Poeschel (2011)",
          "viscoelastic_restitution(0.0, 0.3)\n1.0"},
         [](double speed, double a) { return viscoelastic_restitution(a, speed); });
  to.add("cooling_diffusion_factor", of_grains,
         {"Self-diffusion of a cooling gas over that of elastic particles at the same temperature.",
          kHomogeneous, "Brey, Ruiz-Montero, Cubero & Garcia-Rojo (2000)",
          "round(cooling_diffusion_factor(1.0), 6)\n1.0"},
         [](double e, int d) { return cooling_diffusion_factor(d, e).value; });
  to.add("added_speed_kt", of_grains,
         {"k_B T over m delta^2 of the steady state of hits that add the speed delta.",
          "homogeneous gases of smooth spheres or disks, restitution below 1",
          "Brito, Risso & Soto (2013)", "added_speed_kt(0.8) > added_speed_kt(0.7)\nTrue"},
         [](double e, int d) { return added_speed_state(d, e).kt.value; });
  to.add("sheared_temperature", {"packing_fraction", "restitution", "dimensions=3"},
         {"k_B T over m (diameter x shear rate)^2 of grains under steady shear; nan outside the "
          "range.",
          "packing fractions up to 0.3, restitution from 0.6 and below 1",
          "Jenkins & Richman (1988); Chou & Richman (1998)",
          "sheared_temperature(0.1, 0.9) > sheared_temperature(0.1, 0.8)\nTrue"},
         [](double phi, double e, int d) {
           const auto state = sheared_grains(d, phi, e);
           return state ? state->temperature() : kNaN;
         });
  to.add("rough_temperature_ratio",
         {"restitution", "tangential_restitution", "inertia=0.4", "dimensions=3"},
         {"T_rot/T_tr of the homogeneous cooling state of rough particles; inertia: 4 I/(m "
          "diameter^2); nan outside the range.",
          "dilute gases whose Sonine coefficients are below 1/2",
          "Santos, Kremer & dos Santos (2011)", "rough_temperature_ratio(0.9, 0.5) > 0\nTrue"},
         [](double e, double beta, double inertia, int d) {
           const auto state = RoughGas(d, e, beta, inertia).cooling();
           return state ? state->temperature_ratio : kNaN;
         });
}

using Coefficient = TheoryValue (*)(const SphereGas&);

template <Coefficient kOf>
void add_coefficient(Formulas& to, const char* name, const char* meaning, bool correlated,
                     const char* example) {
  to.add(name, {"packing_fraction", "kt=1", "mass=1", "diameter=1", "dimensions=3"},
         {meaning,
          correlated ? "spheres up to 0.494; of disks Enskog's value"
                     : "up to 0.3; correlated collisions add a few per cent there",
          correlated ? "Erpenbeck & Wood (1991), and simulations with this program"
                     : "Chapman & Enskog, converged",
          example},
         [](double phi, double kt, double mass, double diameter, int d) {
           return kOf(sphere_gas(phi, kt, mass, diameter, d)).value;
         });
}

template <TheoryValue GranularTransport::*kMember>
void add_granular_coefficient(Formulas& to, const char* name, const char* meaning,
                              const char* example) {
  to.add(name, {"packing_fraction", "restitution", "kt=1", "mass=1", "diameter=1", "dimensions=3"},
         {meaning, "up to 0.3, small gradients about homogeneous cooling",
          "Garzo & Dufty (1999); Garzo, Santos & Montanero (2007)", example},
         [](double phi, double e, double kt, double mass, double diameter, int d) {
           return (granular_transport(sphere_gas(phi, kt, mass, diameter, d), e).*kMember).value;
         });
}

void add_transport(Formulas& to) {
  add_coefficient<diffusion_coefficient>(to, "diffusion_coefficient",
                                         "Coefficient of self-diffusion.", false,
                                         "round(diffusion_coefficient(0.01), 3)\n11.007");
  add_coefficient<shear_viscosity>(to, "shear_viscosity", "Shear viscosity.", false,
                                   "round(shear_viscosity(0.01), 4)\n0.1806");
  add_coefficient<bulk_viscosity>(to, "bulk_viscosity", "Bulk viscosity.", false,
                                  "bulk_viscosity(0.01) < shear_viscosity(0.01)\nTrue");
  add_coefficient<thermal_conductivity>(to, "thermal_conductivity",
                                        "Thermal conductivity in units of k_B.", false,
                                        "round(thermal_conductivity(0.01), 3)\n0.694");
  add_coefficient<correlated_diffusion_coefficient>(
      to, "correlated_diffusion_coefficient",
      "Coefficient of self-diffusion with what correlated collisions contribute.", true,
      "correlated_diffusion_coefficient(0.49) < diffusion_coefficient(0.49)\nTrue");
  add_coefficient<correlated_shear_viscosity>(
      to, "correlated_shear_viscosity",
      "Shear viscosity with what correlated collisions contribute.", true,
      "correlated_shear_viscosity(0.49) > shear_viscosity(0.49)\nTrue");
  add_coefficient<correlated_thermal_conductivity>(
      to, "correlated_thermal_conductivity",
      "Thermal conductivity, in units of k_B, with what correlated collisions contribute.", true,
      "correlated_thermal_conductivity(0.49) > thermal_conductivity(0.49)\nTrue");
  add_granular_coefficient<&GranularTransport::shear_viscosity>(
      to, "granular_shear_viscosity", "Shear viscosity of a cooling granular gas.",
      "round(granular_shear_viscosity(0.1, 1.0) / shear_viscosity(0.1), 6)\n1.0");
  add_granular_coefficient<&GranularTransport::thermal_conductivity>(
      to, "granular_thermal_conductivity",
      "Thermal conductivity, in units of k_B, of a cooling granular gas.",
      "round(granular_thermal_conductivity(0.1, 1.0) / thermal_conductivity(0.1), 6)\n1.0");
  add_granular_coefficient<&GranularTransport::diffusive_heat_conductivity>(
      to, "diffusive_heat_conductivity",
      "mu of the heat flux -kappa grad(k_B T) - mu grad(n) of a cooling granular gas.",
      "abs(diffusive_heat_conductivity(0.1, 1.0)) < 1e-12\nTrue");
}

/// The page of `clausius theory` as JSON text.
std::string page(double packing_fraction, int dimensions, const std::vector<std::string>& species,
                 const std::vector<std::string>& gases, const std::string& pressure,
                 const std::string& temperature, double restitution, std::optional<double> count) {
  app::TheoryOptions options;
  options.packing_fraction = packing_fraction;
  options.dimensions = dimensions;
  options.species = species;
  options.gases = gases;
  options.pressure = pressure;
  options.temperature = temperature;
  options.restitution = restitution;
  options.count = count;
  const auto refuse = [](const std::string& message) {
    if (!message.empty()) throw InputError("gas", message);
  };
  MixtureComponent ignored;
  for (const std::string& one : species) refuse(app::read_component(one, ignored));
  for (const std::string& one : gases) refuse(app::fault_of_gas(one));
  if (!gases.empty()) {
    refuse(app::fault_of_gases(options));
    options.packing_fraction = app::packing_fraction_of_gases(options);
  }
  return app::theory_page(options).dump();
}

}  // namespace

void bind_theory(py::module_& module) {
  Formulas formulas;
  add_equation_of_state(formulas);
  add_collisions(formulas);
  add_velocities(formulas);
  add_granular(formulas);
  add_transport(formulas);
  module.attr("formulas") = formulas.all();
  module.def("theory_page", &page, py::arg("packing_fraction"), py::arg("dimensions"),
             py::arg("species"), py::arg("gases"), py::arg("pressure"), py::arg("temperature"),
             py::arg("restitution"), py::arg("count"));
}

}  // namespace clausius::python
