#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "clausius/study/config.h"
#include "study/file/range.h"
#include "study/file/toml_reader.h"

// Reading and writing of values of each type in a study file.

namespace clausius {

/// The type of a value in TOML and JSON.
enum class ValueType { number, integer, flag, text, numbers, points, texts, values, boundary };

/// TOML literals by key.
using KeyLiterals = std::map<std::string_view, std::string>;

/// Reads and writes the values of one type:
///   read(table, key, range, study)  the value of the key, none if it is at fault
///   write(value, range, study)      as a TOML literal
///   is_set(value, range)            whether there is something to write
template <class T>
struct Codec;

/// Common parts of most types.
struct PlainCodec {
  static constexpr bool can_be_unset = false, has_standard = true;
};

template <>
struct Codec<double> : PlainCodec {
  static ValueType type(const Range&) { return ValueType::number; }
  static std::optional<double> read(const TableReader& table, std::string_view key,
                                    const Range& range, const StudyConfig& study);
  static std::string write(double value, const Range&, const StudyConfig&);
  static bool is_set(double value, const Range& range) {
    return !(range.zero_is_none && value == 0);
  }
};

/// A whole number, a word, or the index of something with a name.
template <>
struct Codec<std::int64_t> : PlainCodec {
  static ValueType type(const Range& range) {
    return range.choice.empty() && range.named == Named::nothing ? ValueType::integer
                                                                 : ValueType::text;
  }
  static std::optional<std::int64_t> read(const TableReader& table, std::string_view key,
                                          const Range& range, const StudyConfig& study);
  static std::string write(std::int64_t value, const Range& range, const StudyConfig& study);
  static bool is_set(std::int64_t value, const Range& range) {
    return !(range.zero_is_none && value == 0);
  }
};

template <class T>
requires(std::is_enum_v<T> || std::is_same_v<T, std::uint64_t> ||
         std::is_same_v<T, int>) struct Codec<T> : PlainCodec {
  using Whole = Codec<std::int64_t>;
  static ValueType type(const Range& range) { return Whole::type(range); }
  static std::optional<T> read(const TableReader& table, std::string_view key, const Range& range,
                               const StudyConfig& study) {
    const auto value = Whole::read(table, key, range, study);
    return value ? std::optional(static_cast<T>(*value)) : std::nullopt;
  }
  static std::string write(T value, const Range& range, const StudyConfig& study) {
    return Whole::write(static_cast<std::int64_t>(value), range, study);
  }
  static bool is_set(T, const Range&) { return true; }
};

/// True or false, or one of two words.
template <>
struct Codec<bool> : PlainCodec {
  static ValueType type(const Range& range) {
    return range.choice.empty() ? ValueType::flag : ValueType::text;
  }
  static std::optional<bool> read(const TableReader& table, std::string_view key,
                                  const Range& range, const StudyConfig& study);
  static std::string write(bool value, const Range& range, const StudyConfig& study);
  static bool is_set(bool, const Range&) { return true; }
};

template <>
struct Codec<std::string> : PlainCodec {
  static constexpr bool has_standard = false;
  static ValueType type(const Range&) { return ValueType::text; }
  static std::optional<std::string> read(const TableReader& table, std::string_view key,
                                         const Range& range, const StudyConfig& study);
  static std::string write(const std::string& value, const Range& range, const StudyConfig& study);
  static bool is_set(const std::string& value, const Range& range) {
    return !(range.zero_is_none && value.empty());
  }
};

/// An existing file, relative to the folder of the study.
template <>
struct Codec<std::filesystem::path> : PlainCodec {
  static constexpr bool has_standard = false;
  static ValueType type(const Range&) { return ValueType::text; }
  static std::optional<std::filesystem::path> read(const TableReader& table, std::string_view key,
                                                   const Range& range, const StudyConfig& study);
  static std::string write(const std::filesystem::path& value, const Range&, const StudyConfig&);
  static bool is_set(const std::filesystem::path&, const Range&) { return true; }
};

/// A bitmap: drawn in lines, or the path of a file.
template <>
struct Codec<Bitmap> : PlainCodec {
  static ValueType type(const Range&) { return ValueType::text; }
  static std::optional<Bitmap> read(const TableReader& table, std::string_view key,
                                    const Range& range, const StudyConfig& study);
  static std::string write(const Bitmap& value, const Range&, const StudyConfig&);
  static bool is_set(const Bitmap& value, const Range&) { return !value.empty(); }
};

template <>
struct Codec<std::vector<double>> : PlainCodec {
  static ValueType type(const Range&) { return ValueType::numbers; }
  static std::optional<std::vector<double>> read(const TableReader& table, std::string_view key,
                                                 const Range& range, const StudyConfig& study);
  static std::string write(const std::vector<double>& value, const Range&, const StudyConfig&);
  static bool is_set(const std::vector<double>& value, const Range& range);
};

template <>
struct Codec<std::vector<std::vector<double>>> : PlainCodec {
  static ValueType type(const Range&) { return ValueType::points; }
  static std::optional<std::vector<std::vector<double>>> read(const TableReader& table,
                                                              std::string_view key,
                                                              const Range& range,
                                                              const StudyConfig& study);
  static std::string write(const std::vector<std::vector<double>>& value, const Range&,
                           const StudyConfig&);
  static bool is_set(const std::vector<std::vector<double>>& value, const Range&) {
    return !value.empty();
  }
};

/// Two names, any number of other texts, or any number of different literals.
template <>
struct Codec<std::vector<std::string>> : PlainCodec {
  static ValueType type(const Range& range) {
    return range.is_literal ? ValueType::values : ValueType::texts;
  }
  static std::optional<std::vector<std::string>> read(const TableReader& table,
                                                      std::string_view key, const Range& range,
                                                      const StudyConfig& study);
  static std::string write(const std::vector<std::string>& value, const Range& range,
                           const StudyConfig& study);
  static bool is_set(const std::vector<std::string>& value, const Range&) { return !value.empty(); }
};

/// The periodic axes: one word for all, or a list of words.
template <>
struct Codec<std::vector<bool>> : PlainCodec {
  static ValueType type(const Range&) { return ValueType::boundary; }
  static std::optional<std::vector<bool>> read(const TableReader& table, std::string_view key,
                                               const Range& range, const StudyConfig& study);
  static std::string write(const std::vector<bool>& value, const Range& range,
                           const StudyConfig& study);
  static bool is_set(const std::vector<bool>& value, const Range&) { return !value.empty(); }
};

/// Whether `node` is a text with a unit that is read when the observable beside it is known.
bool is_read_later(const toml::node& node, const Range& range, const StudyConfig& study);

/// The parts of "NAME within LIMIT", where LIMIT is "NUMBER", "NUMBER %" or "NUMBER UNIT".
struct WrittenUntil {
  std::string observable, within, limit;  ///< the limit without "%"
  bool is_relative = false;

