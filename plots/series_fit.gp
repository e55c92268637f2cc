# tables: series.csv series_fit.csv
# Power laws over a series: what was fitted, with its fit and the law of theory. Beside them, where
# time steps were compared with events, what else the steps do to the results; below, the energy.
table = "series.csv"
fits = "series_fit.csv"
stats table using 1 nooutput
low = STATS_min / 1.3; high = STATS_max * 1.3
stats fits using series_fit_order nooutput
fit_count = int(STATS_records)
array fitted[fit_count]; array order[fit_count]; array prefactor[fit_count]
array order_theory[fit_count]; array prefactor_theory[fit_count]
do for [i=1:fit_count] {
  stats fits every ::(i-1)::(i-1) using (fitted[i] = strcol(series_fit_observable), \
    order[i] = column(series_fit_order), order_theory[i] = column(series_fit_order_theory), \
    prefactor[i] = column(series_fit_prefactor), \
    prefactor_theory[i] = column(series_fit_prefactor_theory), 0) nooutput
}
measured(name) = column(int(value("series_" . name)))
error(name) = strcol(int(value("series_" . name . "_error"))) eq "nan" ? 0 : column(int(value("series_" . name . "_error")))
theory(name) = column(int(value("series_" . name . "_theory")))
above_zero(y) = y > 0 ? y : NaN
law(i) = sprintf("%s: order %.2f, prefactor %.3g (theory %.3g, %.3g)", fitted[i], order[i], \
                 prefactor[i], order_theory[i], prefactor_theory[i])

others = ""
do for [name in "collision_rate_deficit pressure_deficit"] {
  if (exists("series_" . name)) { others = others . " " . name }
}
has_energy = exists("series_energy_error")

set logscale xy
set xrange [low:high]
set format y "10^{%T}"
set multiplot title page("Power laws over " . series_key) noenhanced
eval(has_energy ? upper_panel : whole_panel)
if (!has_energy) { set xlabel series_key noenhanced; set format x "%g" }
set key top left
set ylabel "fraction"
stats table using (measured(fitted[1])) nooutput
set yrange [*:300 * STATS_max]
plot for [i=1:fit_count] prefactor_theory[i] * x ** order_theory[i] \
       with lines linewidth 3 linecolor rgb "#c0c0c0" notitle, \
     for [i=1:fit_count] prefactor[i] * x ** order_theory[i] \
       with lines linewidth 1.5 dashtype 2 linecolor rgb colour_of(i) notitle, \
     for [i=1:words(others)] table using 1:(theory(word(others, i))) \
       with lines linewidth 1 dashtype 3 linecolor rgb colour_of(fit_count + i) notitle, \
     for [i=1:fit_count] table using 1:(above_zero(measured(fitted[i]))):(error(fitted[i])) \
       with yerrorbars pointtype 6 + i linecolor rgb colour_of(i) title law(i), \
     for [i=1:words(others)] table \
       using 1:(above_zero(measured(word(others, i)))):(error(word(others, i))) \
       with yerrorbars pointtype 8 + i linecolor rgb colour_of(fit_count + i) title word(others, i), \
     NaN with lines linewidth 3 linecolor rgb "#c0c0c0" title "theory", \
     NaN with lines linewidth 1.5 dashtype 2 linecolor rgb ink title "fit at the order of theory"
if (has_energy) {
  eval(lower_panel)
  set xlabel series_key noenhanced
  set ylabel "energy error"
  set yrange [1e-17:1e-11]
  set xtics ()
  set key top left
  # On a logarithmic axis 0 has no place: it is drawn at the bottom.
  plot table using 1:(measured("energy_error") > 1e-17 ? measured("energy_error") : 1e-17):xtic(strcol(1)) \
         with points pointtype 7 linecolor rgb colour[1] title "balance of the energy over the initial energy (0 at the bottom)"
}
unset multiplot
