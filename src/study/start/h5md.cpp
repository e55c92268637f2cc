#include "study/start/h5md.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/elementary.h"
#include "core/system/version.h"

#ifdef CLAUSIUS_HDF5
#include <hdf5.h>
#endif

namespace clausius {

bool is_h5md(const std::filesystem::path& file) {
  return file.extension() == ".h5" || file.extension() == ".h5md";
}

#ifndef CLAUSIUS_HDF5

bool has_hdf5() { return false; }

void write_h5md(const std::filesystem::path&, const std::vector<Snapshot>&, const StudyConfig&,
                const Table*) {
  throw std::runtime_error("this build has no HDF5 library");
}

XyzFrame read_last_h5md_frame(const std::filesystem::path&, LineFaults& faults) {
  faults.add(0, "H5MD needs the HDF5 library, which this build has not");
  return {};
}

#else

bool has_hdf5() { return true; }

namespace {

/// An object of the library, closed at the end.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  /// @throws std::runtime_error if the library refused
  Handle(hid_t id, Close close, std::string_view what) : id_(id), close_(close) {
    if (id < 0) throw std::runtime_error(fmt::format("HDF5 fails at {}", what));
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor): for the library

 private:
  hid_t id_;
  Close close_;
};

void require_done(herr_t status, std::string_view what) {
  if (status < 0) throw std::runtime_error(fmt::format("HDF5 fails at {}", what));
}

// Messages are ours.
class Silence {
 public:
  Silence() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

using Dims = std::vector<hsize_t>;

Handle space_of(const Dims& dims) {
  return {dims.empty() ? H5Screate(H5S_SCALAR)
                       : H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr),
          H5Sclose, "a data space"};
}

Handle make_group(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name};
}

Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "a type of text");
  require_done(H5Tset_size(type, std::max<std::size_t>(length, 1)), "a type of text");
  require_done(H5Tset_cset(type, H5T_CSET_UTF8), "a type of text");
  require_done(H5Tset_strpad(type, H5T_STR_NULLPAD), "a type of text");
  return type;
}

void write_attribute(hid_t to, const char* name, hid_t type, const Dims& dims, const void* data) {
  const Handle space = space_of(dims);
  const Handle attribute(H5Acreate2(to, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         name);
  require_done(H5Awrite(attribute, type, data), name);
}

void write_attribute(hid_t to, const char* name, const std::string& text) {
  write_attribute(to, name, text_type(text.size()), {}, text.c_str());
}

Handle make_dataset(hid_t parent, const std::string& name, hid_t type, const Dims& dims) {
  const Handle space = space_of(dims);
  return {H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
          H5Dclose, name};
}

void write_dataset(hid_t parent, const std::string& name, hid_t type, const Dims& dims,
                   const void* data, const std::string& unit = "1") {
  const Handle dataset = make_dataset(parent, name, type, dims);
  require_done(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name);
  if (unit != "1" && unit != "reduced") write_attribute(dataset, "unit", unit);
}

/// Writes what the frames have of each particle, `in_memory` numbers of which the first `kept` are
/// stored: one frame after the other, so that nothing is held twice.
template <class DataOf>
void write_frames(hid_t group, hid_t type, const std::vector<Snapshot>& frames, hsize_t particles,
                  hsize_t in_memory, hsize_t kept, const std::string& unit, const DataOf& data_of) {
  Dims dims{frames.size(), particles};
  if (in_memory > 1) dims.push_back(kept);
  const Handle dataset = make_dataset(group, "value", type, dims);
  const Handle file_space(H5Dget_space(dataset), H5Sclose, "a data space");
  const Handle memory_space = space_of({particles, in_memory});
  const std::array<hsize_t, 2> origin{0, 0}, part{particles, kept};
  require_done(H5Sselect_hyperslab(memory_space, H5S_SELECT_SET, origin.data(), nullptr,
                                   part.data(), nullptr),
               "a part of a frame");
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const std::array<hsize_t, 3> begin{f, 0, 0}, count{1, particles, kept};
    require_done(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, begin.data(), nullptr,
                                     count.data(), nullptr),
                 "a frame");
    require_done(H5Dwrite(dataset, type, memory_space, file_space, H5P_DEFAULT, data_of(frames[f])),
                 "a frame");
  }
  if (unit != "1" && unit != "reduced") write_attribute(dataset, "unit", unit);
}