  static WrittenUntil split(const std::string& text);
};

/// "NAME within NUMBER", "NAME within NUMBER %" or "NAME within NUMBER UNIT", whose error is 0
/// until it is resolved.
template <>
struct Codec<UntilConfig> : PlainCodec {
  static ValueType type(const Range&) { return ValueType::text; }
  static std::optional<UntilConfig> read(const TableReader& table, std::string_view key,
                                         const Range& range, const StudyConfig& study);
  static std::string write(const UntilConfig& value, const Range&, const StudyConfig&);
  static bool is_set(const UntilConfig&, const Range&) { return true; }
};

template <class T>
struct Codec<std::optional<T>> : PlainCodec {
  static constexpr bool can_be_unset = true;
  static ValueType type(const Range& range) { return Codec<T>::type(range); }
  static std::optional<std::optional<T>> read(const TableReader& table, std::string_view key,
                                              const Range& range, const StudyConfig& study) {
    if (range.or_auto && table.node(key)->is_string()) {
      const std::string& text = table.node(key)->as_string()->get();
      if (begins_with_number(text)) return Codec<T>::read(table, key, range, study);
      if (text != "auto")
        table.fault_of(*table.node(key), table.path(key), "unknown", range.allowed(study));
      return std::nullopt;
    }
    auto value = Codec<T>::read(table, key, range, study);
    if (!value) return std::nullopt;
    return std::optional<T>(std::move(*value));
  }
  static std::string write(const std::optional<T>& value, const Range& range,
                           const StudyConfig& study) {
    return value ? Codec<T>::write(*value, range, study) : toml_string("auto");
  }
  static bool is_set(const std::optional<T>& value, const Range& range) {
    return value.has_value() || range.or_auto;
  }
};

}  // namespace clausius
