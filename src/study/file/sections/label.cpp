#include "core/numbers.h"
#include "study/file/sections.h"

namespace clausius {

namespace {

constexpr std::size_t kMostLabels = 20;  // theory of n labels needs n² numbers
constexpr double kRounding = 1e-12;      // rounding of a sum of probabilities

}  // namespace

template <>
struct Section<LabelStart> {
  static constexpr auto fields() {
    using L = LabelStart;
    return std::tuple{
        Field{
            "name", &L::name,
            Range{.words = "letters, digits and _ + - . ; each label has its own", .is_name = true},
            "Name of a label on particles, which does not affect their motion. All particles "
            "start with the first label.",
            "\"susceptible\"", required},
        Field{"species", &L::species, range::name_of(Named::species),
              "Species whose particles get this label when the measured part begins.", "\"gas\""},
        Field{
            "window", &L::window, range::name_of(Named::window),
            "Window ([[window]]) in which particles get this label when the measured part begins.",
            "\"fast\""},
        Field{"count", &L::count, range::whole(0),
              "Number of particles, drawn at random among these (or among all), that get this "
              "label; default: all of these.",
              "100"},
    };
  }

  static void check(const LabelStart& one, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    if (index == kMostLabels)
      table.fault("name", fmt::format("there are {} labels; allowed: at most {}",
                                      study.labels.size(), kMostLabels));
    check_unique_name(table, "label", study.labels, index);
    for (const std::string_view key : {"species", "window", "count"})
      if (index == 0 && table.has(key))
        table.fault(
            key,
            "has no effect here; allowed: not with the first label, which all particles have "
            "at the start");
    const std::int64_t most = one.species ? study.species[*one.species].count : study.particles();
    if (one.count && *one.count > most && !table.faults().has_any({"species", "initial"}))
      table.fault_of(*table.node("count"), table.path("count"), "out of range",
                     fmt::format("a whole number from 0 to {}", most));
  }
};

template <>
struct Section<LabelRule> {
  using R = LabelRule;
  static constexpr auto fields() {
    return std::tuple{
        Field{"from", &R::from, range::name_of(Named::label), "Label that changes.",
              "\"susceptible\"", required},
        Field{"to", &R::to, range::name_of(Named::label), "Label into which it changes.",
              "\"infected\"", required},
        Field{"by", &R::by, range::name_of(Named::label),
              "Label of the partner at whose collisions it changes; default: it changes "
              "spontaneously.",
              "\"infected\""},
        Field{"probability", &R::probability, range::fraction,
              "Probability of the change at such a collision; default: 1.", "0.5", with("by")},
        Field{"rate", &R::rate, range::of(Quantity::rate, range::positive),
              "Changes per time, without by.", "0.01", required_without("by")},
    };
  }

  static void resolve(R& one, const TableReader& table, const StudyConfig&) {
    if (table.has("by") && !table.has("probability")) one.probability = 1;
  }

  static void check(const R& one, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    for (const std::string_view key : {"from", "to", "by"})
      if (table.is_at_fault(key)) return;
    if (one.from == one.to && table.has("from") && table.has("to"))
      return table.fault("to", "the label it has already; allowed: another one");
    double whole = one.chance();
    for (std::size_t k = 0; k < index; ++k)
      if (const R& rule = study.relabels[k]; rule.from == one.from && rule.by == one.by)
        whole += rule.chance();
    if (one.by && whole > 1 + kRounding && !table.is_at_fault("probability"))
      table.fault("probability", fmt::format("makes {} of one collision in all; allowed: at most 1",
                                             short_text(whole)));
  }
};

SectionEntry label_section() {
  return several(
      "label", "A label on particles, which does not affect their motion.",
      [](auto& study) -> auto& { return study.labels; });
}
SectionEntry relabel_section() {
  return several(
      "relabel", "How one label changes into another.",
      [](auto& study) -> auto& { return study.relabels; });
}

}  // namespace clausius