/// Elements over time: each a group of `step`, `time` and `value`, the first two of which are
/// shared.
class Elements {
 public:
  Elements(const std::vector<double>& times, const std::string& unit)
      : times_(times), unit_(unit) {}

  /// The group of an element, without its values.
  Handle make(hid_t parent, const std::string& name) {
    Handle group = make_group(parent, name);
    if (first_) {
      for (const char* shared : {"step", "time"})
        require_done(H5Lcreate_hard(*first_, shared, group, shared, H5P_DEFAULT, H5P_DEFAULT),
                     shared);
      return group;
    }
    std::vector<std::int64_t> steps(times_.size());
    for (std::size_t i = 0; i < steps.size(); ++i) steps[i] = static_cast<std::int64_t>(i);
    write_dataset(group, "step", H5T_NATIVE_INT64, {steps.size()}, steps.data());
    write_dataset(group, "time", H5T_NATIVE_DOUBLE, {times_.size()}, times_.data(), unit_);
    first_.emplace(H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, name);
    return group;
  }

 private:
  std::vector<double> times_;
  std::string unit_;
  std::optional<Handle> first_;
};

/// The type of species: an enumeration with their names.
Handle species_type(const std::vector<std::string>& names) {
  Handle type(H5Tenum_create(H5T_NATIVE_INT32), H5Tclose, "the species");
  for (std::size_t s = 0; s < names.size(); ++s) {
    const auto number = static_cast<std::int32_t>(s);
    require_done(H5Tenum_insert(type, names[s].c_str(), &number), "the species");
  }
  return type;
}

void write_box(hid_t particles, const std::vector<Snapshot>& frames, Elements& elements,
               const std::string& unit) {
  const Snapshot& first = frames.front();
  const auto d = static_cast<hsize_t>(first.dimensions);
  const Handle box = make_group(particles, "box");
  const std::int32_t dimension = first.dimensions;
  write_attribute(box, "dimension", H5T_NATIVE_INT32, {}, &dimension);
  constexpr std::size_t kLength = 8;
  std::string boundaries;
  for (const bool periodic : first.periodic) {
    std::string word = periodic ? "periodic" : "none";
    word.resize(kLength, '\0');
    boundaries += word;
  }
  write_attribute(box, "boundary", text_type(kLength), {d}, boundaries.data());
  std::vector<double> edges;
  for (const Snapshot& frame : frames)
    for (hsize_t row = 0; row < d; ++row)
      for (hsize_t column = 0; column < d; ++column)
        edges.push_back(row == column ? frame.size[row]
                        : row == 1 && column == 0 && frame.surroundings
                            ? frame.surroundings->shear_offset.value_or(0)
                            : 0);
  const Handle element = elements.make(box, "edges");
  write_dataset(element, "value", H5T_NATIVE_DOUBLE, {frames.size(), d, d}, edges.data(), unit);
}

void write_surroundings(hid_t group, const std::vector<Snapshot>& frames) {
  if (!frames.front().surroundings) return;
  std::vector<double> start, offset, walls, intervals;
  for (const Snapshot& frame : frames) {
    const Surroundings& around = *frame.surroundings;
    start.push_back(around.start);
    if (around.shear_offset) offset.push_back(*around.shear_offset);
    walls.insert(walls.end(), around.walls.begin(), around.walls.end());
    intervals.insert(intervals.end(), around.drive_intervals.begin(), around.drive_intervals.end());
  }
  for (const auto& [name, numbers] : {std::pair{"start", &start},
                                      {"shear_offset", &offset},
                                      {"walls", &walls},
                                      {"drive_intervals", &intervals}}) {
    if (numbers->empty()) continue;
    Dims dims{frames.size()};
    if (numbers->size() > frames.size()) dims.push_back(numbers->size() / frames.size());
    write_dataset(group, name, H5T_NATIVE_DOUBLE, dims, numbers->data());
  }
}

