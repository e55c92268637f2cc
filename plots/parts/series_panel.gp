# Observable i of a series with theory, in a panel.
eval(log_values)
eval(look(table, "series_theory(i)"))
has_theory = STATS_records > 0
low = has_theory ? STATS_min : 1e300
high = has_theory ? STATS_max : -1e300
if (shown_curve[i] > 0) {
  eval(look("series_theory.csv", "column(shown_curve[i])"))
  low = STATS_min
  high = STATS_max
}
eval(look(table, "column(shown_value[i]) - series_error(i)"))
low = smaller(low, STATS_min)
eval(look(table, "column(shown_value[i]) + series_error(i)"))
high = larger(high, STATS_max)
pad = larger(high > low ? 0.08 * (high - low) : 0.1 * abs(high) + (high == 0), 0.002 * abs(high))
eval(look(table, "column(shown_value[i])"))
series_log_y = low > 0 && high > 20 * low && STATS_median < 0.25 * (low + high)
if (series_log_y) {
  eval(log_y)
  set yrange [low / 1.2 : 1.2 * high]
} else {
  eval(linear_y)
  set yrange [(low >= 0 ? larger(0, low - pad) : low - pad) : high + pad]
}
set ylabel y_label(shown_words[i], shown_unit[i]) offset y_shift, 0
plot (shown_curve[i] > 0 ? "series_theory.csv" : table) using 1:(shown_curve[i] > 0 ? column(shown_curve[i]) : NaN) \
       with lines linestyle line title (shown_curve[i] > 0 ? "theory" : ""), \
     table using (series_x(column(0))):(is_joined(i) ? series_theory(i) : NaN) smooth mcsplines \
       with lines linestyle line title (is_joined(i) ? "theory" : ""), \
     table using (series_x(column(0))):(is_marked(i) ? series_theory(i) : NaN) \
       with linespoints linestyle dashed pointtype 2 title (is_marked(i) ? "theory" : ""), \
     table using (series_x(column(0))):(column(shown_value[i])):(series_error(i)) \
       with yerrorbars linestyle data(1) title "measured"
