#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "study/file/section.h"
#include "study/results/observables.h"

namespace clausius {

/// Every section, in the order in which they are written.
const std::vector<SectionEntry>& study_sections();

/// The alternatives to `key` in `section`, which it replaces; none if it stands alone.
std::vector<std::string_view> alternatives_of(std::string_view section, std::string_view key);

/// Whether some particles are rough.
bool has_rough_surfaces(const StudyConfig& study);

/// Whether two particles can collide at the start, regardless of positions: there are two, and one
/// of them moves.
bool can_collide(const StudyConfig& study);

/// Number of collisions per particle that the start of a gas of equal, elastic spheres or disks
/// needs to relax: a lattice to melt, see melting_collisions(), a random start a fifth of that; 0
/// for other starts.
double collisions_to_relax(const StudyConfig& study);

/// Refuses corners unless the second is beyond the first along each axis.
void check_corners(const TableReader& table, const std::vector<double>& low,
                   const std::vector<double>& high, std::string_view quantity);
/// Refuses a region outside the box.
void check_region(const TableReader& table, const std::vector<double>& low,
                  const std::vector<double>& high, const StudyConfig& study);
/// Refuses an observable for which `is_accepted` is false or which the study does not measure.
void check_observable(const TableReader& table, std::string_view key, const std::string& name,
                      std::string_view wrong,
                      const std::function<bool(const KnownObservable&)>& is_accepted,
                      const StudyConfig& study);
/// Whether the size of the box is known, with no faults in keys on which it depends.
bool has_known_size(const StudyConfig& study, const Faults& faults);

inline constexpr std::string_view kBitmapWords =
    "the path of a picture (PBM, PGM, PPM or PNG), from the folder of the study, or its rows in "
    "lines of # (dark) and . (light)";

// Contents of sections/.
SectionEntry head_section();
SectionEntry units_section();
SectionEntry box_section();
SectionEntry species_section();
SectionEntry collisions_section();
SectionEntry pair_section();
SectionEntry initial_section();
SectionEntry particle_section();
SectionEntry run_section();
SectionEntry wall_section();
SectionEntry obstacle_section();
SectionEntry drive_section();
SectionEntry window_section();
SectionEntry label_section();
SectionEntry relabel_section();
SectionEntry check_section();
SectionEntry series_section();
SectionEntry fit_section();
SectionEntry sweep_section();
SectionEntry variation_section();

}  // namespace clausius
