#pragma once

namespace clausius::app {

/// Carries out a command line. @return the exit code
int carry_out(int argc, char** argv);

}  // namespace clausius::app
