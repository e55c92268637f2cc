#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "clausius/study/config.h"
#include "study/file/codec.h"
#include "study/file/keys.h"
#include "study/file/range.h"
#include "study/file/toml_reader.h"

// A section of the study file declares each of its keys once, in Section<S>::fields(), where S is
// the struct that holds its values. These declarations are used to read and write the section, to
// make the comments, the reference page and the JSON Schema, and to recognise misspelt keys.

namespace clausius {

/// Requirement of a key on other keys.
struct Needs {
  std::string_view key{};                   ///< another key of the section
  std::array<std::string_view, 3> words{};  ///< required value, one of these; none: any value
  bool is_absent = false;                   ///< the other key must be absent
  bool is_required = false;                 ///< the key is required if the other condition holds
  std::string_view text{};                  ///< description of a condition tested by Field::only

  /// "only with …"
  [[nodiscard]] std::string in_words() const;
};

inline constexpr Needs required{.is_required = true};
constexpr Needs with(std::string_view key, auto... words) {
  return {.key = key, .words = {words...}};
}
constexpr Needs required_with(std::string_view key, auto... words) {
  return {.key = key, .words = {words...}, .is_required = true};
}
constexpr Needs without(std::string_view key) { return {.key = key, .is_absent = true}; }
constexpr Needs required_without(std::string_view key) {
  return {.key = key, .is_absent = true, .is_required = true};
}
constexpr Needs only_with(std::string_view text) { return {.text = text}; }

/// Name of a key in figures, if it is not the key itself, and its symbol.
struct Label {
  std::string_view words{}, symbol{};
};

/// Condition of a key on the values of its section and, where it needs it, on the study; none: any.
template <class S>
class Condition {
 public:
  constexpr Condition() = default;
  template <class Test>
  requires std::is_convertible_v<Test, bool (*)(const S&)>
  constexpr Condition(Test test) : of_section_(test) {}
  template <class Test>
  requires std::is_convertible_v<Test, bool (*)(const S&, const StudyConfig&)>
  constexpr Condition(Test test) : of_study_(test) {}

  [[nodiscard]] bool is_met(const S& section, const StudyConfig& study) const {
    return of_section_ ? of_section_(section) : !of_study_ || of_study_(section, study);
  }

 private:
  bool (*of_section_)(const S&) = nullptr;
  bool (*of_study_)(const S&, const StudyConfig&) = nullptr;
};

/// One key of the section whose values S holds.
template <class S, class Member>
struct Field {
  std::string_view key;
  Member member;  ///< pointer to the member of S, or a path to a nested member
  Range allowed;
  std::string_view meaning, example;
  Needs needs{};
  Condition<S> only{};  ///< if it is not met, the key is refused
  Label label{};
};

/// The member `inner` of the member `outer`.
template <class S, class Outer, class Inner>
struct Within {
  Outer S::*outer;
  Inner Outer::*inner;
  auto& operator()(S& section) const { return section.*outer.*inner; }
  const auto& operator()(const S& section) const { return section.*outer.*inner; }
};
template <class S, class Outer, class Inner>
Within(Outer S::*, Inner Outer::*) -> Within<S, Outer, Inner>;

template <class S, class T, class... Rest>
Field(std::string_view, T S::*, Rest...) -> Field<S, T S::*>;
template <class S, class Outer, class Inner, class... Rest>
Field(std::string_view, Within<S, Outer, Inner>, Rest...) -> Field<S, Within<S, Outer, Inner>>;

/// The field with a name for figures: labelled("restitution", "e", Field{…}).
template <class FieldOf>
constexpr FieldOf labelled(std::string_view words, std::string_view symbol, FieldOf field) {
  field.label = {words, symbol};
  return field;
}

/// Alternative keys of a section: at most one of them is given.
struct Alternatives {
  std::array<std::string_view, 4> keys{};
  bool is_required = false;  ///< whether one of them is required