void write_observables(hid_t file, const Table& table, const std::string& time_unit) {
  const auto numbers = [&](const std::string& name) -> const std::vector<double>* {
    for (const Table::Column& column : table.columns)
      if (column.name == name) return std::get_if<std::vector<double> >(&column.values);
    return nullptr;
  };
  const std::vector<double>* const times = numbers("time");
  if (times == nullptr || times->empty()) return;
  const Handle group = make_group(file, "observables");
  Elements elements(*times, time_unit);
  for (const Table::Column& column : table.columns) {
    if (column.name == "time") continue;
    const auto* real = std::get_if<std::vector<double> >(&column.values);
    const auto* whole = std::get_if<std::vector<std::int64_t> >(&column.values);
    if (real == nullptr && whole == nullptr) continue;
    const Handle element = elements.make(group, column.name);
    if (real != nullptr)
      write_dataset(element, "value", H5T_NATIVE_DOUBLE, {real->size()}, real->data(), column.unit);
    else
      write_dataset(element, "value", H5T_NATIVE_INT64, {whole->size()}, whole->data(),
                    column.unit);
  }
}

}  // namespace

void write_h5md(const std::filesystem::path& path, const std::vector<Snapshot>& frames,
                const StudyConfig& study, const Table* over_time) {
  const Silence silence;
  const Snapshot& first = frames.front();
  const UnitNames units = unit_names(study.si_units, study.dimensions);
  const hsize_t particles = first.species.size();
  const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                    "making the file");
  {
    const Handle head = make_group(file, "h5md");
    const std::array<std::int32_t, 2> version{1, 1};
    write_attribute(head, "version", H5T_NATIVE_INT32, {2}, version.data());
    write_attribute(make_group(head, "author"), "name", "unknown");
    const Handle creator = make_group(head, "creator");
    write_attribute(creator, "name", "clausius");
    write_attribute(creator, "version", std::string(clausius::version()));
  }
  std::vector<double> times;
  times.reserve(frames.size());
  for (const Snapshot& frame : frames) times.push_back(frame.time);
  Elements elements(times, units.time);
  {
    const Handle group = make_group(make_group(file, "particles"), "all");
    write_box(group, frames, elements, units.length);
    const auto d = static_cast<hsize_t>(first.dimensions);
    const auto vectors = [&](const char* name, hsize_t kept, const std::string& unit,
                             std::vector<Vec<3> > Snapshot::*list) {
      if ((first.*list).empty()) return;
      write_frames(elements.make(group, name), H5T_NATIVE_DOUBLE, frames, particles, 3, kept, unit,
                   [list](const Snapshot& frame) { return (frame.*list).front().data(); });
    };
    vectors("position", d, units.length, &Snapshot::position);
    vectors("velocity", d, units.speed, &Snapshot::velocity);
    vectors("angular_velocity", 3, units.rate, &Snapshot::angular_velocity);
    if (!first.orientation.empty())
      write_frames(elements.make(group, "orientation"), H5T_NATIVE_DOUBLE, frames, particles, 4, 4,
                   "1",
                   [](const Snapshot& one) { return one.orientation.front().coeffs().data(); });
    if (!first.internal_energy.empty())
      write_frames(elements.make(group, "internal_energy"), H5T_NATIVE_DOUBLE, frames, particles, 1,
                   1, units.energy, [](const Snapshot& one) { return one.internal_energy.data(); });
    if (!first.label.empty())
      write_frames(elements.make(group, "label"), H5T_NATIVE_UINT8, frames, particles, 1, 1, "1",
                   [](const Snapshot& one) { return one.label.data(); });
    if (!first.hits.empty())
      write_frames(elements.make(group, "hits"), H5T_NATIVE_UINT32, frames, particles, 1, 1, "1",
                   [](const Snapshot& one) { return one.hits.data(); });
    if (!first.image.empty())
      write_frames(elements.make(group, "image"), H5T_NATIVE_INT32, frames, particles, 3, d, "1",
                   [](const Snapshot& one) { return one.image.front().data(); });
    std::map<std::string, std::int32_t, std::less<> > number;
    std::vector<std::string> names;
    for (const StudySpecies& one : study.species) {
      number.emplace(one.name, static_cast<std::int32_t>(names.size()));
      names.push_back(one.name);
    }
    std::vector<std::int32_t> species;
    std::vector<double> mass, radius;
    for (const std::string& name : first.species) {
      species.push_back(number.find(name)->second);
      const StudySpecies& one = study.species[static_cast<std::size_t>(species.back())];
      const std::size_t i = mass.size();
      const double diameter = first.diameter.empty() ? one.diameter : first.diameter[i];
      mass.push_back(one.mass * portable::pow(diameter / one.diameter, first.dimensions));
      radius.push_back(0.5 * diameter);
    }
    write_dataset(group, "species", species_type(names), {particles}, species.data());
    write_dataset(group, "mass", H5T_NATIVE_DOUBLE, {particles}, mass.data(),
                  study.si_units ? "kg" : "1");
    if (study.spheres_only())
      write_dataset(group, "radius", H5T_NATIVE_DOUBLE, {particles}, radius.data(), units.length);
  }
  if (over_time != nullptr) write_observables(file, *over_time, units.time);
  const Handle own = make_group(make_group(file, "parameters"), "clausius");
  write_surroundings(own, frames);
  if (!study.resolved_toml.empty())
    write_dataset(own, "study", text_type(study.resolved_toml.size()), {},
                  study.resolved_toml.data());
  require_done(H5Fflush(file, H5F_SCOPE_GLOBAL), "writing to the disk");
}

