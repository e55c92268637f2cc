# tables: effusion_by_species.csv
# shows: effusion_flux_ratio
# What part of each species is behind a plate with a hole, over time, with theory; below, of two species,
# how much more of the second has passed than of the first, which begins at the root of the ratio of their
# masses (Graham) and ends at 1.
table = "effusion_by_species.csv"
low(i) = column(effusion_by_species_low_side_of[i])
high(i) = column(effusion_by_species_high_side_of[i])
# The column of theory is the second after that of the numbers on the low side.
beside(i) = effusion_by_species_low_side_of[i] + 2
eval(look(table, "column(beside(1))"))
with_theory = STATS_records > 0
begins_low = 1
eval(look(table, "$0 == 0 ? low(1) - high(1) : NaN"))
if (STATS_records > 0 && STATS_max < 0) { begins_low = 0 }
passed(i) = (begins_low ? high(i) : low(i)) / (low(i) + high(i))
passed_theory(i) = (n = low(i) + high(i), t = column(beside(i)), (begins_low ? n - t : t) / n)
ratio_is_shown = species_count == 2

eval(count(table))
eval(page("Gas flow of a mixture through a hole"))
if (ratio_is_shown) { eval(upper_part(0.45)) } else { eval(whole_panel); set xlabel x_label("time", effusion_by_species_time_unit) }
set ylabel y_label("part behind the plate", "") offset y_shift, 0
set yrange [0:*]
plot for [i=1:species_count] table using effusion_by_species_time:(with_theory ? passed_theory(i) : NaN) \
       with lines linestyle theory(i) notitle, \
     for [i=1:species_count] table using effusion_by_species_time:(passed(i)) every thin \
       with points linestyle data(i) title species[i], \
     keyentry with lines linestyle line title (with_theory ? "theory" : "")
if (ratio_is_shown) {
  eval(lower_part(0.45) . "; unset key; eval(linear_y)")
  set xlabel x_label("time", effusion_by_species_time_unit)
  set ylabel y_label(sprintf("part of %s / part of %s", species[2], species[1]), "") noenhanced offset y_shift, 0
  set yrange [*:*]
  # Not the ratio of a few particles.
  seen(i) = passed(i) * (low(i) + high(i)) > 20 ? passed(i) : NaN
  plot 1 with lines linestyle dotted notitle, \
       table using effusion_by_species_time:(with_theory && passed_theory(1) > 0 ? passed_theory(2) / passed_theory(1) : NaN) \
         with lines linestyle line notitle, \
       table using effusion_by_species_time:(passed(2) / seen(1)) every thin \
         with points linestyle data(1) notitle
}
eval(end_page)
