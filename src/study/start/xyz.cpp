#include "study/start/xyz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/linear_algebra.h"
#include "geometry/placed_body.h"

namespace clausius {

namespace {

constexpr std::string_view kSpace = " \t\r\n\v\f";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // that some editors begin UTF-8 with

void append_number(std::string& text, double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(digits, end);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = text.find_first_not_of(separators); begin != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(separators, end);
  }
  return parts;
}

/// A whole finite number, or none.
template <class Number>
std::optional<Number> parse(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(value)) return std::nullopt;
  return value;
}

/// A text of the file, shortened for a message.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return fmt::format("'{}'", text);
  return fmt::format("'{}…'", text.substr(0, kLongest));
}

/// Indices of the needed columns in a particle's line.
struct Columns {
  std::size_t species = 0, position = 0;
  std::optional<std::size_t> velocity, id, orientation, angular_velocity, internal_energy, radius,
      mass, hits;
  std::size_t count = 0;
  std::string_view why = "as Properties says";
  std::vector<std::string> others;  // names of those that are not known
};

/// The columns of plain XYZ.
Columns plain_columns() {
  Columns columns;
  columns.position = 1;
  columns.count = 4;
  columns.why = "name x y z, because there are no Properties";
  return columns;
}

/// The header of a frame, read key by key.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, std::int64_t line, LineFaults& faults)
      : line_(line), faults_(faults) {
    read_pairs(text);
  }

  std::optional<std::array<double, 9>> lattice() const {
    const auto found = pairs_.find("Lattice");
    if (found == pairs_.end()) return std::nullopt;
    std::array<double, 9> result{};
    const auto numbers = split(found->second, " \t,");
    bool good = numbers.size() == result.size();
    for (std::size_t i = 0; good && i < result.size(); ++i) {
      const std::optional<double> number = parse<double>(numbers[i]);
      good = number.has_value();
      if (good) result[i] = *number;
    }
    if (!good)
      fault(fmt::format("Lattice is {}; nine finite numbers, the three edge vectors of the box",
                        shown(found->second)));
    return result;
  }

  std::optional<double> number(std::string_view key) const {
    const auto found = pairs_.find(key);
    if (found == pairs_.end()) return std::nullopt;
    const std::optional<double> result = parse<double>(found->second);
    if (!result) fault(fmt::format("{} is {}; a finite number", key, shown(found->second)));
    return result;
  }

  std::vector<double> numbers(std::string_view key) const {
    const auto found = pairs_.find(key);
    if (found == pairs_.end()) return {};
    std::vector<double> result;
    for (const std::string_view word : split(found->second, " \t,")) {
      const std::optional<double> number = parse<double>(word);
      if (!number) {
        fault(fmt::format("{} is {}; finite numbers", key, shown(found->second)));
        return {};
      }
      result.push_back(*number);
    }
    return result;
  }

  // What the header says beside box and particles, if it says anything.
  std::optional<Surroundings> surroundings() const {
    Surroundings all;
    const std::optional<double> start = number("Start");
    all.walls = numbers("Walls");
    all.shear_offset = number("Shear_offset");
    all.drive_intervals = numbers("Drive_intervals");
    if (!start && all.walls.empty() && !all.shear_offset && all.drive_intervals.empty())
      return std::nullopt;
    all.start = start.value_or(number("Time").value_or(0));
    return all;
  }

  std::optional<std::array<bool, 3>> periodic() const {
    const auto found = pairs_.find("pbc");
    if (found == pairs_.end()) return std::nullopt;
    const auto words = split(found->second, " \t,");
    std::array<bool, 3> result{};
    bool good = words.size() == result.size();
    for (std::size_t k = 0; good && k < result.size(); ++k) {
      result[k] = words[k] == "T" || words[k] == "1" || words[k] == "true" || words[k] == "True";
      good = result[k] || words[k] == "F" || words[k] == "0" || words[k] == "false" ||
             words[k] == "False";
    }
    if (good) return result;
    fault(fmt::format("pbc is {}; three of T and F", shown(found->second)));
    return std::nullopt;
  }

  std::optional<Columns> columns() const {
    constexpr std::string_view kNeeded = "species:S:1 and pos:R:3";
    const auto found = pairs_.find("Properties");
    if (found == pairs_.end()) return plain_columns();
    const auto fields = split(found->second, ":");
    Columns columns;
    std::map<std::string_view, std::pair<std::size_t, std::string>> named;
    bool good = fields.size() % 3 == 0;
    for (std::size_t i = 0; good && i < fields.size(); i += 3) {
      const auto width = parse<std::int32_t>(fields[i + 2]);
      good =
          fields[i + 1].size() == 1 &&
          std::string_view("RISL").find(fields[i + 1]) != std::string_view::npos && width &&
          *width > 0 &&
          named.try_emplace(fields[i], columns.count, fmt::format("{}:{}", fields[i + 1], *width))
              .second;
      if (good) columns.count += static_cast<std::size_t>(*width);
    }
    if (!good) {
      fault(
          fmt::format("Properties is {}; NAME:TYPE:COLUMNS for each property, joined by colons, "
                      "TYPE one of R, I, S and L, no name twice",
                      shown(found->second)));
      return std::nullopt;
    }
    const auto place = [&](std::string_view name, std::string_view kind, std::size_t& column) {
      const auto property = named.find(name);
      if (property == named.end())
        fault(fmt::format("Properties lacks {}:{}; it must name {}", name, kind, kNeeded));
      else if (property->second.second != kind)
        fault(
            fmt::format("Properties has {}:{}; {}:{}", name, property->second.second, name, kind));
      else
        column = property->second.first;
      return property != named.end() && property->second.second == kind;
    };
    good = place("species", "S:1", columns.species);
    good = place("pos", "R:3", columns.position) && good;
    for (const auto& [name, kind, column] :
         {std::tuple("velo", "R:3", &columns.velocity), std::tuple("id", "I:1", &columns.id),
          std::tuple("orientation", "R:4", &columns.orientation),
          std::tuple("angular_velocity", "R:3", &columns.angular_velocity),
          std::tuple("internal_energy", "R:1", &columns.internal_energy),
          std::tuple("radius", "R:1", &columns.radius), std::tuple("mass", "R:1", &columns.mass),
          std::tuple("hits", "I:1", &columns.hits)})
      if (named.contains(name)) good = place(name, kind, column->emplace()) && good;
    for (const std::string_view motion : {"angular_velocity", "internal_energy"})
      if (!columns.velocity && named.contains(motion)) {
        fault(fmt::format("Properties has {}, but no velo:R:3; both, or neither", motion));
        good = false;
      }
    if (!good) return std::nullopt;
    // Columns of other programs, in the order of the alphabet.
    constexpr std::array<std::string_view, 13> kKnown{"species",
                                                      "id",
                                                      "pos",
                                                      "velo",
                                                      "orientation",
                                                      "angular_velocity",
                                                      "internal_energy",
                                                      "radius",
                                                      "mass",
                                                      "hits",
                                                      "label",
                                                      "aspherical_shape",
                                                      "image"};
    for (const auto& [name, ignored] : named)
      if (std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end())
        columns.others.emplace_back(name);
    return columns;
  }

 private:
  void fault(std::string message) const { faults_.add(line_, std::move(message)); }

  /// Reads KEY=VALUE pairs and bare keys, each part bare or quoted; a value may also be in braces
  /// or brackets.
  void read_pairs(std::string_view text) {
    std::size_t at = 0;
    while ((at = text.find_first_not_of(kSpace, at)) != text.npos) {
      const std::optional<std::string_view> key = take(text, at, "= \t\r");
      if (!key) return;
      if (at >= text.size() || text[at] != '=') continue;  // a bare flag
      ++at;
      const std::optional<std::string_view> value = take(text, at, " \t\r");
      if (!value) return;
      if (!pairs_.emplace(*key, *value).second) fault(fmt::format("{} occurs twice", *key));
    }
  }

  /// The bare text up to one of `ends`, or the text between quotes, braces or brackets.
  std::optional<std::string_view> take(std::string_view text, std::size_t& at,
                                       std::string_view ends) const {
    constexpr std::string_view kOpen = "\"'{[", kClose = "\"'}]";
    const std::size_t kind = at < text.size() ? kOpen.find(text[at]) : kOpen.npos;
    if (kind == kOpen.npos) {
      const std::size_t begin = at;
      at = std::min(text.find_first_of(ends, at), text.size());
      return text.substr(begin, at - begin);
    }
    const std::size_t begin = at + 1;
    const std::size_t end = text.find(kClose[kind], begin);
    if (end == text.npos) {
      fault(fmt::format("the header's {} is never closed by {}", kOpen[kind], kClose[kind]));
      return std::nullopt;
    }
    at = end + 1;
    return text.substr(begin, end - begin);
  }

  std::int64_t line_;
  LineFaults& faults_;
  std::map<std::string_view, std::string_view> pairs_;
};

