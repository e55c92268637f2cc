# tables of each observable: series.csv series_theory.csv?
# One observable of a series of runs with theory, for each value of the key that is varied; below, the
# deviations from theory in standard errors.
table = "series.csv"
i = observable
z(row) = shown_z[i] == 0 ? NaN : column(shown_z[i])
# insert: series
eval(look(table, "z(0)"))
deviations = STATS_records > 0

eval(page(capital(shown_words[i] . " against " . series_key_words)))
if (deviations) { eval(upper_panel) } else { eval(whole_panel); set xlabel x_label(series_key_words, series_key_unit) }
# insert: series_panel
if (deviations) {
  eval(lower_panel)
  eval(log_values)
  set xlabel x_label(series_key_words, series_key_unit)
  set ylabel y_label("deviation / error", "") offset y_shift, 0
  eval(look(table, "abs(z(0))"))
  reach = reach_of(1)
  set yrange [-reach:reach]
  plot 0 with lines linestyle line, \
       table using (series_x(column(0))):(within(z(0), -reach, reach)):(mark(z(0), -reach, reach, symbol[1])) \
         with points linestyle data(1) pointtype variable
}
eval(end_page)
