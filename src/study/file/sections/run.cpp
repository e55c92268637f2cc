#include <algorithm>

#include "core/numbers.h"
#include "study/file/beside_observable.h"
#include "study/file/limits.h"
#include "study/file/sections.h"
#include "study/start/h5md.h"

namespace clausius {

namespace {

constexpr std::int64_t kMostReplicas = 10000;

}  // namespace

const std::vector<DeclaredKey>& declared_keys() {
  static const std::vector<DeclaredKey> all = [] {
    std::vector<DeclaredKey> keys;
    for (const MeasurementKind& kind : measurement_kinds())
      keys.insert(keys.end(), kind.keys.begin(), kind.keys.end());
    const MeasuredConfig values;
    const auto place = [&values](const DeclaredKey& key) {
      return std::visit([&](auto member) -> const void* { return &(values.*member); }, key.member);
    };
    std::sort(keys.begin(), keys.end(), [&](const DeclaredKey& a, const DeclaredKey& b) {
      return std::less<>()(place(a), place(b));
    });
    return keys;
  }();
  return all;
}

template <>
struct Section<RunConfig> {
  using R = RunConfig;
  static constexpr Alternatives alternatives{{"measure", "duration"}};
  static constexpr auto fields() {
    return std::tuple{
        Field{"mode", Within{&R::engine, &EngineOptions::mode}, range::one_of<kModeWords>(),
              "How the gas is moved: \"event-driven\" from collision to collision, or by "
              "\"time-step\"s, at the end of which overlaps are detected.",
              "\"event-driven\""},
        labelled("time step", "Δt",
                 Field{"time_step", &R::time_step,
                       range::of(Quantity::time,
                                 range::or_auto("\"auto\", or a time above 0", range::positive)),
                       "Length of the steps with mode = \"time-step\"; given in the event-driven "
                       "mode, the "
                       "contacts that such steps would miss are counted.",
                       "\"auto\""}),
        Field{"substeps", &R::substeps, range::one_of<kSubstepsWords>(),
              "With \"auto\" steps are cut so that at most 1e-3 of the contacts are missed.",
              "\"none\""},
        Field{"compare", &R::comparison, range::one_of<kComparisonWords>(),
              "With \"event-driven\" the study also runs in that mode, from the same start, and "
              "the two "
              "are compared.",
              "\"none\""},
        Field{"scheduler", Within{&R::engine, &EngineOptions::scheduler},
              range::one_of<kSchedulerWords>(),
              "Queue of the events and search for contacts: \"calendar\", the fast one, or "
              "\"heap\", the "
              "reference for tests, which is slower; the results are the same.",
              "\"calendar\""},
        Field{
            "threads", Within{&R::engine, &EngineOptions::threads},
            range::or_auto("\"auto\", or a whole number from 1 to 64", range::whole(1, 64)),
            "Threads that share one gas of many spheres or disks; the trajectory is the same, bit "
            "for bit. \"auto\": as many as there are cores, as far as each has 100 000 particles. "
            "A gas with what they cannot share runs on one, which is said.",
            "1"},
        Field{
            "equilibrate", &R::equilibrate, range::not_negative,
            "Mean number of collisions per particle before the measured part of the run; by "
            "default 0 where no collision can happen, and near freezing as many as the start needs "
            "to relax if that is more than 20 (a lattice of spheres at a packing fraction of 0.45: "
            "113; a random start at 0.48: 71).",
            "20.0"},
        Field{"measure", &R::measure, range::positive,
              "Length of the measured part, in mean collisions per particle; 100 where neither "
              "measure nor duration is given.",
              "100.0"},
        labelled(
            "duration", "duration",
            Field{"duration", &R::duration, range::of(Quantity::time, range::positive),
                  "Length of the measured part in simulated time, instead of measure.", "50.0"}),
        Field{"until", &R::until, kUntil,
              "Ends the run earlier, as soon as the error of an observable is so small, in percent "
              "of its value or absolute (\"... within 0.001\"; in SI units also \"... within 5 "
              "kPa\").",
              "\"pressure_virial within 0.1 %\""},
        Field{"replicas", &R::replicas, range::whole(1, kMostReplicas),
              "Number of independent runs with seeds of their own, side by side on the cores.",
              "1"},
        Field{
            "samples", &R::samples, range::whole(1),
            "Number of equal-time samples of the measured part. With measure, whose length in time "
            "is not known before, their interval follows from the rate of collisions and is "
            "corrected if their number would be off by more than 2 %.",
            "200"},
        Field{"equilibrate_samples", &R::equilibrate_samples, range::whole(1),
              "Number of equal-time samples while equilibrating; default: samples.", "200"},
        Field{
            "trajectory", &R::trajectory, range::whole(0),
            "Number of frames of the trajectory that is written in extended XYZ, from the first "
            "instant of the measured part to the last; a single one is the last. They are equally "
            "spaced in time, however many samples there are; in a gas that cools, with measure, "
            "in collisions. With measure the intervals follow from the rate of collisions, so "
            "that their number may be off by up to 2 %.",
            "0"},
        Field{"trajectory_format", &R::trajectory_format, range::one_of<kTrajectoryWords>(),
              "Format of the trajectory: extended XYZ (trajectory.xyz), or H5MD (trajectory.h5), "
              "which is smaller and has the observables over time.",
              "\"xyz\""},
        Field{"trajectory_images", &R::trajectory_images, range::flag,
              "Whether frames count how often each particle has crossed the periodic edges of the "
              "box since the start of the measured part (column image; H5MD: image), so that "
              "position plus image times the edge vectors is its path without jumps.",
              "false", only_with("run.trajectory above 0"),
              [](const R& run) { return run.trajectory > 0; }},
        Field{"checkpoint_every", &R::checkpoint_every, range::positive,
              "Wall time between checkpoints, in seconds.", "300.0"},
        Field{"keep_checkpoint", &R::keep_checkpoint, range::flag,
              "Whether the checkpoint of a finished run is kept, so that the run can go on for "
              "longer; default: if it is smaller than 100 MB.",
              "true"},
        Field{"audit_every", &R::audit_every, range::whole(0),
              "Number of collisions from one audit of the whole state to the next; 0: only at the "
              "end.",
              "0"},
        KeysOfMeasurements{},
        Field{"cell_edge", Within{&R::engine, &EngineOptions::cell_edge},
              Range{.words = "0 (automatic), or a number from 1 (largest diameter) up",
                    .low = 1,
                    .or_zero = true},
              "Least edge of a neighbour cell in largest diameters; 0: chosen from the density.",
              "0.0"},
    };
  }

