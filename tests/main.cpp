#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

int main(int argc, char** argv) {
  Catch::Session session;
  if (const int error = session.applyCommandLine(argc, argv); error != 0) return error;
#ifdef CLAUSIUS_UDUNITS
  constexpr const char* kOfOtherBuilds = "~[without udunits]";
#else
  constexpr const char* kOfOtherBuilds = "~[udunits]";
#endif
  session.configData().testsOrTags.emplace_back(kOfOtherBuilds);
  return session.run();
}
