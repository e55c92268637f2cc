#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "clausius/study/sections.h"

namespace clausius {

/// The words of a study file for the values of an enum.
template <class Enum, std::size_t N>
using Words = std::array<std::pair<std::string_view, Enum>, N>;

inline constexpr Words<bool, 2> kUnitWords{{{"reduced", false}, {"SI", true}}};
inline constexpr Words<Placement, 4> kPlacementWords{{{"lattice", Placement::lattice},
                                                      {"random", Placement::random},
                                                      {"file", Placement::file},
                                                      {"listed", Placement::listed}}};
inline constexpr Words<TrajectoryFormat, 2> kTrajectoryWords{
    {{"xyz", TrajectoryFormat::xyz}, {"h5md", TrajectoryFormat::h5md}}};
inline constexpr Words<Velocities, 4> kVelocityWords{{{"maxwell", Velocities::maxwell},
                                                      {"equal-speed", Velocities::equal_speed},
                                                      {"beam", Velocities::beam},
                                                      {"rest", Velocities::rest}}};
inline constexpr Words<AngularVelocities, 2> kAngularVelocityWords{
    {{"maxwell", AngularVelocities::maxwell}, {"rest", AngularVelocities::rest}}};
inline constexpr Words<MassConvention, 3> kMassConventionWords{{{"union", MassConvention::body},
                                                                {"sum", MassConvention::sum},
                                                                {"grid", MassConvention::grid}}};
inline constexpr Words<DiameterDistribution, 4> kDiameterWords{
    {{"uniform", DiameterDistribution::uniform},
     {"normal", DiameterDistribution::normal},
     {"lognormal", DiameterDistribution::lognormal},
     {"file", DiameterDistribution::file}}};
inline constexpr Words<ShapeKind, 3> kShapeWords{
    {{"sphere", ShapeKind::sphere}, {"capsule", ShapeKind::capsule}, {"clump", ShapeKind::clump}}};
inline constexpr Words<Mode, 2> kModeWords{
    {{"event-driven", Mode::event_driven}, {"time-step", Mode::time_step}}};
inline constexpr Words<CollisionLaw, 3> kCollisionLawWords{
    {{"constant", CollisionLaw::constant},
     {"viscoelastic", CollisionLaw::viscoelastic},
     {"delta", CollisionLaw::delta}}};
inline constexpr Words<Substeps, 2> kSubstepsWords{
    {{"none", Substeps::none}, {"auto", Substeps::automatic}}};
inline constexpr Words<Comparison, 2> kComparisonWords{
    {{"none", Comparison::none}, {"event-driven", Comparison::event_driven}}};
inline constexpr Words<ObstacleKind, 4> kObstacleWords{{{"ball", ObstacleKind::ball},
                                                        {"block", ObstacleKind::block},
                                                        {"plate", ObstacleKind::plate},
                                                        {"polygon", ObstacleKind::polygon}}};
inline constexpr Words<std::size_t, 3> kAxisWords{{{"x", 0}, {"y", 1}, {"z", 2}}};
/// By index of the face: 2·axis + (0 at the origin, 1 at the far end).
inline constexpr Words<std::size_t, 6> kFaceWords{
    {{"x-low", 0}, {"x-high", 1}, {"y-low", 2}, {"y-high", 3}, {"z-low", 4}, {"z-high", 5}}};
inline constexpr Words<DriveType, 4> kDriveWords{{{"random-kicks", DriveType::random_kicks},
                                                  {"andersen", DriveType::andersen},
                                                  {"rescale", DriveType::rescale},
                                                  {"reversal", DriveType::reversal}}};
inline constexpr Words<Scheduler, 2> kSchedulerWords{
    {{"calendar", Scheduler::calendar}, {"heap", Scheduler::heap}}};

/// The word for `value`. @pre every enumerator stands in `words`.
template <class Enum, std::size_t N>
constexpr std::string_view word_for(const Words<Enum, N>& words, Enum value) {
  for (const auto& [word, meaning] : words)
    if (meaning == value) return word;
  return {};
}

}  // namespace clausius
