#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "study/file/range.h"
#include "study/file/toml_reader.h"
#include "study/results/observables.h"

// Numbers that have the unit of an observable which is named with them: those of [[check]], and
// the limits of run.until and sweep.until. Where they are texts with units they are read once the
// study is known so far that its observables are.

namespace clausius {

/// What a number with the unit of `observable` measures; Quantity::none if the study has no such
/// observable, or if that is a pure number.
/// @param quantity  Quantity::of_observable or Quantity::difference_of_observable
Quantity quantity_beside(const std::string& observable, Quantity quantity,
                         const StudyConfig& study);

/// Sets `number` where `key` is a text with a unit. An unknown observable is not reported here.
void resolve_beside(std::optional<double>& number, const TableReader& table, std::string_view key,
                    Range range, const std::string& observable, const StudyConfig& study);

/// The allowed values of the key "until".
inline constexpr Range kUntil = range::text(
    "\"NAME within NUMBER %\" or \"NAME within NUMBER\", NAME as `clausius list --observables` "
    "prints it, of one with an error");
/// Sets the limit of the key "until" where that has a unit.
void resolve_until(std::optional<UntilConfig>& until, const TableReader& table,
                   const StudyConfig& study);

}  // namespace clausius
