#pragma once

#include <atomic>

namespace clausius::app {

/// Set by the first signal that asks the program to stop. A second one from the keyboard ends the
/// program at once.
extern std::atomic<bool> interrupted;

/// Installs handlers: SIGINT, SIGTERM, SIGHUP and SIGXCPU set the flag, and a file that may not
/// grow is an error like a full disk.
void watch_signals();

}  // namespace clausius::app
