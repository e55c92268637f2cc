#pragma once

namespace clausius::app {

/// Keeps some memory back for the time after memory has ended: each allocation that fails frees a
/// part of it before it throws. Without it, what is cleaned up on the way to the report of the
/// error could need memory itself (as destructors of nlohmann::json do), which ends a program.
void keep_memory_for_errors();

}  // namespace clausius::app
