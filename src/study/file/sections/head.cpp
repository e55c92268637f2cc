#include "study/file/sections.h"
#include "theory/fluid/named_gases.h"

namespace clausius {

template <>
struct Section<HeadConfig> {
  // A series is a sweep within one run.
  static constexpr Alternatives alternatives{{"series", "sweep"}};
  static constexpr auto fields() {
    return std::tuple{
        Field{"title", &HeadConfig::title, range::text("a string"),
              "Title of the results and the figures; the name of the file where it is not given.",
              "\"A gas\""},
        labelled("seed", "seed",
                 Field{"seed", &HeadConfig::seed, range::whole(0),
                       "Seed of every random number: the same seed gives the same results.", "1"}),
    };
  }
  static void resolve(HeadConfig& head, const TableReader& table, const StudyConfig& study) {
    if (!table.has("title")) head.title = study.name;
  }
};

template <>
struct Section<UnitsConfig> {
  static constexpr auto fields() {
    return std::tuple{Field{"system", &UnitsConfig::si_units, range::one_of<kUnitWords>(),
                            "Units of all numbers: \"reduced\" with k_B = 1, or \"SI\" with m, kg, "
                            "s and K.",
                            "\"reduced\""}};
  }
  static void resolve(const UnitsConfig& units, const TableReader&, StudyConfig& study) {
    if (units.si_units) study.boltzmann = kBoltzmannSi;
  }
};

SectionEntry head_section() {
  return single("", "Title and seed of the study.", PartOf<HeadConfig>());
}
SectionEntry units_section() {
  return single("units", "Units of all numbers of the study.", PartOf<UnitsConfig>());
}

}  // namespace clausius
