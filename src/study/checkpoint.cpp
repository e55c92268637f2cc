#include "clausius/study/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "clausius/core/checksum.h"
#include "clausius/core/version.h"

namespace clausius {

namespace {

constexpr std::string_view kMagic = "clausius checkpoint\n";
/// To be raised whenever anything that is saved changes.
constexpr std::uint32_t kFormat = 1;

struct Header {
  std::uint32_t format = kFormat;
  std::uint64_t length = 0, checksum = 0;  // of what follows

  template <class Archive>
  void serialize(Archive& archive) {
    archive(format, length, checksum);
  }
};

/// A line of TOML without the comment behind it.
std::string without_comment(const std::string& line) {
  return line.substr(0, line.find_last_not_of(' ', line.find("  #")) + 1);
}

/// The first line in which two texts differ, of either.
std::pair<std::string, std::string> first_difference(const std::string& a, const std::string& b) {
  std::istringstream lines_a(a), lines_b(b);
  std::string line_a, line_b;
  do {
    line_a.clear();
    line_b.clear();
    std::getline(lines_a, line_a);
    std::getline(lines_b, line_b);
  } while (line_a == line_b && (lines_a || lines_b));
  return {without_comment(line_a), without_comment(line_b)};
}

}  // namespace

Checkpoint empty_checkpoint(const StudyConfig& study) {
  return {fmt::format("clausius {} (commit {})", version(), commit()), study.resolved_toml, {}};
}

void write_checkpoint(std::ostream& out, const Checkpoint& checkpoint) {
  const std::string body = to_bytes(checkpoint);
  out << kMagic << to_bytes(Header{kFormat, body.size(), clausius::checksum(body)}) << body;
}

Checkpoint read_checkpoint(std::string_view bytes) {
  require(bytes.substr(0, kMagic.size()) == kMagic, "is no checkpoint");
  LoadArchive archive(bytes.substr(kMagic.size()));
  Header header;
  archive(header);
  if (header.format != kFormat)
    throw ArchiveError(fmt::format("has format {}, this program reads {}", header.format, kFormat));
  require(archive.left() >= header.length, "is cut short");
  require(archive.left() == header.length, "goes on too long");
  const std::string_view body = bytes.substr(bytes.size() - header.length);
  require(clausius::checksum(body) == header.checksum, "is damaged: its checksum is another");
  Checkpoint checkpoint;
  from_bytes(body, checkpoint);
  return checkpoint;
}

std::optional<std::string> study_difference(const std::string& found, const std::string& own) {
  if (found == own) return std::nullopt;
  const auto [there, here] = first_difference(found, own);
  return fmt::format("is of another study: '{}' there, '{}' here", there, here);
}

std::optional<std::string> difference(const Checkpoint& found, const Checkpoint& own) {
  if (found.program != own.program)
    return fmt::format("was written by {}, this is {}", found.program, own.program);
  return study_difference(found.study, own.study);
}

}  // namespace clausius