namespace {

/// Reads the parts of a file that are there.
class Reader {
 public:
  explicit Reader(hid_t file) : file_(file) {}

  [[nodiscard]] bool has(const std::string& path) const {
    // Each part of the path must exist.
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
      if (H5Lexists(file_, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
      if (end == std::string::npos) return true;
    }
  }
  [[nodiscard]] Dims dims(const std::string& path) const {
    const Handle dataset = open(path);
    const Handle space(H5Dget_space(dataset), H5Sclose, path);
    Dims all(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
    if (!all.empty()) H5Sget_simple_extent_dims(space, all.data(), nullptr);
    return all;
  }
  /// All numbers of a dataset, or the last of its frames.
  template <class Number>
  [[nodiscard]] std::vector<Number> numbers(const std::string& path, hid_t type, bool last) const {
    const Handle dataset = open(path);
    const Handle space(H5Dget_space(dataset), H5Sclose, path);
    const Dims all = dims(path);
    Dims begin(all.size(), 0), count = all;
    if (last && !all.empty()) {
      if (all[0] == 0) throw std::runtime_error(path + " has no frame");
      begin[0] = all[0] - 1;
      count[0] = 1;
    }
    hsize_t total = 1;
    for (const hsize_t one : count) total *= one;
    std::vector<Number> result(total);
    if (total == 0) return result;
    if (!all.empty())
      require_done(
          H5Sselect_hyperslab(space, H5S_SELECT_SET, begin.data(), nullptr, count.data(), nullptr),
          path);
    const Handle memory = space_of({total});
    require_done(H5Dread(dataset, type, memory, all.empty() ? H5S_ALL : hid_t{space}, H5P_DEFAULT,
                         result.data()),
                 path);
    return result;
  }
  [[nodiscard]] std::vector<double> reals(const std::string& path, bool last) const {
    return numbers<double>(path, H5T_NATIVE_DOUBLE, last);
  }
  [[nodiscard]] std::vector<std::string> species(const std::string& path, bool last) const {
    const Handle dataset = open(path);
    const Handle type(H5Dget_type(dataset), H5Tclose, path);
    const bool is_named = H5Tget_class(type) == H5T_ENUM;
    const Handle native(H5Tget_native_type(type, H5T_DIR_ASCEND), H5Tclose, path);
    std::vector<std::string> names;
    if (!is_named) {
      for (const std::int64_t number : numbers<std::int64_t>(path, H5T_NATIVE_INT64, last))
        names.push_back(std::to_string(number));
      return names;
    }
    const std::size_t size = H5Tget_size(native);
    // The enumeration may have any width: its values are read as bytes.
    const Dims all = dims(path);
    hsize_t total = 1;
    for (const hsize_t one : all) total *= one;
    std::vector<char> bytes(total * size);
    require_done(H5Dread(dataset, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), path);
    const hsize_t rows = last && all.size() > 1 ? all.back() : total;
    for (hsize_t i = total - rows; i < total; ++i) {
      std::array<char, 256> name{};
      require_done(H5Tenum_nameof(native, bytes.data() + i * size, name.data(), name.size()), path);
      names.emplace_back(name.data());
    }
    return names;
  }
  [[nodiscard]] std::vector<bool> boundary(const std::string& box) const {
    if (H5Aexists_by_name(file_, box.c_str(), "boundary", H5P_DEFAULT) <= 0) return {};
    const Handle attribute(
        H5Aopen_by_name(file_, box.c_str(), "boundary", H5P_DEFAULT, H5P_DEFAULT), H5Aclose, box);
    const Handle type(H5Aget_type(attribute), H5Tclose, box);
    const Handle space(H5Aget_space(attribute), H5Sclose, box);
    const auto words =
        static_cast<std::size_t>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space)));
    std::vector<bool> periodic;
    if (H5Tis_variable_str(type) > 0) {
      std::vector<char*> texts(words);
      require_done(H5Aread(attribute, type, texts.data()), box);
      for (char* text : texts) {
        periodic.push_back(std::string_view(text) == "periodic");
        H5free_memory(text);
      }
      return periodic;
    }
    const std::size_t size = H5Tget_size(type);
    std::string text(words * size, '\0');
    require_done(H5Aread(attribute, type, text.data()), box);
    for (std::size_t i = 0; i < words; ++i)
      periodic.push_back(text.compare(i * size, 8, "periodic") == 0);
    return periodic;
  }
  /// The first group of particles.
  [[nodiscard]] std::string particles() const {
    const std::string root = "/particles";
    if (!has(root)) throw std::runtime_error("it has no group /particles");
    std::array<char, 256> name{};
    if (H5Lget_name_by_idx(file_, root.c_str(), H5_INDEX_NAME, H5_ITER_INC, 0, name.data(),
                           name.size(), H5P_DEFAULT) <= 0)
      throw std::runtime_error("its group /particles is empty");
    return root + "/" + name.data();
  }

