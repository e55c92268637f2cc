# tables of cases: pair_distribution.csv
# Pair distribution function of each pair of species in each case, with theory.
# insert: cases
table = "pair_distribution"
over = "distance"; over_words = "distance"
cases_heading = "Pair distribution function"; cases_from_zero = 1
array quantity[1] = ["g"]; array quantity_words[1] = ["g(r)"]; quantity_count = 1
array part[species_count * (species_count + 1) / 2]; array first_of[|part|]; array second_of[|part|]; part_count = 0
do for [i=1:species_count] { do for [j=i:species_count] {
  part_count = part_count + 1; first_of[part_count] = species[i]; second_of[part_count] = species[j]
  part[part_count] = species_count > 1 ? species[i] . "–" . species[j] : ""
} }
in_part(p) = strcol(pair_distribution_first) eq first_of[int(p)] && strcol(pair_distribution_second) eq second_of[int(p)]
# insert: show_cases
