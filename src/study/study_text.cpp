#include "clausius/study/study_text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "clausius/core/numbers.h"
#include "toml_reader.h"

namespace clausius {

namespace {

std::string list(const std::vector<std::string>& elements) {
  return fmt::format("[{}]", fmt::join(elements, ", "));
}

std::string list(const std::vector<double>& numbers) {
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  for (const double number : numbers) texts.push_back(exact_text(number));
  return list(texts);
}

/// Writes tables in the order of study_keys(), each key with its comment the first time.
class StudyWriter {
 public:
  using Values = std::map<std::string_view, std::string>;  ///< literals of the keys that are set

  /// Writes one table; `heading` is "[box]", "[[species]]" or, at the top, empty.
  void table(std::string_view schema, const std::string& heading, const Values& values) {
    begin(heading, "");
    for (const StudyKey& key : study_keys()) {
      if (key.table != schema) continue;
      const auto value = values.find(key.key);
      if (value != values.end())
        line(fmt::format("{} = {}", key.key, value->second), key.meaning, schema);
      else if (!explained_.contains(std::string(schema)))
        line(fmt::format("# {} = {}", key.key, key.example), key.meaning, schema);
    }
    explained_.emplace(schema);
  }

  /// Shows in comments a table the study doesn't have.
  void absent_table(std::string_view schema, const std::string& heading) {
    begin(heading, "# ");
    for (const StudyKey& key : study_keys())
      if (key.table == schema)
        line(fmt::format("# {} = {}", key.key, key.example), key.meaning, schema);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void begin(const std::string& heading, std::string_view mark) {
    if (!heading.empty()) text_ += fmt::format("\n{}{}\n", mark, heading);
  }

  void line(const std::string& content, std::string_view meaning, std::string_view schema) {
    if (explained_.contains(std::string(schema)))
      text_ += content + '\n';
    else
      text_ += fmt::format("{:<34} # {}\n", content, meaning);
  }

  std::string text_;
  std::set<std::string, std::less<>> explained_;  ///< schemas whose keys have their comments
};

std::string boundary(const StudyConfig& study) {
  const auto word = [](bool periodic) { return toml_string(periodic ? "periodic" : "wall"); };
  const std::set<bool> kinds(study.periodic.begin(), study.periodic.end());
  if (kinds.size() == 1) return word(study.periodic.front());
  std::vector<std::string> words;
  for (const bool periodic : study.periodic) words.push_back(word(periodic));
  return list(words);
}

StudyWriter::Values box_values(const StudyConfig& study) {
  StudyWriter::Values values{{"dimensions", std::to_string(study.dimensions)},
                             {"boundary", boundary(study)}};
  if (study.given_packing_fraction)
    values["packing_fraction"] = exact_text(*study.given_packing_fraction);
  else if (study.given_number_density)
    values["number_density"] = exact_text(*study.given_number_density);
  else
    values["size"] = list(study.size);
  if (study.has_gravity()) values["gravity"] = list(study.gravity);
  if (study.shear_rate != 0) values["shear_rate"] = exact_text(study.shear_rate);
  return values;
}

std::string spheres(const std::vector<Ball>& balls, int dimensions) {
  std::vector<std::string> texts;
  for (const Ball& ball : balls) {
    std::vector<double> numbers(ball.centre.begin(), ball.centre.begin() + dimensions);
    numbers.push_back(ball.radius);
    texts.push_back(list(numbers));
  }
  return list(texts);
}

/// Lines of letters that need no escapes.
std::string toml_lines(const std::string& lines) { return "\"\"\"\n" + lines + "\"\"\""; }

StudyWriter::Values species_values(const SpeciesConfig& species, int dimensions) {
  StudyWriter::Values values{
      {"name", toml_string(species.name)},
      {"shape", toml_string(word_for(kShapeWords, species.shape.index()))},
      {"temperature", exact_text(species.temperature)},
      {"velocities", toml_string(word_for(kVelocityWords, species.velocities))}};
  if (const auto* clump = std::get_if<Clump>(&species.shape)) {
    values["spheres"] = spheres(clump->members, dimensions);
    values["mass_convention"] =
        toml_string(word_for(kMassConventionWords, species.mass_rule.convention));
    values["grid_division"] = std::to_string(species.mass_rule.grid_division);
  } else {
    values["diameter"] = exact_text(species.diameter);
  }
  if (const auto* capsule = std::get_if<Capsule>(&species.shape))
    values["shaft"] = exact_text(capsule->shaft);
  if (!species.is_sphere() || species.rough)
    values["angular_velocities"] =
        toml_string(word_for(kAngularVelocityWords, species.angular_velocities));
  if (species.amount) values["amount"] = exact_text(*species.amount);
  if (species.is_sphere()) values["internal_degrees"] = std::to_string(species.internal_degrees);
  if (species.internal_degrees > 0)
    values["internal_temperature"] = exact_text(species.internal_temperature);
  if (species.rough) values["inertia"] = exact_text(species.inertia);
  if (!species.region_low.empty()) {
    values["region_low"] = list(species.region_low);
    values["region_high"] = list(species.region_high);
  }
  if (!species.bitmap.empty()) values["bitmap"] = toml_lines(species.bitmap.text());
  if (species.count > 0) values["count"] = std::to_string(species.count);
  if (species.density)
    values["density"] = exact_text(*species.density);
  else if (species.molecular_mass)
    values["molecular_mass"] = exact_text(*species.molecular_mass);
  else
    values["mass"] = exact_text(species.mass);
  return values;
}

void write_collisions(const StudyConfig& study, StudyWriter& writer) {
  const bool viscoelastic = study.viscosity > 0;
  StudyWriter::Values values{
      {"law", toml_string(word_for(kCollisionLawWords, viscoelastic))},
      {"wall_restitution", exact_text(study.wall_restitution)},
      {"tangential_restitution", exact_text(study.general_tangential_restitution)},
      {"wall_tangential_restitution", exact_text(study.wall_tangential_restitution)},
      {"contact_duration",
       study.contact_duration ? exact_text(*study.contact_duration) : toml_string("auto")}};
  if (viscoelastic)
    values["viscosity"] = exact_text(study.viscosity);
  else
    values["restitution"] = exact_text(study.general_restitution);
  if (study.has_reservoirs()) values["internal_exchange"] = exact_text(study.internal_exchange);
  writer.table("collisions", "[collisions]", values);
  for (const PairConfig& pair : study.pairs)
    writer.table("collisions.pair", "[[collisions.pair]]",
                 {{"species", list({toml_string(pair.first), toml_string(pair.second)})},
                  {"restitution", exact_text(pair.restitution)},
                  {"tangential_restitution", exact_text(pair.tangential_restitution)}});
  if (study.pairs.empty()) writer.absent_table("collisions.pair", "[[collisions.pair]]");
}

void write_initial(const StudyConfig& study, StudyWriter& writer) {
  StudyWriter::Values values{
      {"placement", toml_string(word_for(kPlacementWords, study.placement))}};
  if (study.placement == Placement::file) values["file"] = toml_string(study.start_file.string());
  writer.table("initial", "[initial]", values);
  for (const ListedParticle& particle : study.listed) {
    StudyWriter::Values values{{"species", toml_string(particle.species)},
                               {"position", list(particle.position)},
                               {"velocity", list(particle.velocity)}};
    const auto species =
        std::find_if(study.species.begin(), study.species.end(),
                     [&](const auto& one) { return one.name == particle.species; });
    if (!species->is_sphere()) values["orientation"] = list(particle.orientation);
    if (!species->is_sphere() || species->rough)
      values["angular_velocity"] = list(particle.angular_velocity);
    writer.table("initial.particle", "[[initial.particle]]", values);
  }
  if (study.listed.empty()) writer.absent_table("initial.particle", "[[initial.particle]]");
}

void write_run(const StudyConfig& study, StudyWriter& writer) {
  StudyWriter::Values values{
      {"mode", toml_string(word_for(kModeWords, study.engine.mode))},
      {"time_step", study.time_step ? exact_text(*study.time_step) : toml_string("auto")},
      {"substeps", toml_string(word_for(kSubstepsWords, study.substeps))},
      {"compare", toml_string(word_for(kComparisonWords, study.comparison))},
      {"scheduler", toml_string(word_for(kSchedulerWords, study.engine.scheduler))},
      {"equilibrate", exact_text(study.equilibrate)},
      {"replicas", std::to_string(study.replicas)},
      {"samples", std::to_string(study.samples)},
      {"trajectory", std::to_string(study.trajectory)},
      {"checkpoint_every", exact_text(study.checkpoint_every)},
      {"audit_every", std::to_string(study.audit_every)},
      {"collision_log", std::to_string(study.collision_log)},
      {"trace", std::to_string(study.trace)},
      {"collision_statistics", study.collision_statistics ? "true" : "false"},
      {"transport", study.transport ? "true" : "false"},
      {"relaxation_spectrum", study.relaxation_spectrum ? "true" : "false"},
      {"structure", study.structure ? "true" : "false"},
      {"cell_edge", exact_text(study.engine.cell_edge)}};
  if (study.equilibrate_samples)
    values["equilibrate_samples"] = std::to_string(*study.equilibrate_samples);
  if (study.keep_checkpoint) values["keep_checkpoint"] = *study.keep_checkpoint ? "true" : "false";
  if (study.until) values["until"] = toml_string(study.until->text());
  if (study.measure) values["measure"] = exact_text(*study.measure);
  if (study.duration) values["duration"] = exact_text(*study.duration);
  writer.table("run", "[run]", values);
}

void write_walls(const StudyConfig& study, StudyWriter& writer) {
  for (const WallConfig& wall : study.walls) {
    StudyWriter::Values values{{"face", toml_string(word_for(kFaceWords, wall.face))},
                               {"velocity", list(wall.velocity)}};
    if (wall.restitution) values["restitution"] = exact_text(*wall.restitution);
    if (wall.temperature) {
      values["temperature"] = exact_text(*wall.temperature);
      values["accommodation"] = exact_text(wall.accommodation);
    }
    if (wall.amplitude > 0) {
      values["amplitude"] = exact_text(wall.amplitude);
      values["frequency"] = exact_text(wall.frequency);
    }
    if (wall.path().moves()) {
      values["begin"] = exact_text(wall.begin);
      if (wall.end) values["end"] = exact_text(*wall.end);
    }
    writer.table("wall", "[[wall]]", values);
  }
  if (study.walls.empty()) writer.absent_table("wall", "[[wall]]");
}

void write_obstacles(const StudyConfig& study, StudyWriter& writer) {
  for (const ObstacleConfig& one : study.obstacles) {
    StudyWriter::Values values{{"kind", toml_string(word_for(kObstacleWords, one.kind))}};
    switch (one.kind) {
      case ObstacleKind::ball:
        values["centre"] = list(one.centre);
        values["radius"] = exact_text(one.radius);
        break;
      case ObstacleKind::block:
        values["low"] = list(one.low);
        values["high"] = list(one.high);
        break;
      case ObstacleKind::polygon: {
        std::vector<std::string> points;
        for (const std::vector<double>& point : one.vertices) points.push_back(list(point));
        values["vertices"] = list(points);
        break;
      }
      case ObstacleKind::plate: {
        values["axis"] = toml_string(word_for(kAxisWords, one.axis));
        values["position"] = exact_text(one.position);
        values["thickness"] = exact_text(one.thickness);
        values["opens"] = exact_text(one.opens);
        if (one.door_speed) values["door_speed"] = exact_text(*one.door_speed);
        if (!one.hole_low.empty()) values["hole"] = list({list(one.hole_low), list(one.hole_high)});
        if (one.hole_radius > 0) {
          values["hole_centre"] = list(one.hole_centre);
          values["hole_radius"] = exact_text(one.hole_radius);
        }
        break;
      }
    }
    if (one.restitution) values["restitution"] = exact_text(*one.restitution);
    if (one.temperature) {
      values["temperature"] = exact_text(*one.temperature);
      values["accommodation"] = exact_text(one.accommodation);
    }
    if (one.until) values["until"] = exact_text(*one.until);
    writer.table("obstacle", "[[obstacle]]", values);
  }
  if (study.obstacles.empty()) writer.absent_table("obstacle", "[[obstacle]]");
}

void write_drives(const StudyConfig& study, StudyWriter& writer) {
  for (const DriveConfig& drive : study.drives) {
    StudyWriter::Values values{{"kind", toml_string(word_for(kDriveWords, drive.kind))}};
    if (drive.kind == DriveType::random_kicks) values["strength"] = exact_text(drive.strength);
    if (drive.kind == DriveType::andersen) values["rate"] = exact_text(drive.rate);
    if (drive.kind == DriveType::andersen || drive.kind == DriveType::rescale)
      values["temperature"] = exact_text(drive.temperature);
    if (drive.kind == DriveType::reversal)
      values["time"] = exact_text(drive.time);
    else
      values["interval"] = drive.interval ? exact_text(*drive.interval) : toml_string("auto");
    writer.table("drive", "[[drive]]", values);
  }
  if (study.drives.empty()) writer.absent_table("drive", "[[drive]]");
}

void write_windows(const StudyConfig& study, StudyWriter& writer) {
  for (const PhaseWindow& window : study.windows) {
    StudyWriter::Values values{{"name", toml_string(window.name)}};
    if (!window.region_low.empty()) {
      values["region_low"] = list(window.region_low);
      values["region_high"] = list(window.region_high);
    }
    if (!window.bitmap.empty()) values["bitmap"] = toml_lines(window.bitmap.text());
    if (!window.velocity_low.empty()) {
      values["velocity_low"] = list(window.velocity_low);
      values["velocity_high"] = list(window.velocity_high);
    }
    if (window.speed_low) values["speed_low"] = exact_text(*window.speed_low);
    if (window.speed_high) values["speed_high"] = exact_text(*window.speed_high);
    writer.table("window", "[[window]]", values);
  }
  if (study.windows.empty()) writer.absent_table("window", "[[window]]");
}

void write_labels(const StudyConfig& study, StudyWriter& writer) {
  for (const LabelStart& label : study.labels) {
    StudyWriter::Values values{{"name", toml_string(label.name)}};
    if (label.species) values["species"] = toml_string(study.species[*label.species].name);
    if (label.window) values["window"] = toml_string(study.windows[*label.window].name);
    if (label.count) values["count"] = std::to_string(*label.count);
    writer.table("label", "[[label]]", values);
  }
  if (study.labels.empty()) writer.absent_table("label", "[[label]]");
  for (const LabelRule& rule : study.relabels) {
    StudyWriter::Values values{{"from", toml_string(study.labels[rule.from].name)},
                               {"to", toml_string(study.labels[rule.to].name)}};
    if (rule.by) values["by"] = toml_string(study.labels[*rule.by].name);
    values[rule.by ? "probability" : "rate"] = exact_text(rule.chance);
    writer.table("relabel", "[[relabel]]", values);
  }
  if (study.relabels.empty()) writer.absent_table("relabel", "[[relabel]]");
}

void write_checks(const StudyConfig& study, StudyWriter& writer) {
  for (const CheckConfig& check : study.checks) {
    StudyWriter::Values values{{"observable", toml_string(check.observable)}};
    if (check.expected) values["expected"] = exact_text(*check.expected);
    if (check.tolerance) values["tolerance"] = exact_text(*check.tolerance);
    if (check.relative_tolerance)
      values["relative_tolerance"] = exact_text(*check.relative_tolerance);
    writer.table("check", "[[check]]", values);
  }
  if (study.checks.empty()) writer.absent_table("check", "[[check]]");
}

void write_series(const SeriesConfig& series, StudyWriter& writer) {
  if (series.key.empty())
    writer.absent_table("series", "[series]");
  else
    writer.table("series", "[series]",
                 {{"key", toml_string(series.key)}, {"values", list(series.values)}});
  for (const FitConfig& fit : series.fits) {
    StudyWriter::Values values{{"observable", toml_string(fit.observable)}};
    if (fit.order_tolerance) values["order_tolerance"] = exact_text(*fit.order_tolerance);
    if (fit.prefactor_tolerance)
      values["prefactor_tolerance"] = exact_text(*fit.prefactor_tolerance);
    writer.table("series.fit", "[[series.fit]]", values);
  }
  if (series.fits.empty()) writer.absent_table("series.fit", "[[series.fit]]");
}

}  // namespace

std::string study_text(const StudyConfig& study) {
  StudyWriter writer;
  writer.table("", "", {{"title", toml_string(study.title)}, {"seed", std::to_string(study.seed)}});
  writer.table("units", "[units]", {{"system", toml_string(study.si_units ? "SI" : "reduced")}});
  writer.table("box", "[box]", box_values(study));
  for (const SpeciesConfig& species : study.species)
    writer.table("species", "[[species]]", species_values(species, study.dimensions));
  write_collisions(study, writer);
  write_initial(study, writer);
  write_run(study, writer);
  write_walls(study, writer);
  write_obstacles(study, writer);
  write_drives(study, writer);
  write_windows(study, writer);
  write_labels(study, writer);
  write_checks(study, writer);
  write_series(study.series, writer);
  return writer.text();
}

}  // namespace clausius