 private:
  [[nodiscard]] Handle open(const std::string& path) const {
    return {H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose, path};
  }
  hid_t file_;
};

// Puts what the file has of the box into the frame.
void read_box(const Reader& file, const std::string& box, XyzFrame& frame) {
  const bool over_time = file.has(box + "/edges/value");
  const std::string path = box + (over_time ? "/edges/value" : "/edges");
  if (!file.has(path)) return;
  const std::vector<double> edges = file.reals(path, over_time);
  const bool are_vectors = edges.size() == 9 || edges.size() == 4;
  const std::size_t d = are_vectors ? (edges.size() == 9 ? 3 : 2) : edges.size();
  if (d < 2 || d > 3) throw std::runtime_error("its box has neither two dimensions nor three");
  std::array<double, 9>& lattice = frame.lattice.emplace();
  lattice[8] = 1;
  for (std::size_t row = 0; row < d; ++row)
    for (std::size_t column = 0; column < d; ++column)
      lattice[3 * row + column] = are_vectors     ? edges[d * row + column]
                                  : row == column ? edges[row]
                                                  : 0;
  if (const std::vector<bool> periodic = file.boundary(box); periodic.size() == d) {
    frame.periodic.emplace();
    for (std::size_t k = 0; k < d; ++k) (*frame.periodic)[k] = periodic[k];
  }
}

