#include "study/file/beside_observable.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "study/file/codec.h"

namespace clausius {

namespace {

std::optional<KnownObservable> known_observable(const std::string& name, const StudyConfig& study) {
  std::vector<KnownObservable> known = known_observables(study);
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const KnownObservable& one) { return one.name == name; });
  return found == known.end() ? std::nullopt : std::optional(std::move(*found));
}

Quantity quantity_for(const KnownObservable& observable, Quantity quantity) {
  const Quantity measured = quantity_of(observable.declared.unit);
  return quantity == Quantity::of_observable ? measured : difference_of(measured);
}

/// Why a number with the unit of `observable` cannot be a text.
std::string no_unit_words(const KnownObservable& observable) {
  return observable.declared.unit == nullptr
             ? fmt::format("a text with a unit, and {} is a pure number", observable.name)
             : fmt::format("a text with a unit, and {} is given in {} only", observable.name,
                           name_of_unit(observable.declared.unit));
}

}  // namespace

Quantity quantity_beside(const std::string& observable, Quantity quantity,
                         const StudyConfig& study) {
  const auto known = known_observable(observable, study);
  return known ? quantity_for(*known, quantity) : Quantity::none;
}

void resolve_beside(std::optional<double>& number, const TableReader& table, std::string_view key,
                    Range range, const std::string& observable, const StudyConfig& study) {
  if (!is_of_observable(range.quantity) || !table.has(key) || table.is_at_fault(key) ||
      !is_read_later(*table.node(key), range, study))
    return;
  const auto known = known_observable(observable, study);
  if (!known) return;
  range.quantity = quantity_for(*known, range.quantity);
  if (range.quantity == Quantity::none)
    return table.fault_of(*table.node(key), table.path(key), no_unit_words(*known),
                          range.allowed(study));
  number = Codec<double>::read(table, key, range, study);
}

void resolve_until(std::optional<UntilConfig>& until, const TableReader& table,
                   const StudyConfig& study) {
  constexpr std::string_view key = "until";
  if (!until || until->error > 0 || !table.has(key) || table.is_at_fault(key)) return;
  const auto known = known_observable(until->observable, study);
  if (!known) return;
  const toml::node& node = *table.node(key);
  const auto refuse = [&](const std::string& wrong, const std::string& more) {
    table.fault_of(node, table.path(key), wrong, kUntil.allowed(study) + more);
  };
  const Quantity quantity = quantity_for(*known, Quantity::difference_of_observable);
  if (quantity == Quantity::none) return refuse(no_unit_words(*known), "");
  const ReadQuantity read =
      read_quantity(WrittenUntil::split(node.as_string()->get()).limit, quantity, study.dimensions);
  if (!read.wrong.empty()) return refuse(read.wrong, ", NUMBER" + read.allowed);
  until->error = read.value;
  if (!std::isnormal(until->error)) refuse("out of range", "");
}

}  // namespace clausius