/// Whether the second line of a frame is a mere comment, as in plain XYZ.
bool is_comment(std::string_view text) {
  constexpr std::array<std::string_view, 3> kKeys{"Properties", "Lattice", "pbc"};
  return std::none_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) {
    return text.find(key) != std::string_view::npos;
  });
}

/// Position of the last frame of a file, and its number of particles.
struct FramePlace {
  std::istream::pos_type start;  ///< start of its header
  std::int64_t header_line = 0;
  std::int64_t particles = 0;
};

std::optional<FramePlace> find_last_frame(std::istream& in, LineFaults& faults) {
  std::optional<FramePlace> last;
  std::int64_t line = 0;
  std::string text;
  while (std::getline(in, text)) {
    if (++line == 1 && text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    const auto words = split(text, kSpace);
    if (words.empty() && (in >> std::ws).eof()) break;  // blank lines at the end of the file
    const auto particles = words.size() == 1 ? parse<std::int64_t>(words[0]) : std::nullopt;
    if (!particles || *particles < 0) {
      faults.add(line, fmt::format("{} at the beginning of a frame; its number of particles",
                                   shown(text)));
      return std::nullopt;
    }
    last = FramePlace{in.tellg(), line + 1, *particles};
    // The header and the particles; the last line may be incomplete.
    for (std::int64_t skipped = 0; skipped <= *particles; ++skipped) {
      if (in.peek() == std::istream::traits_type::eof()) {
        faults.add(line, fmt::format("the file ends after {} of the {} particles of this frame",
                                     std::max<std::int64_t>(skipped - 1, 0), *particles));
        return std::nullopt;
      }
      in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    line += *particles + 1;
  }
  if (!last)
    faults.add(1, "the file has no frame; the number of particles, a header, the particles");
  in.clear();
  return last;
}

}  // namespace

namespace {

/// The first two lines of a frame.
std::string frame_head(const Snapshot& snapshot, std::size_t lines, std::string_view properties) {
  const int dim = snapshot.dimensions;
  std::string text = fmt::format("{}\nLattice=\"", lines);
  // The second edge of a sheared box ends where the image above begins.
  constexpr int kTilt = 3;
  const std::optional<Surroundings>& around = snapshot.surroundings;
  const double tilt = around ? around->shear_offset.value_or(0) : 0;
  for (int i = 0; i < 9; ++i) {
    if (i > 0) text += ' ';
    append_number(text, i == kTilt    ? tilt
                        : i % 4 != 0  ? 0
                        : i / 4 < dim ? snapshot.size[i / 4]
                                      : 1);
  }
  text += "\" Properties=species:S:1:pos:R:3";
  text += properties;
  text += " Time=";
  append_number(text, snapshot.time);
  const auto list = [&](std::string_view key, const std::vector<double>& numbers) {
    if (numbers.empty()) return;
    text += fmt::format(" {}=\"", key);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (i > 0) text += ' ';
      append_number(text, numbers[i]);
    }
    text += '"';
  };
  if (around) {
    text += " Start=";
    append_number(text, around->start);
    if (around->shear_offset) {
      text += " Shear_offset=";
      append_number(text, *around->shear_offset);
    }
    list("Walls", around->walls);
    list("Drive_intervals", around->drive_intervals);
  }
  text += " pbc=\"";
  for (int k = 0; k < 3; ++k) {
    if (k > 0) text += ' ';
    text += k < dim && snapshot.periodic[k] ? 'T' : 'F';
  }
  text += "\"\n";
  return text;
}

/// Writes lines in large pieces.
class LineWriter {
 public:
  LineWriter(std::ostream& out, std::string head) : out_(out), text_(std::move(head)) {}
  ~LineWriter() { out_ << text_; }
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  void begin(const std::string& species, const Vec<3>& position) {
    text_ += species;
    append(position);
  }
  void append_whole(std::int64_t number) {
    text_ += ' ';
    text_ += fmt::format_int(number).c_str();
  }
  template <class Values>
  void append(const Values& values) {
    for (const double value : values) {
      text_ += ' ';
      append_number(text_, value);
    }
  }
  void end() {
    constexpr std::size_t kChunk = 1 << 16;
    text_ += '\n';
    if (text_.size() < kChunk) return;
    out_ << text_;
    text_.clear();
  }

 private:
  std::ostream& out_;
  std::string text_;
};

template <int Dim>
void write_members(std::ostream& out, const Snapshot& snapshot, const StudyConfig& config) {
  const Gas<Dim> gas = make_gas<Dim>(config);
  const State<Dim> state = to_state<Dim>(snapshot, config);
  std::size_t members = 0;
  for (const std::uint8_t species : state.species) members += gas.bodies[species].members.size();
  LineWriter writer(out, frame_head(snapshot, members,
                                    ":id:I:1:radius:R:1:orientation:R:4:aspherical_shape:R:3"));
  for (std::size_t id = 0; id < state.size(); ++id) {
    const PlacedBody body(gas.bodies[state.species[id]], state.orientation[id]);
    for (const PlacedBody::Stick& stick : body.sticks()) {
      const double half = stick.half.norm();
      const Vec<3> up = Vec<3>::UnitZ();
      const Eigen::Quaterniond turn = rotation_between(up, half > 0 ? stick.half : up);
      writer.begin(snapshot.species[id], snapshot.position[id] + stick.centre);
      writer.append_whole(static_cast<std::int64_t>(id));
      writer.append(std::array{stick.radius});
      writer.append(turn.coeffs());
      writer.append(std::array{stick.radius, stick.radius, 2 * half});
      writer.end();
    }
  }
}

}  // namespace

