#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "clausius/core/numbers.h"
#include "clausius/study/config.h"
#include "commands.h"

namespace clausius::app {

namespace {

void print(std::string_view name, const std::string& value, std::string_view unit = "") {
  std::cout << fmt::format("{:<28} {}{}{}\n", name, value, unit.empty() ? "" : " ", unit);
}

int execute(const std::filesystem::path& file) {
  const StudyConfig study = load_study(file, {});
  const auto particles = static_cast<double>(study.particles());
  std::string box;
  for (const double edge : study.size) box += (box.empty() ? "" : " x ") + short_text(edge);
  print("study", study.title);
  print("particles", std::to_string(study.particles()));
  print("box", box);
  print("packing fraction", short_text(study.packing_fraction()));
  print("number density", short_text(particles / study.volume()));
  print("memory, at most", short_text(particles * kBytesPerParticle / 1e6, 3), "MB");
  return kOk;
}

}  // namespace

Command add_check(CLI::App& program) {
  CLI::App* parser = program.add_subcommand(
      "check", "Validate a study, print what follows from it and what it will cost; run nothing");
  const auto file = std::make_shared<std::string>();
  parser->add_option("FILE", *file, "Study file (TOML)")->required();
  return {parser, [file] { return execute(*file); }};
}

}  // namespace clausius::app
