#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/system/files.h"
#include "report/manifest.h"
#include "report/page/reported_run.h"
#include "report/provenance.h"
#include "report/tables.h"
#include "report/terminal.h"
#include "report/words.h"
#include "study/file/keys.h"
#include "theory/references.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

const StudyKey* declared_key(const std::string& path) {
  const std::string plain = without_numbers(path);
  for (const StudyKey& one : study_keys())
    if (one.path() == plain) return &one;
  return nullptr;
}

/// The keys of the study that have, or have not, their default values.
Markup keys_part(const ReportedRun& reported, bool are_default, std::string_view caption) {
  HtmlTable table(caption, {{"key"}, {"value"}, {"meaning"}});
  for (const auto& [path, value] : reported.values) {
    const StudyKey* const key = declared_key(path);
    const bool is_default = key != nullptr && !key->standard.empty() && key->standard == value;
    if (is_default != are_default) continue;
    const std::string unit = key != nullptr && reported.is_si ? key->unit() : "";
    table.add({element("code", path), element("code", value) + (unit.empty() ? "" : " " + unit),
               key != nullptr ? std::string(key->meaning) : ""});
  }
  return table.markup({{"class", "keys"}});
}

/// A field of a BibTeX entry, without braces; empty if it has none.
std::string field(std::string_view bibtex, std::string_view name) {
  const std::string begins = fmt::format("  {} = {{", name);
  const std::size_t begin = bibtex.find(begins);
  if (begin == std::string_view::npos) return {};
  std::string value(
      bibtex.substr(begin + begins.size(), bibtex.find("},\n", begin) - begin - begins.size()));
  std::erase_if(value, [](char c) { return c == '{' || c == '}'; });
  for (std::size_t at = 0; (at = value.find("--", at)) != std::string::npos;)
    value.replace(at, 2, "–");
  return value;
}

Markup citation(std::string_view bibtex) {
  const auto after = [&](std::string_view before, std::string_view name) {
    const std::string value = field(bibtex, name);
    return value.empty() ? value : std::string(before) + value;
  };
  Markup text = field(bibtex, "author") + after(" (", "year") + "): ";
  text += element("cite", field(bibtex, "title"));
  std::string place = after(". ", "journal") + after(". ", "publisher") + after(" ", "volume") +
                      after(", ", "pages");
  text += place + ".";
  if (const std::string doi = field(bibtex, "doi"); !doi.empty())
    text += Markup(" ") +
            element("a", {{"href", "https://doi.org/" + doi}, {"rel", "noreferrer"}}, "doi:" + doi);
  return text;
}

/// The commands that made the run, as its provenance tells them.
void add_commands(const fs::path& folder, HtmlTable& table) {
  try {
    const auto crate = nlohmann::json::parse(read_regular_file(folder / kProvenance));
    for (const auto& entity : crate.at("@graph")) {
      if (entity.at("@type") != "CreateAction") continue;
      table.add({"command", element("code", entity.at("description").get<std::string>())});
      table.add({"began", entity.at("startTime").get<std::string>()});
      table.add({"ended", entity.at("endTime").get<std::string>()});
    }
  } catch (const std::exception&) {
    table.add({"command", std::string(kProvenance) + " is missing or damaged"});
  }
}

}  // namespace

Markup parameters_part(const ReportedRun& reported) {
  return keys_part(reported, false, "Parameters of the study");
}

Markup defaults_part(const ReportedRun& reported) {
  return keys_part(reported, true, "Parameters with their default values");
}

Markup provenance_part(const ReportedRun& reported) {
  const auto& summary = reported.summary;
  const auto& program = summary.at("program");
  const auto text = [&program](const char* key) { return program.value(key, std::string()); };
  HtmlTable table("How it was made", {{"what"}, {"value"}});
  table.add({"program", fmt::format("{} {}, commit {}, {}", text("name"), text("version"),
                                    text("commit"), text("compiler"))});
  table.add({"seed", std::to_string(reported.run.seed)});
  add_commands(reported.folder, table);
  const auto number = [&summary](const char* key) {
    return summary.contains(key) && summary.at(key).is_number() ? summary.at(key).get<double>()
                                                                : 0.0;
  };
  table.add({"time", fmt::format("{:.3g} s of processor time, {:.3g} s by the clock",
                                 number("cpu_seconds"), number("wall_seconds"))});
  table.add({"speed", fmt::format("{:.3g} collisions a second", number("collisions_per_second"))});
  constexpr double kMegabyte = 1e6;
  table.add({"memory", fmt::format("{:.3g} MB at most", number("peak_memory_bytes") / kMegabyte)});
  return table.markup({{"class", "keys"}});
}

Markup references_part(const ReportedRun& reported) {
  std::set<std::string> sources;
  const auto add = [&sources](const std::vector<Observable>& observables) {
    for (const Observable& one : observables)
      if (one.theory) sources.insert(one.source);
  };
  add(reported.run.observables);
  for (const FinishedRun::Case& one : reported.run.cases) add(one.observables);
  Markup items;
  for (const Reference& one : references_in({sources.begin(), sources.end()}))
    items += element("li", citation(one.bibtex));
  return items.empty() ? items : element("ul", {{"class", "references"}}, items);
}

HeldFiles held_files(const ReportedRun& reported) {
  constexpr std::uintmax_t kLargest = 2000000;
  HeldFiles files;
  for (const fs::path& name : Manifest(fs::absolute(reported.folder)).files()) {
    const bool is_held = name == kStudyFile || name == kSummaryFile || name.extension() == ".csv";
    std::error_code error;
    if (!is_held || name.has_parent_path() ||
        fs::file_size(reported.folder / name, error) > kLargest || error)
      continue;
    try {
      files[name.string()] = read_regular_file(reported.folder / name);
    } catch (const std::runtime_error&) {
      // It has been removed meanwhile.
    }
  }
  return files;
}

Markup downloads_part(const HeldFiles& files) {
  HtmlTable table("Files in this page", {{"file"}, {"content"}, {"size", true}});
  constexpr double kKilobyte = 1e3;
  for (const auto& [name, text] : files)
    table.add(
        {element("button", {{"type", "button"}, {"class", "download"}, {"data-file", name}}, name),
         name == kStudyFile     ? "The study, every default written out."
         : name == kSummaryFile ? "All results but tables."
                                : meaning_of_table(name),
         fmt::format("{:.1f} kB", static_cast<double>(text.size()) / kKilobyte)});
  return table.markup({{"class", "keys"}});
}

}  // namespace clausius