void write_xyz(std::ostream& out, const Snapshot& snapshot) {
  const bool bodies = !snapshot.orientation.empty();
  const bool spins = !snapshot.angular_velocity.empty();
  const bool radii = !bodies && !snapshot.half_extents.empty();
  LineWriter writer(
      out,
      frame_head(
          snapshot, snapshot.species.size(),
          fmt::format(":velo:R:3:id:I:1{}{}{}{}{}{}{}{}", bodies ? ":orientation:R:4" : "",
                      spins ? ":angular_velocity:R:3" : "", bodies ? ":aspherical_shape:R:3" : "",
                      snapshot.internal_energy.empty() ? "" : ":internal_energy:R:1",
                      snapshot.label.empty() ? "" : ":label:I:1", radii ? ":radius:R:1" : "",
                      snapshot.hits.empty() ? "" : ":hits:I:1",
                      snapshot.image.empty() ? "" : ":image:I:3")));
  for (std::size_t i = 0; i < snapshot.species.size(); ++i) {
    writer.begin(snapshot.species[i], snapshot.position[i]);
    writer.append(snapshot.velocity[i]);
    writer.append_whole(static_cast<std::int64_t>(i));
    if (bodies) writer.append(snapshot.orientation[i].coeffs());
    if (spins) writer.append(snapshot.angular_velocity[i]);
    if (bodies) writer.append(snapshot.half_extents.at(snapshot.species[i]));
    if (!snapshot.internal_energy.empty())
      writer.append(std::array<double, 1>{snapshot.internal_energy[i]});
    if (!snapshot.label.empty()) writer.append_whole(snapshot.label[i]);
    if (radii)
      writer.append(std::array{snapshot.diameter.empty()
                                   ? snapshot.half_extents.at(snapshot.species[i]).x()
                                   : 0.5 * snapshot.diameter[i]});
    if (!snapshot.hits.empty()) writer.append_whole(snapshot.hits[i]);
    if (!snapshot.image.empty())
      for (const std::int32_t times : snapshot.image[i]) writer.append_whole(times);
    writer.end();
  }
}

