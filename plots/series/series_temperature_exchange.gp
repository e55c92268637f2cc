# tables of cases: temperature_exchange.csv
# Temperature of each species in each case over collisions per particle, with the theory of the exchange of energy.
# insert: cases
table = "temperature_exchange"
over = "collisions_per_particle"; over_words = "collisions per particle"
cases_heading = "Temperature of each species"
array quantity[species_count]; array quantity_words[species_count]; quantity_count = species_count
do for [i=1:species_count] { quantity[i] = "temperature_" . species[i]; quantity_words[i] = "temperature, " . species[i] }
theory_of(q) = cell("theory_" . species[q])
# insert: show_cases
