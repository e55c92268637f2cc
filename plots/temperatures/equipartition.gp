# tables: equipartition.csv
# shows: rotational_temperature_ratio
# Translational and rotational temperature of each species over collisions per particle, with the theory
# for Gaussian velocities. Species that do not rotate are left out of the second panel. Of a gas that cools
# the axis is logarithmic, and the ratio of the two temperatures is shown below.
table = "equipartition.csv"
array turns[species_count]
do for [i=1:species_count] {
  eval(look(table, "column(equipartition_rotational_of[i])"))
  turns[i] = STATS_records > 0
}
eval(look(table, "column(equipartition_collisions_per_particle)"))
if (STATS_max == 0) { eval(leave("no two particles collide")) }

eval(page("Energy exchange between translation and rotation"))
if (run_loses_energy) {
  eval(look(table, "column(equipartition_theory_translational_of[1])")); has_theory = STATS_records > 0
  eval(count(table))
  named(i, what) = (species_count > 1 ? species[i] . ", " : "") . what
  eval(upper_panel)
  eval(log_y)
  set ylabel y_label("temperature", equipartition_temperature_unit) offset y_shift, 0
  plot for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(column(equipartition_theory_translational_of[i])) \
         with lines linestyle theory(2 * i - 1) notitle, \
       for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(turns[i] ? column(equipartition_theory_rotational_of[i]) : NaN) \
         with lines linestyle theory(2 * i) notitle, \
       for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(column(equipartition_translational_of[i])) every thin \
         with points linestyle data(2 * i - 1) title named(i, "translation"), \
       for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(turns[i] ? column(equipartition_rotational_of[i]) : NaN) every thin \
         with points linestyle data(2 * i) title (turns[i] ? named(i, "rotation") : ""), \
       keyentry with lines linestyle line title (has_theory ? "theory" : "")
  eval(lower_panel)
  set yrange [0:*]
  set xlabel x_label("collisions per particle", "")
  set ylabel y_label("rotation / translation", "") offset y_shift, 0
  plot for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(turns[i] ? column(equipartition_theory_ratio_of[i]) : NaN) \
         with lines linestyle theory(2 * i - 1), \
       for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(turns[i] ? column(equipartition_ratio_of[i]) : NaN) every thin \
         with points linestyle data(2 * i - 1)
} else {
  eval(relaxation_range)
  set yrange [0:*]
  set xlabel x_label("collisions per particle", "")
  eval(grid_panel(1, 2))
  set ylabel y_label("translational temperature", equipartition_temperature_unit) offset y_shift, 0
  plot for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(column(equipartition_theory_translational_of[i])) \
         with lines linestyle theory(i) title (i == 1 ? "theory" : ""), \
       for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(column(equipartition_translational_of[i])) \
         with points linestyle data(i) title species[i]

  eval(grid_panel(2, 2))
  set ylabel y_label("rotational temperature", equipartition_temperature_unit) offset y_shift, 0
  plot for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(turns[i] ? column(equipartition_theory_rotational_of[i]) : NaN) \
         with lines linestyle theory(i) notitle, \
       for [i=1:species_count] table \
         using equipartition_collisions_per_particle:(turns[i] ? column(equipartition_rotational_of[i]) : NaN) \
         with points linestyle data(i) title (turns[i] ? species[i] : "")
}
eval(end_page)