void write_members_xyz(std::ostream& out, const Snapshot& snapshot, const StudyConfig& config) {
  if (config.dimensions == 2)
    write_members<2>(out, snapshot, config);
  else
    write_members<3>(out, snapshot, config);
}

void LineFaults::add(std::int64_t line, std::string message) {
  if (++count_ > kShown) return;
  shown_.push_back(line > 0 ? fmt::format(" line {}: {}", line, message) : ": " + message);
}

std::vector<std::string> LineFaults::texts(const std::string& file) const {
  std::vector<std::string> result;
  for (const std::string& text : shown_) result.push_back(file + text);
  if (count_ > shown_.size())
    result.push_back(fmt::format("{}: {} or more further faults", file, count_ - shown_.size()));
  return result;
}

namespace {

// Reads the numbers of one line of a frame; good() says whether each of them was a number.
class LineReader {
 public:
  LineReader(std::vector<std::string_view> words, std::int64_t line, LineFaults& faults)
      : words_(std::move(words)), line_(line), faults_(faults) {}

  [[nodiscard]] bool good() const { return good_; }
  std::int64_t whole(std::size_t column, std::string_view name) {
    const auto number = parse<std::int64_t>(words_[column]);
    if (!number) fault(fmt::format("{} is {}; a whole number", name, shown(words_[column])));
    return number.value_or(0);
  }
  template <int n = 3>
  Vec<n> vector(std::size_t column, std::string_view name) {
    Vec<n> result = Vec<n>::Zero();
    for (int k = 0; k < n; ++k) {
      const auto number = parse<double>(words_[column + k]);
      if (!number)
        fault(fmt::format("{} has {}; a finite number", name, shown(words_[column + k])));
      result[k] = number.value_or(0);
    }
    return result;
  }
  double number(std::size_t column, std::string_view name) { return vector<1>(column, name)[0]; }

