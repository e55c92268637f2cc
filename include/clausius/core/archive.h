#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// \file How a run is saved and loaded. Whatever changes in the course of a run (the engine, a
/// measurement, how far the run has come) has one member that names it all, for both directions:
///
///     template <class Archive>
///     void serialize(Archive& archive) { archive(sum_, lost_); }
///
/// Numbers, enumerations, std::string, std::vector, std::array, std::optional, vectors and matrices
/// of Eigen of fixed size and whatever has such a member can be named. What follows from the study
/// is not saved: an object is first made from the study, then loaded. Files that only define such
/// members need not include this one. Bytes are those of the machine.

namespace clausius {

/// The bytes loaded are not what was saved: they end too early, or hold impossible values.
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace archive_detail {

/// What any bytes of its size are. (A bool is 0 or 1.)
template <class T>
concept Number = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T>;

/// A string or a vector.
template <class T>
concept Resizable = requires(T list) {
  list.resize(list.size());
  list.reserve(list.size());
};

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class T>
inline constexpr bool kIsArray = std::is_array_v<T>;
template <class T, std::size_t N>
inline constexpr bool kIsArray<std::array<T, N>> = true;

template <class T>
concept Matrix = requires {
  typename T::Scalar;
  T::SizeAtCompileTime;
};

template <class Archive, class Object>
void pass(Archive& archive, Object& object);

/// Its size, then its elements; those that are plain numbers all at once.
template <class Archive, Resizable List>
void pass_list(Archive& archive, List& list) {
  using Element = typename List::value_type;
  archive.size_of(list);
  if constexpr (std::is_same_v<Element, bool>) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      bool element = list[i];
      pass(archive, element);
      if constexpr (Archive::is_loading::value) list[i] = element;
    }
  } else if constexpr (Number<Element>) {
    archive.bytes(list.data(), list.size() * sizeof(Element));
  } else {
    for (Element& element : list) pass(archive, element);
  }
}

/// Whether there is none, then its value.
template <class Archive, class Optional>
void pass_optional(Archive& archive, Optional& object) {
  bool is_empty = !object;
  pass(archive, is_empty);
  if constexpr (Archive::is_loading::value) {
    if (is_empty)
      object.reset();
    else
      object.emplace();
  }
  if (!is_empty) pass(archive, *object);
}

template <class Archive, class Object>
void pass(Archive& archive, Object& object) {
  if constexpr (std::is_same_v<Object, bool>) {
    std::uint8_t byte = object ? 1 : 0;
    archive.bytes(&byte, 1);
    if constexpr (Archive::is_loading::value) object = byte != 0;
  } else if constexpr (Number<Object>) {
    archive.bytes(&object, sizeof(object));
  } else if constexpr (kIsOptional<Object>) {
    pass_optional(archive, object);
  } else if constexpr (kIsArray<Object>) {
    if constexpr (Number<std::remove_reference_t<decltype(object[0])>>)
      archive.bytes(&object, sizeof(object));
    else
      for (auto& element : object) pass(archive, element);
  } else if constexpr (Resizable<Object>) {
    pass_list(archive, object);
  } else if constexpr (Matrix<Object>) {
    static_assert(Object::SizeAtCompileTime > 0, "a matrix of fixed size");
    archive.bytes(object.data(), sizeof(typename Object::Scalar) * Object::SizeAtCompileTime);
  } else if constexpr (std::is_same_v<Object, Eigen::Quaterniond>) {
    pass(archive, object.coeffs());
  } else if constexpr (!std::is_empty_v<Object>) {
    object.serialize(archive);
  }
}

}  // namespace archive_detail

/// Takes down objects: `archive(a, b, c)`.
class SaveArchive {
 public:
  using is_saving = std::true_type;
  using is_loading = std::false_type;

  template <class... Objects>
  void operator()(const Objects&... objects) {
    // An archive that saves changes nothing, but `serialize` is one member for both directions.
    (archive_detail::pass(*this, const_cast<Objects&>(objects)), ...);
  }
  /// The bytes of all that was taken down.
  [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }

  /// The next `size` bytes are those at `data`.
  void bytes(const void* data, std::size_t size);
  template <class List>
  void size_of(const List& list) {
    const std::uint64_t size = list.size();
    bytes(&size, sizeof(size));
  }

 private:
  std::string bytes_;
};

/// Gives them back, in the same order. No size read is trusted beyond the bytes that are left.
/// @throws ArchiveError
class LoadArchive {
 public:
  using is_saving = std::false_type;
  using is_loading = std::true_type;

  /// @param bytes outlive this object
  explicit LoadArchive(std::string_view bytes) : bytes_(bytes) {}

  template <class... Objects>
  void operator()(Objects&&... objects) {
    (archive_detail::pass(*this, objects), ...);
  }
  /// Number of bytes that have not been read.
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

  /// Copies the next `size` bytes to `data`.
  void bytes(void* data, std::size_t size);
  /// Resizes `list` to the size read.
  template <class List>
  void size_of(List& list) {
    std::uint64_t size = 0;
    bytes(&size, sizeof(size));
    if (size > left()) throw ArchiveError("names a size beyond its end");
    list.resize(size);
  }

 private:
  std::string_view bytes_;
};

/// The objects as bytes, and back. @throws ArchiveError also if bytes are left over
template <class... Objects>
std::string to_bytes(const Objects&... objects) {
  SaveArchive archive;
  archive(objects...);
  return archive.take();
}
template <class... Objects>
void from_bytes(std::string_view bytes, Objects&... objects) {
  LoadArchive archive(bytes);
  archive(objects...);
  if (archive.left() > 0) throw ArchiveError("goes on too long");
}

/// For what must hold of anything loaded. @throws ArchiveError unless it `holds`
inline void require(bool holds, const char* otherwise) {
  if (!holds) throw ArchiveError(otherwise);
}

}  // namespace clausius