  static void resolve(R& run, const TableReader& table, StudyConfig& study) {
    if (!table.has("equilibrate") && !can_collide(study)) run.equilibrate = 0;
    if (!table.has("measure") && !table.has("duration")) run.measure = kDefaultMeasure;
  }
  static void resolve_in_box(R& run, const TableReader& table, const StudyConfig& study) {
    if (!table.has("equilibrate") && run.equilibrate > 0)
      run.equilibrate = std::max(run.equilibrate, collisions_to_relax(study));
    resolve_until(run.until, table, study);
  }

  static void check_structure_range(const R& run, const TableReader& table,
                                    const StudyConfig& study) {
    if (!run.structure || study.size.empty()) return;  // said of another key
    if (std::find(study.periodic.begin(), study.periodic.end(), false) != study.periodic.end())
      return table.fault("structure_range", "has no effect here; allowed: only in a periodic box");
    double largest = 0;
    for (const SpeciesConfig& one : study.species) largest = std::max(largest, one.diameter);
    if (!study.is_additive()) largest = std::max(largest, study.contact_distances.maxCoeff());
    const double half = 0.5 * *std::min_element(study.size.begin(), study.size.end());
    if (*run.structure_range <= largest || *run.structure_range > half)
      table.fault(
          "structure_range",
          fmt::format("is {}; allowed: above the largest diameter, {}, up to half of the "
                      "shortest edge of the box, {}",
                      short_text(*run.structure_range), short_text(largest), short_text(half)));
  }

  static void check(const R& run, const TableReader& table, const StudyConfig& study, std::size_t) {
    if (const std::size_t kinds = study.species.size(); run.structure && kinds > kMostStructured)
      table.fault("structure",
                  fmt::format("of {} species; allowed: of at most {}", kinds, kMostStructured));
    if (run.trajectory_format == TrajectoryFormat::h5md && !has_hdf5())
      table.fault("trajectory_format",
                  "needs the HDF5 library, which this build has not; allowed: \"xyz\"");
    if (run.structure_range) check_structure_range(run, table, study);
    if (!run.until) return;
    // Comparisons of two runs are known only when both have ended.
    const auto may_end_a_run = [](const KnownObservable& one) {
      return one.declared.kind == Kind::estimate && one.declared.need != Need::comparison;
    };
    check_observable(table, "until", run.until->observable, "of no observable with an error",
                     may_end_a_run, study);
  }
};

SectionEntry run_section() {
  return single("run", "How the gas is moved, how long, and what is measured.",
                PartOf<RunConfig>());
}

}  // namespace clausius
