#include "report/provenance.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/memory.h"
#include "core/system/files.h"
#include "core/system/version.h"
#include "core/text.h"
#include "manifest.h"
#include "report/checkpoints.h"
#include "report/tables.h"

namespace clausius {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using SystemClock = std::chrono::system_clock;

constexpr const char *kRoot = "./", *kProgram = "#clausius", *kLicence = "#licence",
                     *kProfile = "https://w3id.org/ro/wfrun/process/0.5",
                     *kSpecification = "https://w3id.org/ro/crate/1.1";

const SystemClock::time_point kStart = SystemClock::now();  ///< of this process

/// In UTC, as required by ISO 8601.
std::string iso_time(SystemClock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(SystemClock::to_time_t(time)));
}

/// The identifier of this process among the actions of a crate.
std::string own_id() {
  const auto since_1970 =
      std::chrono::duration_cast<std::chrono::microseconds>(kStart.time_since_epoch());
  return fmt::format("#run-{}", since_1970.count());
}

/// `text` without the folders of absolute paths, which would reveal the user and the machine.
std::string without_folders(std::string text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = at == 0 || std::string_view("='\"").find(text[at - 1]) != std::string::npos;
    if (text[at] != '/' || !begins) continue;
    const std::size_t end = std::min(text.find_first_of("'\"", at), text.size());
    const std::size_t last = text.rfind('/', end - 1);
    text.erase(at, last + 1 - at);
  }
  return text;
}

/// The command line of this process, for a shell; empty if the system does not provide it.
std::string command_line() {
  std::string line = "clausius";
  try {
    // The size of such a file is not known in advance.
    std::ifstream stream = open_regular_file("/proc/self/cmdline");
    const std::string words(std::istreambuf_iterator<char>(stream), {});
    for (std::size_t begin = words.find('\0'); begin + 1 < words.size();
         begin = words.find('\0', begin + 1))
      line += ' ' + shell_word(without_folders(words.c_str() + begin + 1));
  } catch (const std::runtime_error&) {
    return {};
  }
  return line;
}

