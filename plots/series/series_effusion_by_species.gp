# tables of cases: effusion_by_species.csv
# Number of particles of each species on the low side of a plate with a hole over time in each case, with
# theory.
# insert: cases
table = "effusion_by_species"
over = "time"; over_words = "time"
cases_heading = "Gas flow of a mixture through a hole"; cases_from_zero = 1
array quantity[species_count]; array quantity_words[species_count]; quantity_count = species_count
do for [i=1:species_count] { quantity[i] = "low_side_" . species[i]; quantity_words[i] = species[i] . " on the low side" }
# insert: show_cases
