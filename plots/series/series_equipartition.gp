# tables of cases: equipartition.csv
# Temperatures of translation and of rotation of each species in each case over collisions per particle, with
# the theory for Gaussian velocities.
# insert: cases
table = "equipartition"
over = "collisions_per_particle"; over_words = "collisions per particle"
cases_heading = "Energy exchange between translation and rotation"; cases_log_y = run_loses_energy
quantity_count = 2 * species_count
array quantity[quantity_count]; array quantity_words[quantity_count]
do for [i=1:species_count] {
  quantity[2 * i - 1] = "translational_" . species[i]; quantity_words[2 * i - 1] = "temperature of translation"
  quantity[2 * i] = "rotational_" . species[i]; quantity_words[2 * i] = "temperature of rotation"
  if (species_count > 1) {
    do for [k=2*i-1:2*i] { quantity_words[k] = quantity_words[k] . ", " . species[i] }
  }
}
theory_of(q) = cell("theory_" . quantity[q])
# insert: show_cases