/// The name of a file as the path of a URI.
std::string uri(const fs::path& name) {
  std::string result;
  for (const char c : name.generic_string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("._~+=-/").find(c) != std::string_view::npos;
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

Json reference(const std::string& id) { return {{"@id", id}}; }

std::string format_of(const fs::path& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kFormats{
      {{".csv", "text/csv"},
       {".json", "application/json"},
       {".toml", "application/toml"},
       {".xyz", "chemical/x-xyz"},
       {".h5", "application/x-hdf5"},
       {".txt", "text/plain"},
       {".gp", "text/plain"},
       {".png", "image/png"},
       {".svg", "image/svg+xml"},
       {".pdf", "application/pdf"},
       {".gif", "image/gif"}}};
  for (const auto& [ending, format] : kFormats)
    if (name.extension() == ending) return std::string(format);
  return {};
}

Json file_entity(const fs::path& name) {
  Json entity{{"@id", uri(name)}, {"@type", "File"}, {"name", name.generic_string()}};
  if (const std::string format = format_of(name); !format.empty())
    entity["encodingFormat"] = format;
  if (const std::string meaning = meaning_of_table(name); !meaning.empty())
    entity["description"] = meaning;
  return entity;
}

/// The files of a finished run in `folder`, without this one and without checkpoints, which are
/// temporary.
std::vector<fs::path> files_in(const Manifest& manifest, bool is_finished) {
  std::vector<fs::path> files = manifest.files();
  std::vector<std::string> others = checkpoint_names();
  others.emplace_back(kProvenance);
  others.emplace_back(kSummaryFile);
  std::erase_if(files, [&](const fs::path& name) {
    return name.extension() == ".part" ||
           std::find(others.begin(), others.end(), name) != others.end();
  });
  if (is_finished) files.emplace_back(kSummaryFile);
  files.emplace_back(Manifest::kFile);
  std::sort(files.begin(), files.end());
  return files;
}

/// All entities: `about` has the name and the description of the run, `actions` are the commands
/// that made it, `inputs` what they read that is not in the folder.
std::string metadata(const RunFolder& folder, bool is_finished, const Json& about,
                     std::vector<Json> actions, const std::vector<Json>& inputs) {
  const Manifest manifest(folder.location());
  Json files = Json::array(), parts = Json::array(), results = Json::array();
  for (const fs::path& name : files_in(manifest, is_finished)) {
    files.push_back(file_entity(name));
    parts.push_back(reference(uri(name)));
    if (name != kStudyFile) results.push_back(reference(uri(name)));
  }
  for (const fs::path& name : manifest.folders()) {
    const std::string id = uri(name) + '/';
    files.push_back({{"@id", id}, {"@type", "Dataset"}, {"name", name.generic_string()}});
    parts.push_back(reference(id));
    results.push_back(reference(id));
  }
  Json mentions = Json::array();
  for (Json& action : actions) {
    mentions.push_back(reference(action.at("@id")));
    // Entries of earlier commands are replaced by those of the last one.
    action.erase("result");
  }
  actions.back()["result"] = results;

  Json graph = Json::array();
  graph.push_back({{"@id", kProvenance},
                   {"@type", "CreativeWork"},
                   {"conformsTo", reference(kSpecification)},
                   {"about", reference(kRoot)}});
  graph.push_back({{"@id", kRoot},
                   {"@type", "Dataset"},
                   {"name", about.at("name")},
                   {"description", about.at("description")},
                   {"datePublished", actions.back().at("endTime")},
                   {"license", reference(kLicence)},
                   {"conformsTo", reference(kProfile)},
                   {"hasPart", parts},
                   {"mentions", mentions}});
  graph.push_back({{"@id", kProfile},
                   {"@type", "CreativeWork"},
                   {"name", "Process Run Crate"},
                   {"version", "0.5"}});
  graph.push_back({{"@id", kLicence},
                   {"@type", "CreativeWork"},
                   {"name", "No licence stated"},
                   {"description", "No licence was stated for the results of this study."}});
  graph.push_back(
      {{"@id", kProgram},
       {"@type", "SoftwareApplication"},
       {"name", "clausius"},
       {"softwareVersion", version()},
       {"description", fmt::format("{}; commit {}, {}", kSlogan, commit(), compiler())}});
  for (const Json& entities : {Json(actions), Json(inputs), files})
    for (const Json& entity : entities) graph.push_back(entity);
  const Json crate{{"@context", std::string(kSpecification) + "/context"}, {"@graph", graph}};
  // Names of files need not be UTF-8, JSON must be.
  return crate.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// The part of a crate that describes its run.
struct Told {
  Json about;
  std::vector<Json> actions, inputs;
};

/// Reads kProvenance; nothing if it does not exist, is damaged, or was not written by this program.
std::optional<Told> told_in(const RunFolder& folder) {
  constexpr std::size_t kBytes = 4000000;
  require_memory(kBytes);
  const fs::path file = folder.location() / kProvenance;
  if (!fs::exists(file) || !Manifest(folder.location()).may_replace(kProvenance)) return {};
  try {
    Told told;
    const Json crate = Json::parse(read_regular_file(file));
    for (const Json& entity : crate.at("@graph")) {
      const std::string type = entity.at("@type"), id = entity.at("@id");
      if (type == "CreateAction") told.actions.push_back(entity);
      if (type == "CreativeWork" && id.starts_with("#input-")) told.inputs.push_back(entity);
      if (id == kRoot) told.about = entity;
    }
    if (told.about.is_object() && !told.actions.empty()) return told;
  } catch (const std::exception&) {
    // Damaged.
  }
  return {};
}

}  // namespace

void write_provenance(const RunFolder& folder, const StudyResult& result) {
  const StudyConfig& config = result.config;
  std::vector<Json> actions, inputs;
  if (std::optional<Told> before = told_in(folder)) actions = std::move(before->actions);
  std::erase_if(actions, [](const Json& action) { return action.at("@id") == own_id(); });

  Json objects = Json::array({reference(kStudyFile)});
  if (config.placement == Placement::file) {
    const std::string name = config.start_file.filename();
    inputs.push_back({{"@id", "#input-" + uri(name)},
                      {"@type", "CreativeWork"},
                      {"name", name},
                      {"description", "initial.file of the study; its state is in initial.xyz."}});
    objects.push_back(reference(inputs.back().at("@id")));
  }
  const bool has_failed = !result.failure.empty() || result.interrupted;
  Json action{{"@id", own_id()},
              {"@type", "CreateAction"},
              {"name", "Run of the study " + config.name},
              {"description", command_line()},
              {"startTime", iso_time(kStart)},
              {"endTime", iso_time(SystemClock::now())},
              {"instrument", reference(kProgram)},
              {"object", objects},
              {"actionStatus", fmt::format("http://schema.org/{}ActionStatus",
                                           has_failed ? "Failed" : "Completed")}};
  if (has_failed)
    action["error"] = result.interrupted ? "interrupted; --resume continues" : result.failure;
  actions.push_back(std::move(action));
  const Json about{{"name", config.title.empty() ? config.name : config.title},
                   {"description", "Results of a run of the study " + config.name +
                                       ": what it measured, with kinetic theory."}};
  folder.write(kProvenance, metadata(folder, true, about, std::move(actions), inputs));
}

void update_provenance(const RunFolder& folder) {
  if (std::optional<Told> told = told_in(folder)) {
    Json& last = told->actions.back();
    if (last.at("@id") == own_id()) last["endTime"] = iso_time(SystemClock::now());
    const bool is_finished = fs::exists(folder.location() / kSummaryFile);
    folder.write(kProvenance,
                 metadata(folder, is_finished, told->about, told->actions, told->inputs));
  }
  for (const fs::path& name : Manifest(folder.location()).folders())
    update_provenance(RunFolder::open(folder.location() / name));
}

}  // namespace clausius