void read_surroundings(const Reader& file, XyzFrame& frame) {
  const std::string own = "/parameters/clausius/";
  if (!file.has(own + "start")) return;
  Surroundings all{.start = file.reals(own + "start", true).at(0)};
  if (file.has(own + "shear_offset"))
    all.shear_offset = file.reals(own + "shear_offset", true).at(0);
  if (file.has(own + "walls")) all.walls = file.reals(own + "walls", true);
  if (file.has(own + "drive_intervals"))
    all.drive_intervals = file.reals(own + "drive_intervals", true);
  frame.surroundings = std::move(all);
}

XyzFrame read_frame(const Reader& file) {
  XyzFrame frame;
  const std::string all = file.particles();
  read_box(file, all + "/box", frame);
  read_surroundings(file, frame);
  for (const char* needed : {"/position/value", "/species"})
    if (!file.has(all + needed))
      throw std::runtime_error(fmt::format("it lacks {}{}", all, needed));
  const Dims dims = file.dims(all + "/position/value");
  if (dims.size() != 3 || dims[2] < 2 || dims[2] > 3)
    throw std::runtime_error("its positions are not frames × particles × dimensions");
  const std::size_t n = dims[1], d = dims[2];
  if (file.has(all + "/position/time"))
    if (const std::vector<double> time = file.reals(all + "/position/time", true);
        !file.dims(all + "/position/time").empty())
      frame.time = time.at(0);
  const auto element = [&](const std::string& name, std::size_t width) {
    const std::string path = all + "/" + name + "/value";
    if (!file.has(path)) return std::vector<double>{};
    std::vector<double> numbers = file.reals(path, true);
    if (numbers.size() != n * width)
      throw std::runtime_error(
          fmt::format("{} has {} numbers in a frame, not {}", path, numbers.size(), n * width));
    return numbers;
  };
  const auto vectors = [&](const std::string& name, std::size_t width) {
    const std::vector<double> numbers = element(name, width);
    std::vector<Vec<3> > result(numbers.empty() ? 0 : n, Vec<3>::Zero());
    for (std::size_t i = 0; i < result.size(); ++i)
      for (std::size_t k = 0; k < width; ++k)
        result[i][static_cast<int>(k)] = numbers[i * width + k];
    return result;
  };
  const bool species_over_time = file.has(all + "/species/value");
  frame.species =
      file.species(all + (species_over_time ? "/species/value" : "/species"), species_over_time);
  if (frame.species.size() != n)
    throw std::runtime_error(
        fmt::format("it has {} species for {} particles", frame.species.size(), n));
  frame.position = vectors("position", d);
  frame.velocity = vectors("velocity", d);
  frame.has_velocities = !frame.velocity.empty();
  frame.angular_velocity = vectors("angular_velocity", 3);
  const std::vector<double> turned = element("orientation", 4);
  for (std::size_t i = 0; i < turned.size(); i += 4)
    frame.orientation.emplace_back(turned[i + 3], turned[i], turned[i + 1], turned[i + 2]);
  frame.internal_energy = element("internal_energy", 1);
  if (frame.velocity.empty() && !(frame.angular_velocity.empty() && frame.internal_energy.empty()))
    throw std::runtime_error(fmt::format("it lacks {}/velocity/value", all));
  for (const double hits : element("hits", 1))
    frame.hits.push_back(static_cast<std::int64_t>(hits));
  for (const auto& [name, list] : {std::pair{"/radius", &frame.radius}, {"/mass", &frame.mass}})
    if (file.has(all + name) && file.dims(all + name) == Dims{n})
      *list = file.reals(all + name, false);
  for (std::size_t i = 0; i < n; ++i) {
    frame.line.push_back(0);
    frame.id.push_back(static_cast<std::int64_t>(i));
  }
  return frame;
}

}  // namespace

XyzFrame read_last_h5md_frame(const std::filesystem::path& path, LineFaults& faults) {
  const Silence silence;
  try {
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose,
                      "opening the file");
    return read_frame(Reader(file));
  } catch (const std::runtime_error& error) {
    faults.add(0, fmt::format("this is no H5MD of a gas: {}", error.what()));
    return {};
  }
}

#endif

}  // namespace clausius
