#include <nlohmann/json.hpp>

#include "study/file/sections.h"
#include "study/rules/compatibility.h"

namespace clausius {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kIntroduction =
    R"(# Study files

`clausius list --keys --markdown` writes this page from what the sections of a study file declare.
`clausius explain KEY` prints a row of it, `clausius new NAME` writes a built-in study with every key
explained, and `clausius new --schema NAME` also the JSON Schema [study.schema.json](study.schema.json),
with which editors that know Taplo ("Even Better TOML") complete and explain keys.

Study files are TOML. Tables headed `[[...]]` stand once for each element. An unknown key is an error.
On the command line `--set KEY=VALUE` sets any key, list elements by index from 0:
`--set species.0.count=500`; it takes the place of keys that say the same thing in another way
(`--set run.duration=50` that of `run.measure`).

With `units.system = "SI"` a number that has an SI unit may be a text with any unit of the same dimension:
`mass = "39.948 u"`, `pressure = "1 atm"`, `temperature = "20 degC"`, `--set run.time_step="1 fs"`, also in
lists and in the values of a series or a sweep ([units](units.md)). `expected` and `tolerance` of a `[[check]]`
and the limit of `run.until` take units of their observable. The resolved study has the numbers.
)";

std::string heading(const SectionEntry& section) {
  if (section.name.empty()) return "Above all tables";
  return section.is_repeated ? fmt::format("`[[{}]]`", section.name)
                             : fmt::format("`[{}]`", section.name);
}

/// Text escaped for a cell of a table.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

std::string code(std::string_view text) {
  return text.empty() ? std::string() : fmt::format("`{}`", cell(text));
}

/// A number in JSON Schema draft 4.
Json number_schema(const Range& range, bool is_whole) {
  Json schema{{"type", is_whole ? "integer" : "number"}};
  if (is_whole) {
    schema["minimum"] = range.least;
    schema["maximum"] = range.most;
    return schema;
  }
  if (range.low > -kInfinity) schema["minimum"] = range.low;
  if (range.above_low) schema["exclusiveMinimum"] = true;
  if (range.high < kInfinity) schema["maximum"] = range.high;
  if (range.or_zero) return {{"anyOf", {{{"enum", {0}}}, schema}}};
  if (range.quantity == Quantity::none) return schema;
  return {{"anyOf", {schema, {{"type", "string"}, {"pattern", "^[-.]{0,2}[0-9]"}}}}};
}

Json text_schema(const Range& range) {
  if (range.choice.empty()) return {{"type", "string"}};
  Json words = Json::array();
  for (const Word& one : range.choice) words.push_back(one.word);
  return {{"type", "string"}, {"enum", words}};
}

Json list_schema(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

Json value_schema(const KeyDeclaration& key) {
  const Range& range = key.allowed;
  switch (key.type) {
    case ValueType::number: {
      Json number = number_schema(range, false);
      if (!range.or_auto) return number;
      if (number.contains("anyOf")) {
        number["anyOf"].push_back({{"enum", {"auto"}}});
        return number;
      }
      return {{"anyOf", {std::move(number), {{"enum", {"auto"}}}}}};
    }
    case ValueType::integer:
      return number_schema(range, true);
    case ValueType::flag:
      return {{"type", "boolean"}};
    case ValueType::text:
      return text_schema(range);
    case ValueType::numbers:
      return list_schema(number_schema(range, false));
    case ValueType::points:
      return list_schema(list_schema(number_schema(range, false)));
    case ValueType::texts:
      return list_schema({{"type", "string"}});
    case ValueType::values:
      return {{"type", "array"}};
    case ValueType::boundary: {
      const Json word{{"enum", {"periodic", "wall"}}};
      return {{"anyOf", {word, list_schema(word)}}};
    }
  }
  return Json::object();
}

Json table_schema(const SectionEntry& section) {
  Json properties = Json::object(), required = Json::array();
  for (const KeyDeclaration& key : section.keys) {
    Json schema{{"description", key.meaning}};
    schema.update(value_schema(key));
    if (!key.standard.empty())
      schema["default"] = Json::parse(key.standard);  // literals of both formats are alike
    properties[std::string(key.key)] = std::move(schema);
    if (key.needs.is_required && key.needs.key.empty()) required.push_back(key.key);
  }
  Json schema{
      {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace

std::string study_reference() {
  std::string page(kIntroduction);
  for (const SectionEntry& section : study_sections()) {
    page += fmt::format("\n## {}\n\n{}\n\n", heading(section), section.meaning);
    page +=
        "| key | meaning | allowed | SI unit | default | needs | example |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n";
    for (const StudyKey& key : study_keys())
      if (key.table == section.name)
        page += fmt::format("| `{}` | {} | {} | {} | {} | {} | `{}` |\n", key.key,
                            cell(key.meaning), cell(key.allowed), key.unit(), code(key.standard),
                            cell(key.needs), cell(key.example));
  }
  page +=
      "\n## What excludes what\n\n"
      "A study that has both features of a row is refused.\n\n"
      "| feature | excludes | because |\n| --- | --- | --- |\n";
  for (const Exclusion& one : all_exclusions())
    page += fmt::format("| {} | {} | {} |\n", cell(one.refused), cell(one.beside), one.reason);
  return page;
}

std::string study_schema() {
  Json root;
  for (const SectionEntry& section : study_sections()) {
    Json schema = table_schema(section);
    if (section.is_repeated) schema = list_schema(std::move(schema));
    schema["description"] = section.meaning;
    if (section.name.empty()) {
      root = std::move(schema);
      continue;
    }
    // "collisions.pair" is inside "collisions".
    Json* table = &root;
    std::string_view name = section.name;
    if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
      table = &root["properties"][std::string(name.substr(0, dot))];
      name = name.substr(dot + 1);
    }
    (*table)["properties"][std::string(name)] = std::move(schema);
  }
  Json schema{{"$schema", "http://json-schema.org/draft-04/schema#"},
              {"title", "Study file of clausius"}};
  schema.update(root);
  schema["required"] = {"box", "species"};
  return schema.dump(2) + '\n';
}

}  // namespace clausius
