#include "manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "clausius/report/run_folder.h"
#include "core/system/checksum.h"
#include "core/system/files.h"
#include "report/summary.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kHead =
    "# The files that clausius wrote here, each with its checksum. It replaces and deletes no "
    "others,\n# and none that was changed since.\n";
constexpr std::string_view kAny = "any", kFolder = "folder";

std::string line_of(std::string_view content, std::string_view name) {
  return fmt::format("{:<16}  {}\n", content, name);
}

/// The checksum of a file, as in the list; nothing if it cannot be read.
std::string checksum_of(const fs::path& file, bool is_summary) {
  try {
    if (is_summary)
      return fmt::format("{:016x}", checksum(reproducible_part(read_regular_file(file))));
    std::ifstream stream = open_regular_file(file);
    return fmt::format("{:016x}", checksum(stream));
  } catch (const std::runtime_error&) {
    return {};
  }
}

bool is_summary(const fs::path& name) { return name.filename() == kSummaryFile; }

/// Whether a listed name refers to something in the folder, not above it or elsewhere.
bool is_within_folder(const fs::path& name) {
  return name.is_relative() && std::find(name.begin(), name.end(), "..") == name.end();
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

/// Writes `text` to the end of `file` (O_APPEND) or in place of its content (O_TRUNC), and waits
/// until it has reached the disk.
void write_to(const fs::path& file, std::string_view text, int flags) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  errno = descriptor < 0 ? errno : 0;
  const bool written =
      descriptor >= 0 &&
      ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fsync(descriptor) == 0;
  // A full disk takes only part of the data.
  const int reason = errno != 0 ? errno : ENOSPC;
  if (descriptor >= 0) ::close(descriptor);
  if (!written)
    throw OutputError(
        fmt::format("{}: cannot be written: {}", file.string(), std::strerror(reason)));
}

}  // namespace

Manifest::Manifest(fs::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  if (!fs::is_regular_file(file(), error)) return;
  const std::string text = read_regular_file(file());
  // A run that was killed while making the list has left the beginning of it.
  exists_ = text.compare(0, kHead.size(), kHead) == 0 || kHead.substr(0, text.size()) == text;
  if (!exists_) return;
  if (!text.ends_with('\n')) half_line_ = text.rfind('\n') + 1;
  for (std::size_t begin = std::min(kHead.size(), text.size()), end = 0; begin < text.size();
       begin = end + 1) {
    end = text.find('\n', begin);
    if (end == std::string::npos) break;  // an incomplete line: its file was not written
    const std::string line = text.substr(begin, end - begin);
    const std::size_t space = line.find(' ');
    const std::size_t name = line.find_first_not_of(' ', space);
    if (name == std::string::npos || !is_within_folder(line.substr(name))) continue;
    contents_[line.substr(name)].insert(line.substr(0, space));
  }
}

bool Manifest::may_replace(const fs::path& name) const {
  if (!is_there(folder_ / name)) return true;
  const auto listed = contents_.find(name.string());
  if (listed == contents_.end()) return false;
  const std::set<std::string>& contents = listed->second;
  return contents.contains(std::string(kAny)) ||
         contents.contains(checksum_of(folder_ / name, is_summary(name)));
}

std::vector<fs::path> Manifest::changed() const {
  std::vector<fs::path> names;
  for (const fs::path& name : files())
    if (!may_replace(name)) names.push_back(name);
  return names;
}

std::vector<fs::path> Manifest::files() const {
  std::vector<fs::path> names;
  for (const auto& [name, contents] : contents_)
    if (!contents.contains(std::string(kFolder)) && is_there(folder_ / name))
      names.emplace_back(name);
  return names;
}

std::vector<fs::path> Manifest::folders() const {
  std::vector<fs::path> names;
  for (const auto& [name, contents] : contents_)
    if (contents.contains(std::string(kFolder)) && is_there(folder_ / name))
      names.emplace_back(name);
  return names;
}

void Manifest::create() {
  if (exists_ && fs::file_size(file()) >= kHead.size()) return;
  if (!exists_ && is_there(file()))
    throw OutputError(file().string() + ": is not a list of clausius; move or delete it");
  std::error_code error;
  fs::create_directories(folder_, error);  // it may have been deleted during the run
  write_to(file(), kHead, O_TRUNC);
  exists_ = true;
  half_line_.reset();
}

void Manifest::append(const std::vector<Entry>& entries) {
  std::string lines;
  for (const auto& [name, content] : entries) {
    std::set<std::string>& contents = contents_[name.string()];
    if (!contents.contains(std::string(kAny)) && contents.insert(content).second)
      lines += line_of(content, name.string());
  }
  if (lines.empty()) return;
  create();
  if (half_line_) fs::resize_file(file(), *half_line_);
  half_line_.reset();
  write_to(file(), lines, O_APPEND);
}

void Manifest::add(const std::vector<fs::path>& names, const std::vector<fs::path>& contents) {
  std::vector<Entry> entries;
  entries.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    entries.emplace_back(names[i], checksum_of(contents.at(i), is_summary(names[i])));
  append(entries);
}

void Manifest::add_any(const std::vector<fs::path>& names) {
  std::vector<Entry> entries;
  entries.reserve(names.size());
  for (const fs::path& name : names) entries.emplace_back(name, kAny);
  append(entries);
}

void Manifest::add_folder(const fs::path& name) { append({{name, std::string(kFolder)}}); }

void Manifest::tidy() {
  std::string text(kHead);
  for (auto& [name, contents] : contents_) {
    if (!is_there(folder_ / name)) continue;
    // Keeps the one of several checksums that matches the file.
    if (contents.size() > 1)
      if (const std::string now = checksum_of(folder_ / name, is_summary(name));
          contents.contains(now))
        contents = {now};
    for (const std::string& content : contents) text += line_of(content, name);
  }
  fs::path part = file();
  part += ".part";
  try {
    write_to(part, text, O_TRUNC);
    fs::rename(part, file());
  } catch (const std::runtime_error&) {
    // The existing list contains the same information.
    std::error_code error;
    fs::remove(part, error);
  }
}

}  // namespace clausius
