#include "study/run/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "clausius/core/errors.h"
#include "core/numbers.h"
#include "core/system/checksum.h"
#include "core/system/version.h"
#include "study/file/study_text.h"

namespace clausius {

namespace {

constexpr std::string_view kMagic = "clausius checkpoint\n";
/// Keys that make a run longer.
constexpr const char* kLengthens[] = {"run.measure", "run.duration", "run.samples"};
/// Must be increased whenever anything that is saved changes.
constexpr std::uint32_t kFormat = 8;

struct Header {
  std::uint32_t format = kFormat;
  std::uint64_t length = 0, checksum = 0;  // length and checksum of the rest

  template <class Archive>
  void serialize(Archive& archive) {
    archive(format, length, checksum);
  }
};

/// A line of TOML without the comment behind it.
std::string without_comment(const std::string& line) {
  return line.substr(0, line.find_last_not_of(' ', line.find("  #")) + 1);
}

/// The first line in which two texts differ, from either text.
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

const char* length_key(const StudyConfig& study) {
  return study.measure ? "run.measure" : "run.duration";
}
double length(const StudyConfig& study) { return study.measure ? *study.measure : *study.duration; }
void set_length(StudyConfig& study, double length) {
  (study.measure ? study.measure : study.duration) = length;
}
double ratio(std::int64_t a, std::int64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

/// Number of intervals between the frames of the trajectory, of which the first is at the start of
/// the measured part.
std::int64_t frame_intervals(const StudyConfig& study) {
  return std::max<std::int64_t>(study.trajectory - 1, 0);
}

/// Whether the command line gives the key.
bool is_set(const StudyConfig& study, const std::string& key) {
  const auto found = study.key_positions.find(key);
  return found != study.key_positions.end() && !found->second.option.empty();
}

/// Whether `part` instants, the last one at the end of `before`, are among `whole` instants of
/// `after`, up to the rounding of a run of given duration.
bool same_times(double before, std::int64_t part, double after, std::int64_t whole) {
  const auto at = [](std::int64_t k, double duration, std::int64_t of) {
    return k == of ? duration : duration * static_cast<double>(k) / static_cast<double>(of);
  };
  for (std::int64_t k = 1; k <= part; ++k)
    if (at(k, before, part) != at(k, after, whole)) return false;
  return true;
}

/// Reason why a run of the study `before` cannot become one of `after`, which is longer.
std::optional<std::string> no_longer_run(const StudyConfig& before, const StudyConfig& after) {
  const std::string key = length_key(before);
  const double old = length(before), now = length(after);
  if (!(now >= old))
    return fmt::format("{} = {} is less than the {} there; allowed: more", key, exact_text(now),
                       exact_text(old));
  const double interval = old / static_cast<double>(before.samples);
  if (now / static_cast<double>(after.samples) != interval)
    return fmt::format(
        "{} = {} with run.samples = {} changes the interval between samples; allowed: whole "
        "multiples of {}, such as {} with {}",
        key, exact_text(now), after.samples, exact_text(interval), exact_text(2 * old),
        2 * before.samples);
  const std::int64_t intervals = frame_intervals(before);
  if (ratio(frame_intervals(after), after.samples) != ratio(intervals, before.samples) ||
      (intervals == 0 && after.trajectory != before.trajectory))
    return fmt::format(
        "run.trajectory = {} changes the interval between frames; allowed: one frame at the start "
        "and {} more for every {} samples",
        after.trajectory, intervals, before.samples);
  if (after.watches_echo() != before.watches_echo())
    return "so long a run keeps no positions to compare the gas with after its reversal; allowed: "
           "fewer samples";
  if (before.measure || now == old) return std::nullopt;
  if (before.engine.mode == Mode::time_step)
    return "the end of run.duration cuts a time step short; allowed: to go on with run.measure";
  if (!same_times(old, before.samples, now, after.samples) ||
      !same_times(old, intervals, now, frame_intervals(after)))
    return fmt::format(
        "run.duration = {} has samples at other times, by rounding; allowed: such as {}",
        exact_text(now), exact_text(2 * old));
  return std::nullopt;
}

/// Gives `study`, which continues a run of `before`, the numbers that the command line does not set
/// and that follow from its new length.
void keep_intervals(const StudyConfig& before, StudyConfig& study) {
  if (!is_set(study, "run.samples"))
    study.samples =
        std::llround(static_cast<double>(before.samples) * length(study) / length(before));
  else if (!is_set(study, length_key(study)))
    set_length(study, length(before) * ratio(study.samples, before.samples));
  if (!is_set(study, "run.trajectory"))
    study.trajectory = std::min<std::int64_t>(before.trajectory, 1) +
                       std::llround(static_cast<double>(frame_intervals(before)) *
                                    ratio(study.samples, before.samples));
  if (is_set(study, "run.equilibrate_samples")) return;
  study.equilibrate_samples = before.equilibrate_samples;
  if (!study.equilibrate_samples && study.equilibrate > 0 && study.samples != before.samples)
    study.equilibrate_samples = before.samples;
}

/// `study` as it was written, with the length and the numbers of `other`.
StudyConfig with_length_of(const StudyConfig& other, const StudyConfig& study) {
  std::vector<Override> changes;
  const auto change = [&](const char* key, bool is_changed, const std::string& value) {
    if (is_changed) changes.push_back({key, value});
  };
  change(length_key(study), length(other) != length(study), exact_text(length(other)));
  change("run.samples", other.samples != study.samples, std::to_string(other.samples));
  change("run.trajectory", other.trajectory != study.trajectory, std::to_string(other.trajectory));
  change("run.equilibrate_samples", other.equilibrate_samples != study.equilibrate_samples,
         std::to_string(other.equilibrate_samples.value_or(other.samples)));
  return changed_study(study, changes);
}

/// Reason why a case of the series cannot be continued; nothing if all can.
std::optional<std::string> no_longer_cases(const StudyConfig& before, const StudyConfig& after) {
  for (const std::string& value : before.series.values)
    if (const auto why = no_longer_run(series_case(before, value), series_case(after, value)))
      return fmt::format("in the case {}={}, {}", before.series.key, value, *why);
  return std::nullopt;
}

}  // namespace

std::string program_name() { return fmt::format("clausius {} (commit {})", version(), commit()); }

Checkpoint empty_checkpoint(const StudyConfig& study) {
  return {program_name(), study.resolved_toml, {}};
}

void write_checkpoint(std::ostream& out, const Checkpoint& checkpoint) {
  const std::string body = to_bytes(checkpoint);
  out << kMagic << to_bytes(Header{kFormat, body.size(), clausius::checksum(body)}) << body;
}

Checkpoint read_checkpoint(std::string_view bytes) {
  require(bytes.substr(0, kMagic.size()) == kMagic, "is not a checkpoint");
  LoadArchive archive(bytes.substr(kMagic.size()));
  Header header;
  archive(header);
  if (header.format != kFormat)
    throw ArchiveError(fmt::format("has format {}, this program reads {}", header.format, kFormat));
  require(archive.left() >= header.length, "is cut short");
  require(archive.left() == header.length, "is longer than expected");
  const std::string_view body = bytes.substr(bytes.size() - header.length);
  require(clausius::checksum(body) == header.checksum, "is damaged: its checksum differs");
  Checkpoint checkpoint;
  from_bytes(body, checkpoint);
  return checkpoint;
}

std::optional<std::string> study_difference(const std::string& found, const std::string& own) {
  if (found == own) return std::nullopt;
  const auto [there, here] = first_difference(found, own);
  return fmt::format("belongs to another study: '{}' there, '{}' here", there, here);
}

std::optional<std::string> difference(const Checkpoint& found, const Checkpoint& own) {
  if (found.program != own.program)
    return fmt::format("was written by {}, this is {}", found.program, own.program);
  return study_difference(found.study, own.study);
}

std::optional<std::string> hindrance(const Checkpoint& found, StudyConfig& study) {
  auto differs = difference(found, empty_checkpoint(study));
  if (!differs || found.program != empty_checkpoint(study).program) return differs;
  StudyConfig before;
  try {
    before = parse_study(found.study, study.source, {}, study.also_measured);
  } catch (const InputError&) {
    return differs;
  }
  StudyConfig after = study, expected = before;
  if (std::any_of(std::begin(kLengthens), std::end(kLengthens),
                  [&](const char* key) { return is_set(study, key); }) &&
      before.measure.has_value() == after.measure.has_value() &&
      before.series.key == after.series.key) {
    keep_intervals(before, after);
    if (const auto why = no_longer_run(before, after)) return "belongs to another study: " + *why;
    after = with_length_of(after, study);
    if (const auto why = no_longer_cases(before, after)) return "belongs to another study: " + *why;
    expected.measure = after.measure;
    expected.duration = after.duration;
    expected.samples = after.samples;
    expected.equilibrate_samples = after.equilibrate_samples;
    expected.trajectory = after.trajectory;
  }
  expected.title = after.title;
  expected.checkpoint_every = after.checkpoint_every;
  expected.keep_checkpoint = after.keep_checkpoint;
  after.resolved_toml = study_text(after);
  Checkpoint as_expected = found;
  as_expected.study = study_text(expected);
  if (auto why = difference(as_expected, empty_checkpoint(after))) return why;
  study = after;
  return std::nullopt;
}

}  // namespace clausius
