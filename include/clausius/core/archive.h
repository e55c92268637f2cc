#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cereal/cereal.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/common.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// \file Saving and restoring the state of a run. Everything that changes in the course of a run
/// (engine, observers, progress) has one member that lists its data for both directions:
///     template <class Archive>
///     void serialize(Archive& archive) { archive(sum_, lost_); }
///
/// What the study determines is not saved; an object is first constructed from the study, then
/// loaded. Files that only define such members need not include this one. Bytes are in the
/// machine's own order.

namespace clausius {

/// The loaded bytes are not what was saved: they end too early or hold impossible values.
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Saves objects: `archive(a, b, c)`.
class SaveArchive : public cereal::OutputArchive<SaveArchive, cereal::AllowEmptyClassElision> {
 public:
  SaveArchive() : OutputArchive(this) {}
  void write(const void* data, std::size_t size);
  [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

/// Restores objects in the order in which they were saved. No size that is read is trusted beyond
/// the bytes left. @throws ArchiveError
class LoadArchive : public cereal::InputArchive<LoadArchive, cereal::AllowEmptyClassElision> {
 public:
  /// @param bytes must outlive this object
  explicit LoadArchive(std::string_view bytes) : InputArchive(this), bytes_(bytes) {}
  void read(void* data, std::size_t size);
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

/// Converts an object to bytes and back. @throws ArchiveError also if bytes are left over
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
  if (archive.left() > 0) throw ArchiveError("is longer than expected");
}

/// Checks a condition that loaded data must meet. @throws ArchiveError if it is false
inline void require(bool holds, const char* otherwise) {
  if (!holds) throw ArchiveError(otherwise);
}

// --- what cereal asks of an archive -------------------------------------------------------------

template <class T>
std::enable_if_t<std::is_arithmetic_v<T>> CEREAL_SAVE_FUNCTION_NAME(SaveArchive& archive,
                                                                    const T& number) {
  archive.write(&number, sizeof(number));
}
template <class T>
std::enable_if_t<std::is_arithmetic_v<T>> CEREAL_LOAD_FUNCTION_NAME(LoadArchive& archive,
                                                                    T& number) {
  if constexpr (std::is_same_v<T, bool>) {
    std::uint8_t byte = 0;  // any other byte than 0 and 1 would be no bool
    archive.read(&byte, 1);
    number = byte != 0;
  } else {
    archive.read(&number, sizeof(number));
  }
}

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(SaveArchive& archive, const cereal::BinaryData<T>& data) {
  archive.write(data.data, static_cast<std::size_t>(data.size));
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(LoadArchive& archive, cereal::BinaryData<T>& data) {
  archive.read(data.data, static_cast<std::size_t>(data.size));
}

template <class T>
void CEREAL_SERIALIZE_FUNCTION_NAME(SaveArchive& archive, cereal::NameValuePair<T>& pair) {
  archive(pair.value);
}
template <class T>
void CEREAL_SERIALIZE_FUNCTION_NAME(LoadArchive& archive, cereal::NameValuePair<T>& pair) {
  archive(pair.value);
}

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(SaveArchive& archive, const cereal::SizeTag<T>& tag) {
  archive(std::uint64_t{tag.size});
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(LoadArchive& archive, cereal::SizeTag<T>& tag) {
  std::uint64_t size = 0;
  archive(size);
  if (size > archive.left()) throw ArchiveError("names a size beyond its end");
  tag.size = size;
}

}  // namespace clausius

CEREAL_REGISTER_ARCHIVE(clausius::SaveArchive)
CEREAL_REGISTER_ARCHIVE(clausius::LoadArchive)
CEREAL_SETUP_ARCHIVE_TRAITS(clausius::LoadArchive, clausius::SaveArchive)

namespace cereal {

/// Vectors and matrices of fixed size.
template <class Archive, int Rows, int Columns>
void serialize(Archive& archive, Eigen::Matrix<double, Rows, Columns>& matrix) {
  static_assert(Rows > 0 && Columns > 0);
  archive(binary_data(matrix.data(), sizeof(double) * Rows * Columns));
}
template <class Archive>
void serialize(Archive& archive, Eigen::Quaterniond& quaternion) {
  archive(quaternion.coeffs());
}

}  // namespace cereal
