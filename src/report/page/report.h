#pragma once

#include <filesystem>
#include <string>

#include "report/figures/figures.h"

namespace clausius {

/// The file of a run folder that shows its run as a page.
inline constexpr const char* kReportFile = "report.html";

/// The page of the run in `folder`: what was asked, what was found, figures, how it was made, and
/// the study and its tables. It needs no network, and holds nothing that is executed but the
/// program's own script. Figures that cannot be drawn are named in it.
/// @throws InputError if the run has not ended; OutputError if there is no room for temporary files
std::string report_page(const std::filesystem::path& folder, const StopDrawing& stop = {});

/// Writes report_page() into the run folder, and into those of the cases of its series, unless
/// `stop` becomes true meanwhile.
/// @return whether it was written
/// @throws what report_page() throws, OutputError
bool write_report(const RunFolder& folder, const StopDrawing& stop = {});

}  // namespace clausius
