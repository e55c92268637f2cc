#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweep/plan.h"

namespace clausius {

/// Systems that distribute the cases of a sweep to machines.
enum class Scheduling { slurm, snakemake, parallel };

/// Their names on the command line.
std::vector<std::string> scheduling_words();
std::optional<Scheduling> scheduling_of(std::string_view word);

/// A script or workflow that was written, and the command that starts it.
struct Emitted {
  std::filesystem::path file;
  std::string command;
};

/// Writes into the folder of a sweep, made if needed, its study and a script that runs it there as
/// `shards` parts with `clausius sweep --shard`.
/// @param program the file of this program
/// @throws InputError as run_sweep(), and for a sweep that adds cases depending on the results of
/// others
Emitted emit_sweep(const SweepPlan& plan, const std::filesystem::path& out, Scheduling scheduling,
                   std::size_t shards, const std::filesystem::path& program);

}  // namespace clausius
