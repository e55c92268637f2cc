#include "signals.h"

#include <csignal>

namespace clausius::app {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set by signal handlers");

namespace {

/// The system repeats SIGXCPU every second, and sends SIGHUP beside SIGTERM.
extern "C" void note_interrupt(int signal) {
  interrupted = true;
  if (signal == SIGINT || signal == SIGTERM) std::signal(signal, SIG_DFL);
}

}  // namespace

void watch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGXCPU}) std::signal(signal, note_interrupt);
  if (std::signal(SIGHUP, note_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace clausius::app