 private:
  void fault(std::string message) {
    faults_.add(line_, std::move(message));
    good_ = false;
  }

  std::vector<std::string_view> words_;
  std::int64_t line_;
  LineFaults& faults_;
  bool good_ = true;
};

// Adds the particle of a line to the frame, unless the line has a fault.
void add_particle(const std::vector<std::string_view>& words, const Columns& columns,
                  std::int64_t line, std::int64_t order, LineFaults& faults, XyzFrame& frame) {
  LineReader reader(words, line, faults);
  // Without ids particles have those of their order.
  const std::int64_t id = columns.id ? reader.whole(*columns.id, "id") : order;
  const std::int64_t hits = columns.hits ? reader.whole(*columns.hits, "hits") : 0;
  const auto vector = [&](const std::optional<std::size_t>& column, std::string_view name) {
    return column ? reader.vector(*column, name) : Vec<3>(Vec<3>::Zero());
  };
  const auto number = [&](const std::optional<std::size_t>& column, std::string_view name) {
    return column ? reader.number(*column, name) : 0;
  };
  const Vec<3> position = reader.vector(columns.position, "pos");
  const Vec<3> velocity = vector(columns.velocity, "velo");
  Vec<4> orientation = Vec<4>::Zero();
  if (columns.orientation) orientation = reader.vector<4>(*columns.orientation, "orientation");
  const Vec<3> angular_velocity = vector(columns.angular_velocity, "angular_velocity");
  const double internal_energy = number(columns.internal_energy, "internal_energy");
  const double radius = number(columns.radius, "radius"), mass = number(columns.mass, "mass");
  if (!reader.good()) return;
  frame.line.push_back(line);
  frame.species.emplace_back(words[columns.species]);
  frame.id.push_back(id);
  frame.position.push_back(position);
  if (columns.velocity) frame.velocity.push_back(velocity);
  if (columns.orientation) frame.orientation.emplace_back(orientation);
  if (columns.angular_velocity) frame.angular_velocity.push_back(angular_velocity);
  if (columns.internal_energy) frame.internal_energy.push_back(internal_energy);
  if (columns.radius) frame.radius.push_back(radius);
  if (columns.mass) frame.mass.push_back(mass);
  if (columns.hits) frame.hits.push_back(hits);
}

}  // namespace

XyzFrame read_last_xyz_frame(std::istream& in, LineFaults& faults, FramePart part) {
  XyzFrame frame;
  const std::optional<FramePlace> place = find_last_frame(in, faults);
  if (!place) return frame;

  in.seekg(place->start);
  std::string text;
  std::getline(in, text);
  const HeaderReader header(is_comment(text) ? std::string_view{} : text, place->header_line,
                            faults);
  frame.header_line = place->header_line;
  frame.lattice = header.lattice();
  frame.time = header.number("Time");
  frame.surroundings = header.surroundings();
  frame.periodic = header.periodic();
  const std::optional<Columns> columns = header.columns();
  if (!columns) return frame;
  frame.unknown_columns = columns->others;
  frame.has_ids = columns->id.has_value();
  frame.has_velocities = columns->velocity.has_value();
  if (part == FramePart::header) return frame;

  for (std::int64_t i = 1; i <= place->particles; ++i) {
    const std::int64_t line = place->header_line + i;
    std::getline(in, text);
    const auto words = split(text, kSpace);
    if (words.size() != columns->count) {
      faults.add(line,
                 fmt::format("{} columns; {}, {}", words.size(), columns->count, columns->why));
      continue;
    }
    add_particle(words, *columns, line, i - 1, faults, frame);
  }
  return frame;
}

}  // namespace clausius
