#pragma once

#include <atomic>

namespace clausius::app {

/// Raised by the first signal that asks the program to stop. A second one from a person ends the
/// program as usual.
extern std::atomic<bool> interrupted;

/// From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU raise it, and a file that may not grow is an
/// error like a full disk.
void watch_signals();

}  // namespace clausius::app
