#pragma once

#include "clausius/report/run_folder.h"

namespace clausius {

/// The file of a run folder that tells how the others came to be: the metadata of an RO-Crate 1.1,
/// by the profile Process Run Crate 0.5.
inline constexpr const char* kProvenance = "ro-crate-metadata.json";

/// Writes kProvenance for the run that this process made in `folder`: its command line, its times,
/// the program, the study and every file that is there, `summary.json` included, which is written
/// after it. Commands that went before, up to a checkpoint, stay in it.
/// @throws OutputError
void write_provenance(const RunFolder& folder, const StudyResult& result);

/// Lists in kProvenance the files as they are now, in `folder` and in those of its cases. Nothing
/// is done where there is none, where it is damaged or was changed since it was written.
/// @throws OutputError
void update_provenance(const RunFolder& folder);

}  // namespace clausius
