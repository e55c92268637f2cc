#include <cstdint>
#include <cstdlib>
#include <string>

#include "clausius/study/config.h"

/// Any text is either a study or refused with located problems; and a study that is written reads
/// back as itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace clausius;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string resolved;
  try {
    resolved = parse_study(text, "study.toml", {}).resolved_toml;
  } catch (const InputError& error) {
    if (error.problems().empty()) std::abort();
    return 0;
  }
  if (parse_study(resolved, "study.toml", {}).resolved_toml != resolved) std::abort();
  return 0;
}
