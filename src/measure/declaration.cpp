#include "clausius/measure/declaration.h"

#include <algorithm>
#include <array>

namespace clausius {

namespace {

// Placeholders in the names of columns that exist once for each item.
constexpr std::string_view kAxis = "AXIS";
constexpr std::array<std::string_view, 6> kOneForEach{"SPECIES", "LABEL",      "WINDOW",
                                                      kAxis,     "OBSERVABLE", "KEY"};

}  // namespace

std::string_view words_for(Need need) {
  switch (need) {
    case Need::nothing:
      return "";
    case Need::transport:
      return "run.transport = true";
    case Need::transport_of_elastic:
      return "run.transport = true, collisions that lose no energy, and no [[drive]]";
    case Need::transport_of_steady:
      return "run.transport = true in a gas that keeps its temperature; one that cools has "
             "diffusion_coefficient_reduced";
    case Need::transport_of_cooling:
      return "run.transport = true in a gas that cools: collisions that lose energy (a restitution "
             "below 1), and no [[drive]]";
    case Need::collision_statistics:
      return "run.collision_statistics = true";
    case Need::collision_statistics_of_elastic:
      return "run.collision_statistics = true and collisions that lose no energy";
    case Need::collision_statistics_of_steady:
      return "run.collision_statistics = true in a gas that keeps its temperature; one that cools "
             "has mean_collision_energy_reduced";
    case Need::collision_statistics_of_cooling:
      return "run.collision_statistics = true in a gas that cools: collisions that lose energy (a "
             "restitution below 1), and no [[drive]]";
    case Need::structure:
      return "run.structure = true";
    case Need::structure_between_walls:
      return "run.structure = true and walls (box.boundary)";
    case Need::relaxation_spectrum:
      return "run.relaxation_spectrum = true";
    case Need::collision_log:
      return "run.collision_log above 0";
    case Need::trace:
      return "run.trace above 0";
    case Need::time_step:
      return "run.time_step or run.mode = \"time-step\"";
    case Need::comparison:
      return "run.compare = \"event-driven\"";
    case Need::several_species:
      return "more than one species";
    case Need::polydisperse:
      return "a species with diameter_distribution";
    case Need::nonadditive:
      return "a [[collisions.pair]] with a diameter";
    case Need::inelastic:
      return "spheres whose collisions lose energy (a restitution below 1)";
    case Need::dissipation:
      return "collisions that lose energy (a restitution below 1), and no [[drive]]";
    case Need::equal_speed_start:
      return "a species with velocities = \"equal-speed\"";
    case Need::uneven_start:
      return "a start out of equilibrium (velocities other than \"maxwell\", or species of "
             "different "
             "temperatures)";
    case Need::bodies:
      return "a species of capsules or clumps";
    case Need::rotation:
      return "capsules, clumps, rough spheres or species.internal_degrees";
    case Need::parcels:
      return "species.amount or species.internal_degrees";
    case Need::reservoirs:
      return "species.internal_degrees";
    case Need::walls:
      return "walls (box.boundary)";
    case Need::active_walls:
      return "walls (box.boundary) with a [[wall]], box.gravity or an [[obstacle]]";
    case Need::two_thermal_walls:
      return "a [[wall]] with a temperature at both ends of an axis";
    case Need::sliding_wall:
      return "a thermal or rough [[wall]] with a velocity along itself";
    case Need::thermal_wall:
      return "a [[wall]] with a temperature";
    case Need::moving_wall:
      return "a [[wall]] that moves";
    case Need::gravity:
      return "box.gravity";
    case Need::shear:
      return "box.shear_rate";
    case Need::drive:
      return "a [[drive]]";
    case Need::reversal:
      return "a [[drive]] with kind = \"reversal\"";
    case Need::hole:
      return "a plate with a hole as the only [[obstacle]], across an axis with walls, and spheres "
             "without gravity";
    case Need::door:
      return "such a plate with obstacle.door_speed, and one species";
    case Need::labels:
      return "a [[label]]";
    case Need::labels_at_a_place:
      return "a [[label]] with the window of a part of the box, and no [[relabel]]";
    case Need::windows:
      return "a [[window]]";
    case Need::series:
      return "[series]";
    case Need::replicas:
      return "run.replicas above 1";
    case Need::trajectory:
      return "run.trajectory above 0";
    case Need::obstacles:
      return "an [[obstacle]]";
  }
  return "";
}

std::string_view suffix_of(Per per) {
  switch (per) {
    case Per::gas:
      return "";
    case Per::species:
      return "_SPECIES";
    case Per::pair:
      return "_FIRST_SECOND";
    case Per::face:
      return "_FACE";
    case Per::axis:
      return "_AXIS";
    case Per::label:
      return "_LABEL";
    case Per::window:
      return "_WINDOW";
  }
  return "";
}

std::string name_of_unit(std::string UnitNames::*unit) {
  return unit == nullptr ? "1" : unit_names(true, 3).*unit;
}

std::vector<std::string> DeclaredColumn::names() const {
  std::vector<std::string> all{std::string(name)};
  if (has_error()) all.push_back(std::string(name) + "_error");
  if (has_theory()) all.push_back(std::string(name) + "_theory");
  return all;
}

bool DeclaredColumn::covers(std::string_view column) const {
  const auto matches = [column](std::string_view declared) {
    for (const std::string_view owner : kOneForEach) {
      const std::size_t at = declared.find(owner);
      if (at == std::string_view::npos) continue;
      const std::string_view before = declared.substr(0, at);
      const std::string_view after = declared.substr(at + owner.size());
      const std::size_t fixed = before.size() + after.size();
      return (owner == kAxis ? column.size() == fixed + 1 : column.size() > fixed) &&
             column.starts_with(before) && column.ends_with(after);
    }
    return column == declared;
  };
  const std::vector<std::string> all = names();
  return std::any_of(all.begin(), all.end(), matches);
}

std::string_view words_for(Kind kind) {
  switch (kind) {
    case Kind::estimate:
      return "standard error";
    case Kind::exact:
      return "exact";
    case Kind::p_value:
      return "p-value";
  }
  return "";
}

}  // namespace clausius
