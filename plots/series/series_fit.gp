# tables: series.csv series_fit.csv
# Power laws in the key of a series: the fitted observables with their fits and the laws of theory. If
# fixed time steps are compared with events, also the deficits of collision rate and pressure that the
# steps cause; below, the error of the energy.
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
# Gnuplot evaluates a plot of no observable, whose name is empty, before it leaves it out.
error(name) = name eq "" ? NaN : error_in(int(value("series_" . name . "_error")))
power(name) = column(int(value("series_" . name . "_theory")))
above_zero(y) = y > 0 ? y : NaN
law(i) = sprintf("%s: %.2g x^%.2f", plain(fitted[i]), prefactor[i], order[i]) \
  . (style_name eq "paper" ? "" : sprintf(" (theory %.3g x^%.3g)", prefactor_theory[i], order_theory[i]))

others = ""
do for [name in "collision_rate_deficit pressure_deficit"] {
  if (exists("series_" . name)) { others = others . " " . name }
}
of_one = fit_count == 1 && others eq ""
are_fractions = fit_count == sum [i=1:fit_count] (strstrt(fitted[i], "fraction") + strstrt(fitted[i], "deficit") > 0)
has_energy = 0
if (exists("series_energy_error")) {
  eval(look(table, "measured('energy_error')"))
  has_energy = STATS_records > 0 && STATS_max > 1e-12
}

set xrange [low:high]
eval(page("Power-law dependence on the " . series_key_words))
eval(log_x)
eval(log_y)
set key maxcols 1
if (has_energy) { eval(upper_part(0.36)) } else { eval(whole_panel); set xlabel x_label(series_key_words, series_key_unit) }
set ylabel y_label(of_one ? plain(fitted[1]) : are_fractions ? "fraction" : "value", of_one ? value("series_" . fitted[1] . "_unit") : "") offset y_shift, 0
plot for [i=1:fit_count] prefactor_theory[i] * x ** order_theory[i] \
       with lines linewidth 4 linecolor rgb "#c0c0c0" notitle, \
     for [i=1:fit_count] prefactor[i] * x ** order_theory[i] \
       with lines linestyle second(i) notitle, \
     for [i=1:words(others)] table using 1:(power(word(others, i))) \
       with lines linestyle third(fit_count + i) notitle, \
     for [i=1:fit_count] table using 1:(above_zero(measured(fitted[i]))):(error(fitted[i])) \
       with yerrorbars linestyle data(i) title law(i), \
     for [i=1:words(others)] table \
       using 1:(above_zero(measured(word(others, i)))):(error(word(others, i))) \
       with yerrorbars linestyle data(fit_count + i) title plain(word(others, i)), \
     keyentry with lines linewidth 4 linecolor rgb "#c0c0c0" title "theory", \
     keyentry with lines linestyle dashed title "fit with theoretical exponent"
if (has_energy) {
  eval(legend)
  eval(panel(0, 1, 0, 0.36))
  set format x "%g"
  set xlabel x_label(series_key_words, series_key_unit)
  set ylabel y_label("energy error", "") offset y_shift, 0
  least = 1e-17; most = 1e-11
  set yrange [least:most]
  set xtics ()
  # A logarithmic axis has no zero: an error of zero is drawn at the bottom.
  plot table using 1:(within(measured("energy_error"), least, most)):(mark(measured("energy_error"), least, most, symbol[1])):xtic(strcol(1)) \
         with points linestyle data(1) pointtype variable notitle, \
       keyentry with points linestyle data(1) title "energy error, zero at the bottom"
}
eval(end_page)