  [[nodiscard]] bool contains(std::string_view key) const;
  [[nodiscard]] std::string in_words() const;
};

/// Refuses more than one of them, and none if one is required.
void check_alternatives(const TableReader& table, const Alternatives& alternatives);

/// Declaration of the section whose values S holds. Each has a specialisation in sections/ with
///   static constexpr auto fields();                                        its keys, as a tuple
///   static constexpr Alternatives alternatives;                            optional
///   static bool does_without(const StudyConfig&);     optional: whether none of these is required
///   static void resolve(S&, const TableReader&, StudyConfig&);             optional: defaults that
///                                                                          depend on other keys
///   static void resolve_in_box(S&, const TableReader&, const StudyConfig&);  optional: what
///                                      depends on the size of the box, as the observables do
///   static void check(const S&, const TableReader&, const StudyConfig&, std::size_t index);
/// where check() refuses what the declarations cannot express.
template <class S>
struct Section;

template <class S>
inline constexpr Alternatives kAlternatives = [] {
  if constexpr (requires { Section<S>::alternatives; }) return Section<S>::alternatives;
  return Alternatives{};
}();

/// Place of the keys that measurements declare, in Section<RunConfig>::fields().
struct KeysOfMeasurements {};

/// The keys of all measurements, in the order of the members of MeasuredConfig.
const std::vector<DeclaredKey>& declared_keys();

/// The field of a key that a measurement declares.
template <class T>
Field<MeasuredConfig, T MeasuredConfig::*> field_of(const DeclaredKey& key,
                                                    T MeasuredConfig::*member) {
  Range allowed = range::of_measurement(T{});
  if (!key.allowed.empty()) allowed.words = key.allowed;
  return {key.name, member, allowed, key.meaning, key.example, only_with(key.only_with), key.only};
}

/// Calls `visit` with each field of the section.
template <class S>
void each(const auto& visit) {
  const auto visit_all = [&]<class FieldOf>(const FieldOf& field) {
    if constexpr (std::is_same_v<FieldOf, KeysOfMeasurements>)
      for (const DeclaredKey& key : declared_keys())
        std::visit([&](auto member) { visit(field_of(key, member)); }, key.member);
    else
      visit(field);
  };
  std::apply([&](const auto&... field) { (visit_all(field), ...); }, Section<S>::fields());
}

template <class FieldOf, class S>
using ValueOf =
    std::remove_cvref_t<std::invoke_result_t<decltype(std::declval<FieldOf>().member), S&>>;

/// A field as a declared key, independent of its type.
struct KeyDeclaration {
  std::string_view key;
  Range allowed;
  std::string_view meaning, example;
  Needs needs;
  ValueType type = ValueType::text;
  std::string standard;  ///< literal of its default; empty: none
  Label label{};
};

/// Location of the values of a section, and the operations on them.
struct SectionEntry {
  std::string_view name;     ///< "collisions.pair"
  std::string_view meaning;  ///< in whole sentences
  bool is_repeated = false;
  Alternatives alternatives{};
  std::vector<KeyDeclaration> keys;
  std::function<void(const TableReader&root, StudyConfig&)> read, resolve, resolve_in_box;
  std::function<void(const TableReader& root, const StudyConfig&)> check;
  /// Literals of the keys that are set, for each table of the section.
  std::function<std::vector<KeyLiterals>(const StudyConfig&)> literals;
  /// For a study made in code: the keys that differ from their defaults.
  std::function<std::vector<KeyLiterals>(const StudyConfig&)> given;
};

namespace section_detail {

/// The literal of `field` in `section`, if it is set.
template <class S, class F>
std::string literal_of(const S& section, const F& field, const StudyConfig& study) {
  using Value = ValueOf<F, S>;
  const Value& value = std::invoke(field.member, section);
  return Codec<Value>::is_set(value, field.allowed)
             ? Codec<Value>::write(value, field.allowed, study)
             : std::string();
}

template <class S>
std::string literal_of(const S& section, std::string_view key, const StudyConfig& study) {
  std::string found;
  each<S>([&](const auto& field) {
    if (field.key == key) found = literal_of(section, field, study);
  });
  return found;
}

/// Whether the values of the other keys of `section` give `field` a meaning.
template <class S, class F>
bool is_met(const S& section, const F& field, const StudyConfig& study) {
  if (!field.only.is_met(section, study)) return false;
  const Needs& needs = field.needs;
  if (needs.key.empty()) return true;
  const std::string other = literal_of(section, needs.key, study);
  if (needs.words[0].empty()) return other.empty() == needs.is_absent;
  for (const std::string_view word : needs.words)
    if (!word.empty() && other == toml_string(word)) return true;
  return false;
}

template <class S>
bool is_required(std::string_view key) {
  bool found = false;
  each<S>([&](const auto& field) {
    if (field.key == key) found = field.needs.is_required;
  });
  return found;
}

template <class S>
void read(S& section, const TableReader& table, const StudyConfig& study) {
  table.report_unknown_keys();
  each<S>([&](const auto& field) {
    using Value = ValueOf<decltype(field), S>;
    if (!table.has(field.key)) return;
    if (auto value = Codec<Value>::read(table, field.key, field.allowed, study))
      std::invoke(field.member, section) = std::move(*value);
  });
}

/// Refuses keys whose requirements are not met, and reports missing required keys.
template <class S>
void check_needs(const S& section, const TableReader& table, const StudyConfig& study) {
  each<S>([&](const auto& field) {
    const Needs& needs = field.needs;
    const bool is_given = table.has(field.key);
    if (is_given && !field.only.is_met(section, study) && !table.is_at_fault(needs.text))
      return table.fault(field.key, "has no effect here; allowed: " + needs.in_words());
    bool met = true;
    if (!needs.key.empty()) {
      if (needs.words[0].empty()) {
        met = table.has(needs.key) != needs.is_absent;
      } else {
        // The intended meaning of a faulty key is not known.
        if (table.is_at_fault(needs.key) || (!table.has(needs.key) && is_required<S>(needs.key)))
          return;
        met = is_met(section, field, study);
      }
    }
    if (is_given && !met)
      table.fault(field.key, "has no effect here; allowed: " + needs.in_words());
    if (!is_given && met && needs.is_required)
      table.missing(field.key, field.allowed.allowed(study));
  });
  Alternatives alternatives = kAlternatives<S>;
  if constexpr (requires { Section<S>::does_without(study); })
    alternatives.is_required = alternatives.is_required && !Section<S>::does_without(study);
  check_alternatives(table, alternatives);
}

template <class S>
void check(const S& section, const TableReader& table, const StudyConfig& study,
           std::size_t index) {
  check_needs(section, table, study);
  if constexpr (requires { Section<S>::check(section, table, study, index); })
    Section<S>::check(section, table, study, index);
}

template <class S>
void resolve(S& section, const TableReader& table, StudyConfig& study) {
  if constexpr (requires { Section<S>::resolve(section, table, study); })
    Section<S>::resolve(section, table, study);
}

template <class S>
void resolve_in_box(S& section, const TableReader& table, const StudyConfig& study) {
  if constexpr (requires { Section<S>::resolve_in_box(section, table, study); })
    Section<S>::resolve_in_box(section, table, study);
}

/// Alternatives that are set and can be unset are written, otherwise the remaining one.
template <class S>
KeyLiterals literals(const S& section, const StudyConfig& study) {
  constexpr Alternatives alternatives = kAlternatives<S>;
  bool has_alternative = false;
  each<S>([&](const auto& field) {
    using Value = ValueOf<decltype(field), S>;
    if (Codec<Value>::can_be_unset && alternatives.contains(field.key) &&
        !literal_of(section, field, study).empty())
      has_alternative = true;
  });
  KeyLiterals all;
  each<S>([&](const auto& field) {
    using Value = ValueOf<decltype(field), S>;
    if (!Codec<Value>::can_be_unset && has_alternative && alternatives.contains(field.key)) return;
    if (!is_met(section, field, study)) return;
    std::string literal = literal_of(section, field, study);
    if (!literal.empty()) all.emplace(field.key, std::move(literal));
  });
  return all;
}

/// The keys that differ from their defaults, and the required ones.
template <class S>
KeyLiterals given(const S& section, const StudyConfig& study) {
  const S standard{};
  KeyLiterals all;
  each<S>([&](const auto& field) {
    std::string literal = literal_of(section, field, study);
    const bool is_needed = field.needs.is_required && is_met(section, field, study);
    if (!literal.empty() && (is_needed || literal != literal_of(standard, field, study)))
      all.emplace(field.key, std::move(literal));
  });
  return all;
}

template <class S>
std::vector<KeyDeclaration> declarations() {
  const S standard{};
  const StudyConfig study{};
  std::vector<KeyDeclaration> keys;
  each<S>([&](const auto& field) {
    using Value = ValueOf<decltype(field), S>;
    // If the default depends on other keys, the meaning says how.
    const bool has_standard = !field.needs.is_required && Codec<Value>::has_standard &&
                              !kAlternatives<S>.contains(field.key) &&
                              field.meaning.find("default: ") == std::string_view::npos;
    keys.push_back({field.key, field.allowed, field.meaning, field.example, field.needs,
                    Codec<Value>::type(field.allowed),
                    has_standard ? literal_of(standard, field, study) : std::string(),
                    field.label});
  });
  return keys;
}

/// The table of the section `name`, or its tables if it is repeated.
TableReader table_of(const TableReader& root, std::string_view name);
std::vector<TableReader> tables_of(const TableReader& root, std::string_view name);

}  // namespace section_detail

/// The section `[name]`, whose values in a study are located by `place`.
template <class Locate>
SectionEntry single(std::string_view name, std::string_view meaning, Locate place) {
  namespace detail = section_detail;
  using S = std::remove_cvref_t<std::invoke_result_t<Locate, StudyConfig&>>;
  SectionEntry entry;
  entry.name = name;
  entry.meaning = meaning;
  entry.alternatives = kAlternatives<S>;
  entry.keys = detail::declarations<S>();
  entry.read = [=](const TableReader& root, StudyConfig& study) {
    detail::read<S>(place(study), detail::table_of(root, name), study);
  };
  entry.resolve = [=](const TableReader& root, StudyConfig& study) {
    detail::resolve<S>(place(study), detail::table_of(root, name), study);
  };
  entry.resolve_in_box = [=](const TableReader& root, StudyConfig& study) {
    detail::resolve_in_box<S>(place(study), detail::table_of(root, name), study);
  };
  entry.check = [=](const TableReader& root, const StudyConfig& study) {
    detail::check<S>(place(study), detail::table_of(root, name), study, 0);
  };
  entry.literals = [=](const StudyConfig& study) {
    return std::vector<KeyLiterals>{detail::literals<S>(place(study), study)};
  };
  entry.given = [=](const StudyConfig& study) {
    return std::vector<KeyLiterals>{detail::given<S>(place(study), study)};
  };
  return entry;
}

/// The section `[[name]]`, whose vector of values in a study is located by `place`.
template <class Locate>
SectionEntry several(std::string_view name, std::string_view meaning, Locate place) {
  namespace detail = section_detail;
  using S = typename std::remove_cvref_t<std::invoke_result_t<Locate, StudyConfig&>>::value_type;
  SectionEntry entry;
  entry.name = name;
  entry.meaning = meaning;
  entry.is_repeated = true;
  entry.alternatives = kAlternatives<S>;
  entry.keys = detail::declarations<S>();
  entry.read = [=](const TableReader& root, StudyConfig& study) {
    for (const TableReader& table : detail::tables_of(root, name)) {
      S one{};
      detail::read<S>(one, table, study);
      place(study).push_back(std::move(one));
    }
  };
  entry.resolve = [=](const TableReader& root, StudyConfig& study) {
    const std::vector<TableReader> tables = detail::tables_of(root, name);
    for (std::size_t i = 0; i < tables.size(); ++i)
      detail::resolve<S>(place(study)[i], tables[i], study);
  };
  entry.resolve_in_box = [=](const TableReader& root, StudyConfig& study) {
    const std::vector<TableReader> tables = detail::tables_of(root, name);
    for (std::size_t i = 0; i < tables.size(); ++i)
      detail::resolve_in_box<S>(place(study)[i], tables[i], study);
  };
  entry.check = [=](const TableReader& root, const StudyConfig& study) {
    const std::vector<TableReader> tables = detail::tables_of(root, name);
    for (std::size_t i = 0; i < tables.size(); ++i)
      detail::check<S>(place(study)[i], tables[i], study, i);
  };
  entry.literals = [=](const StudyConfig& study) {
    std::vector<KeyLiterals> all;
    for (const S& one : place(study)) all.push_back(detail::literals<S>(one, study));
    return all;
  };
  entry.given = [=](const StudyConfig& study) {
    std::vector<KeyLiterals> all;
    for (const S& one : place(study)) all.push_back(detail::given<S>(one, study));
    return all;
  };
  return entry;
}

/// Finds the section that is a base of the study.
template <class S>
struct PartOf {
  S& operator()(StudyConfig& study) const { return study; }
  const S& operator()(const StudyConfig& study) const { return study; }
};

/// Refuses a name that an earlier table has; `of` names the owner.
template <class One>
void check_unique_name(const TableReader& table, std::string_view of, const std::vector<One>& all,
                       std::size_t index) {
  for (std::size_t i = 0; i < index; ++i)
    if (all[i].name == all[index].name && !all[index].name.empty() && table.has("name"))
      return table.fault_of(
          *table.node("name"), table.path("name"), "the name of another " + std::string(of),
          "letters, digits and _ + - . ; each " + std::string(of) + " has its own");
}

}  // namespace clausius
