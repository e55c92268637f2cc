#include "measure/labels/label_mean_field.h"

#include <algorithm>

namespace clausius {

namespace {

std::vector<Reaction> reactions(const std::vector<LabelRule>& rules, const LabelledKinds& kinds,
                                const std::vector<double>& start,
                                const Eigen::MatrixXd& partial_rates) {
  std::vector<Reaction> all;
  std::vector<double> of_species(kinds.species);
  for (std::size_t s = 0; s < kinds.species; ++s)
    for (std::size_t label = 0; label < kinds.labels; ++label)
      of_species[s] += start[kinds.at(s, label)];
  const auto unit = [&](std::size_t of) {
    return Eigen::VectorXd::Unit(static_cast<Eigen::Index>(kinds.size()),
                                 static_cast<Eigen::Index>(of));
  };
  for (const LabelRule& rule : rules)
    for (std::size_t s = 0; s < kinds.species && !rule.by && rule.chance() > 0; ++s)
      all.push_back({unit(kinds.at(s, rule.to)) - unit(kinds.at(s, rule.from)), rule.chance(),
                     kinds.at(s, rule.from)});
  // Possible results of a collision for one partner: its label afterwards, and the probability.
  struct Outcome {
    std::size_t label;
    double probability;
  };
  const auto outcomes = [&](std::size_t label, std::size_t by) {
    std::vector<Outcome> result;
    double stays = 1;
    for (const LabelRule& rule : rules) {
      if (!rule.by || rule.from != label || *rule.by != by) continue;
      result.push_back({rule.to, rule.chance()});
      stays -= rule.chance();
    }
    result.push_back({label, stays});
    return result;
  };
  for (std::size_t s = 0; s < kinds.species; ++s)
    for (std::size_t b = s; b < kinds.species; ++b) {
      const double others = of_species[b] - (s == b ? 1 : 0);
      if (others <= 0) continue;
      const double of_a_pair =
          partial_rates(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(b)) / others;
      for (std::size_t i = 0; i < kinds.labels; ++i)
        for (std::size_t j = s == b ? i : 0; j < kinds.labels; ++j)
          for (const Outcome& first : outcomes(i, j))
            for (const Outcome& second : outcomes(j, i)) {
              const double rate = of_a_pair * first.probability * second.probability;
              if ((first.label == i && second.label == j) || rate <= 0) continue;
              all.push_back({unit(kinds.at(s, first.label)) - unit(kinds.at(s, i)) +
                                 unit(kinds.at(b, second.label)) - unit(kinds.at(b, j)),
                             rate, kinds.at(s, i), kinds.at(b, j)});
            }
    }
  return all;
}

}  // namespace

std::vector<Populations> label_mean_field(const std::vector<LabelRule>& rules,
                                          const LabelledKinds& kinds,
                                          const std::vector<double>& start,
                                          const std::optional<Eigen::MatrixXd>& partial_rates,
                                          const std::vector<double>& times) {
  const bool passed_on = std::any_of(rules.begin(), rules.end(),
                                     [](const LabelRule& rule) { return rule.by.has_value(); });
  if (passed_on && !partial_rates) return {};
  const auto species = static_cast<Eigen::Index>(kinds.species);
  return evolve(
      reactions(rules, kinds, start,
                partial_rates.value_or(Eigen::MatrixXd::Zero(species, species))),
      Eigen::Map<const Eigen::VectorXd>(start.data(), static_cast<Eigen::Index>(start.size())),
      times);
}

}  // namespace clausius
