# tables: speed_distribution_over_time.csv
# Relaxation of the speed distribution of each species to Maxwell's law: histograms at the start and
# after 1, 2, 5 and 20 collisions per particle.
table = "speed_distribution_over_time.csv"
prefix = "speed_distribution_over_time_"
number(name) = value(prefix . name)
species_known = ""
array is_known[species_count]
panels = 0
do for [i=1:species_count] {
  eval(look(table, "strcol(number('species')) eq species[i] ? column(number('density')) : NaN"))
  is_known[i] = STATS_records > 0
  panels = panels + is_known[i]
}
panels = smaller(4, panels)
# Collisions per particle at each instant, by the number of the instant in the table.
eval(look(table, "column(number('instant'))"))
instants = int(STATS_max)
array after[instants]
stats table using (after[int(column(number('instant')))] = column(number('after')), 0) nooutput
of(i, k, c) = strcol(number('species')) eq species[int(i)] && column(number('instant')) == k ? column(number(c)) : NaN

unit = value(prefix . "speed_unit")
if (panels > 1) { legend_rows = rows_of(1 + instants) }
eval(page("Collisions establish Maxwell’s law"))
shown = 0
do for [i=1:species_count] {
  if (is_known[i] && shown < panels) {
    shown = shown + 1
    eval(grid_panel(shown, panels))
    if (shown > 1) { unset key } else { if (panels > 1) { eval(page_legend) } }
    set xlabel x_label("speed" . (run_loses_energy ? " / thermal speed" : "") . (panels > 1 ? " of " . species[i] : ""), unit) noenhanced
    set ylabel y_label("probability density", value(prefix . "density_unit")) offset y_shift, 0
    # A speed that all particles have at the start is a peak as high as its bin is narrow: where it is much
    # higher than all later ones the axis ends before, and its height is written.
    eval(look(table, "of(i, instants, 'maxwell')")); highest = 1.3 * STATS_max
    eval(look(table, "strcol(number('species')) eq species[i] && column(number('instant')) > 1 ? column(number('density')) + column(number('error')) : NaN"))
    if (STATS_records > 0) { highest = larger(highest, 1.05 * STATS_max) }
    eval(look(table, "of(i, 1, 'density')")); peak = STATS_max
    if (peak < 2 * highest) { highest = larger(highest, 1.05 * peak) }
    unset label 1
    if (peak > highest) {
      eval(look(table, "of(i, 1, 'density') == peak ? of(i, 1, 'speed') : NaN"))
      set label 1 sprintf("▲ %.2g", peak) at first STATS_max, graph 1.03 center textcolor rgb ramp_of(1, instants)
    }
    set yrange [0:highest]
    set xrange [0:*]
    plot table using (of(i, instants, 'speed')):(of(i, instants, 'maxwell')) \
           smooth mcsplines with lines linestyle line linewidth 3 title "Maxwell’s law", \
         for [k=1:instants] table using (of(i, k, 'speed')):(of(i, k, 'density')):(of(i, k, 'error')) \
           with yerrorbars pointtype symbol[kind(k)] linecolor rgb ramp_of(k, instants) notitle, \
         for [k=1:instants] table using (of(i, k, 'speed')):(of(i, k, 'density')) \
           with linespoints pointtype symbol[kind(k)] linewidth 1 linecolor rgb ramp_of(k, instants) \
           title sprintf(sprintf("%.2g", after[k]) eq "1" ? "%.2g collision" : "%.2g collisions", after[k])
  }
}
eval(end_page)
