#pragma once

#include "clausius/report/run_folder.h"

namespace clausius {

/// The file of a run folder that describes the origin of the others: the metadata of an RO-Crate
/// 1.1, by the profile Process Run Crate 0.5.
inline constexpr const char* kProvenance = "ro-crate-metadata.json";

/// Writes kProvenance for the run that this process made in `folder`: its command line, its times,
/// the program, the study and all existing files, `summary.json` included, which is written after
/// it. Earlier commands, up to a checkpoint, remain in it.
/// @throws OutputError
void write_provenance(const RunFolder& folder, const StudyResult& result);

/// Lists in kProvenance the present files, in `folder` and in those of its cases. Nothing is done
/// if it does not exist, is damaged or was changed since it was written.
/// @throws OutputError
void update_provenance(const RunFolder& folder);

}  // namespace clausius
