#pragma once

#include <filesystem>

#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"
#include "study/start/xyz.h"

namespace clausius {

/// The last frame of a file of extended XYZ or, by the end of its name, of H5MD, which is read as a
/// whole.
XyzFrame read_last_frame(const std::filesystem::path& file, LineFaults& faults,
                         FramePart part = FramePart::all);

/// The last frame of the start file of a study; empty if there is no such file.
XyzFrame look_at_start_file(const StudyConfig& study, LineFaults& faults,
                            FramePart part = FramePart::all);

/// The state in the last frame of `config.start_file`, by id, exactly as written there, except that
/// particles beyond a periodic edge are put back into the box. Where the file has no velocities,
/// all motion is drawn as for particles that are placed. Its box, species and their numbers must be
/// those of the study, its ids 0 to N − 1, and no two particles may overlap by more than 1e-9
/// diameters.
/// @throws InputError with every fault, located at initial.file and with the line of the file
Snapshot read_start_file(const StudyConfig& config);

/// The state listed in the study itself, subject to the same rules.
/// @throws InputError with every fault, located at the listed particle
Snapshot read_listed_state(const StudyConfig& config);

}  // namespace clausius
