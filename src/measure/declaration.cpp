#include "clausius/measure/declaration.h"

#include <algorithm>
#include <array>

namespace clausius {

namespace {

// Placeholders in the names of columns that exist once for each item.
constexpr std::string_view kAxis = "AXIS";
constexpr std::array<std::string_view, 6> kOneForEach{"SPECIES", "LABEL",      "WINDOW",
                                                      kAxis,     "OBSERVABLE", "KEY"};

}  // namespace

std::string_view suffix_of(Per per) {
  switch (per) {
    case Per::gas:
      return "";
    case Per::species:
      return "_SPECIES";
    case Per::pair:
      return "_FIRST_SECOND";
    case Per::face:
      return "_FACE";
    case Per::axis:
      return "_AXIS";
    case Per::label:
      return "_LABEL";
    case Per::window:
      return "_WINDOW";
  }
  return "";
}

std::string name_of_unit(std::string UnitNames::*unit) {
  return unit == nullptr ? "1" : unit_names(true, 3).*unit;
}

std::vector<std::string> DeclaredColumn::names() const {
  std::vector<std::string> all{std::string(name)};
  if (has_error()) all.push_back(std::string(name) + "_error");
  if (has_theory()) all.push_back(std::string(name) + "_theory");
  return all;
}

bool DeclaredColumn::covers(std::string_view column) const {
  const auto matches = [column](std::string_view declared) {
    for (const std::string_view owner : kOneForEach) {
      const std::size_t at = declared.find(owner);
      if (at == std::string_view::npos) continue;
      const std::string_view before = declared.substr(0, at);
      const std::string_view after = declared.substr(at + owner.size());
      const std::size_t fixed = before.size() + after.size();
      return (owner == kAxis ? column.size() == fixed + 1 : column.size() > fixed) &&
             column.starts_with(before) && column.ends_with(after);
    }
    return column == declared;
  };
  const std::vector<std::string> all = names();
  return std::any_of(all.begin(), all.end(), matches);
}

std::string_view words_for(Kind kind) {
  switch (kind) {
    case Kind::estimate:
      return "standard error";
    case Kind::exact:
      return "exact";
    case Kind::p_value:
      return "p-value";
  }
  return "";
}

}  // namespace clausius
