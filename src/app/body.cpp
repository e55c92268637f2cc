#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/study/config.h"
#include "command.h"
#include "core/numbers.h"
#include "study/file/keys.h"
#include "study_argument.h"

namespace clausius::app {

namespace {

using Json = nlohmann::ordered_json;

/// Numbers in columns, one row per line. Values that are mere rounding relative to the largest are
/// shown as 0.
std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  constexpr double kRounding = 1e-14;
  const Json flat = value.flatten();
  double largest = 0;
  for (const Json& number : flat) largest = std::max(largest, std::abs(number.get<double>()));
  std::string text;
  for (const auto& [path, number] : flat.items()) {
    const bool begins_row = std::count(path.begin(), path.end(), '/') == 2 && path.ends_with("/0");
    const auto x = number.get<double>();
    text += fmt::format("{}{:>13}", begins_row && !text.empty() ? fmt::format("\n{:<26}", "") : "",
                        short_text(std::abs(x) > kRounding * largest ? x : 0));
  }
  return text;
}

Json vector_of(const Vec<3>& v, int dimensions) {
  return std::vector<double>(v.begin(), v.begin() + dimensions);
}

/// The rows of `m`.
Json matrix_of(const Mat3& m) {
  Json rows;
  for (int k = 0; k < 3; ++k) rows.push_back(vector_of(m.row(k), 3));
  return rows;
}

/// All data of a species' body, for both forms of output. Vectors and tensors are in the frame in
/// which the species is written; in two dimensions inertia is about z.
Json body_of(const StudySpecies& species, int dimensions) {
  const MassProperties& body = species.properties;
  Json json;
  json["name"] = species.name;
  json["shape"] = word_for(kShapeWords, species.shape_kind);
  json["mass"] = body.mass;
  json["centre"] = vector_of(body.centre, dimensions);
  json["volume"] = body.volume;
  if (dimensions == 3) {
    json["inertia"] = matrix_of(body.inertia);
    json["principal_moments"] = vector_of(body.moments, 3);
    json["principal_axes"] = matrix_of(body.axes.transpose());
  } else {
    json["inertia"] = body.moments[2];
  }
  json["bounding_radius"] = body.bounding_radius;
  json["volume_equivalent_radius"] = body.volume_equivalent_radius;
  json["gyration_radius"] = body.gyration_radius;
  if (std::holds_alternative<Clump>(species.shape))
    json["mass_convention"] = word_for(kMassConventionWords, species.mass_rule.convention);
  if (body.grid_error) json["grid_error"] = *body.grid_error;
  return json;
}

/// The SI unit of an entry of body_of(); empty for words and pure numbers.
std::string_view si_unit(std::string_view key, int dimensions) {
  if (key == "mass") return "kg";
  if (key == "volume") return dimensions == 3 ? "m^3" : "m^2";
  if (key == "inertia" || key == "principal_moments") return "kg m^2";
  return key == "centre" || key.ends_with("_radius") ? "m" : "";
}

int execute(const StudyArgument& argument, bool as_json) {
  const StudyConfig study = argument.load();
  Json list = Json::array();
  for (const StudySpecies& species : study.species)
    list.push_back(body_of(species, study.dimensions));
  if (as_json) {
    Json all;
    all["dimensions"] = study.dimensions;
    all["species"] = std::move(list);
    std::cout << all.dump(2) << '\n';
    return kOk;
  }
  for (const auto& body : list) {
    for (const auto& [key, value] : body.items()) {
      std::string name = key;
      std::replace(name.begin(), name.end(), '_', ' ');
      if (const std::string_view unit = si_unit(key, study.dimensions);
          study.si_units && !unit.empty())
        name += fmt::format(" ({})", unit);
      std::cout << fmt::format("{:<26}{}\n", name, text_of(value));
    }
    std::cout << '\n';
  }
  return kOk;
}

}  // namespace

Command body_command() {
  struct BodyOptions {
    StudyArgument study;
    bool json = false;
  };
  const auto options = std::make_shared<BodyOptions>();
  std::vector<Argument> arguments = options->study.arguments();
  arguments.push_back({"--json", &options->json, "Print JSON with every digit"});
  return {"body",
          "Mass, centre, volume, inertia, principal axes and radii of a study's species",
          std::move(arguments),
          [options] { return execute(options->study, options->json); },
          {{"clausius body capsule_gas",
            "Mass and moments of inertia of the capsules of a built-in study."},
           {"clausius body my_gas.toml --json", "The bodies of your study with every digit."}}};
}

}  // namespace clausius::app
