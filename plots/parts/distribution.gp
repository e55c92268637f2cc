# The table `distribution` over its column `quantity`, with Maxwell's law and the exact law for N particles, and
# the deviations below. Each species has its colour and symbol; of angular velocities, each axis has its own symbol.
number(name) = value(distribution . "_" . name)
is_axis(k) = axis_count == 1 || strcol(number("axis")) eq word("x y z", int(k))
of(i, k, c) = strcol(number("species")) eq species[int(i)] && is_axis(k) ? column(c) : NaN
symbol_of(i, k) = axis_count == 1 ? symbol[kind(i)] : symbol[int(k)]
table = distribution . ".csv"
place = number(quantity); density = number("density"); error = number("error"); deviation = number("residual")
eval(look(table, "column(error) > 0 ? column(density) / column(error) : NaN"))
if (STATS_records == 0 || STATS_max < 4) { eval(leave("too few particles for a distribution")) }
eval(look(table, "column(error) > 0 && column(density) > 3 * column(error) ? 1 : NaN"))
if (STATS_records < 5) { eval(leave("too few particles for a distribution")) }
# Species and axes that are in the table have an entry in the legend.
array known[species_count]
do for [i=1:species_count] {
  eval(look(table, "strcol(number('species')) eq species[i] ? column(density) : NaN"))
  known[i] = STATS_records > 0
}
array known_axis[3]
do for [k=1:axis_count] {
  eval(look(table, "is_axis(k) ? column(density) : NaN"))
  known_axis[k] = STATS_records > 0
}

eval(look(table, "column(density) > 0 ? column(deviation) : NaN"))
eval(page(title_of(agreement(1))))
eval(upper_panel)
if (quantity eq "speed") { set xrange [0:*] }
set ylabel y_label("probability density", value(distribution . "_density_unit")) offset y_shift, 0
set yrange [0:*]
plot for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)):(of(i, k, number("maxwell"))) \
       with lines linestyle (species_count == 1 ? dashed : second(i)) notitle, \
     for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)):(of(i, k, number("finite_n"))) \
       with lines linestyle (species_count == 1 ? line : theory(i)) notitle, \
     for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)):(of(i, k, density)):(of(i, k, error)) \
       with yerrorbars linestyle data(i) pointtype symbol_of(i, k) notitle, \
     for [i=1:species_count] keyentry with points linestyle data(i) title (known[i] ? species[i] : ""), \
     for [k=1:(axis_count > 1 ? axis_count : 0)] keyentry with points pointtype symbol[k] linecolor rgb ink \
       title (known_axis[k] ? "axis " . word("x y z", k) : ""), \
     keyentry with lines linestyle line title "exact law for N particles", \
     keyentry with lines linestyle dashed title "Maxwell’s law"

eval(lower_panel)
set xlabel x_label(quantity_words . (run_loses_energy ? " / thermal speed" : ""), value(distribution . "_" . quantity . "_unit"))
set ylabel y_label("deviation / error", "") offset y_shift, 0
eval(look(table, "abs(column(deviation))"))
reach = reach_of(1)
set yrange [-reach:reach]
plot 0 with lines linestyle line, \
     for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)) \
       :(within(of(i, k, deviation), -reach, reach)):(mark(of(i, k, deviation), -reach, reach, symbol_of(i, k))) \
       with points linestyle data(i) pointtype variable
eval(end_page)
