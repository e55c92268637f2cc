# tables of each observable: series.csv
# What a series of runs found of one observable beside theory, for each value of its key; below, the
# deviations in standard errors.
table = "series.csv"
i = observable
z(row) = series_error(i) > 0 ? (column(shown_value[i]) - column(shown_theory[i])) / series_error(i) : NaN
eval(series_axis)
eval(look(table, "z(0)"))
deviations = STATS_records > 0

eval(page(capital(shown_words[i] . " against " . series_key_words)))
if (deviations) { eval(upper_panel) } else { eval(whole_panel); set xlabel x_label(series_key_words, series_key_unit) }
eval(series_panel)
if (deviations) {
  eval(lower_panel)
  set xlabel x_label(series_key_words, series_key_unit)
  set ylabel y_label("deviation / error", "")
  set yrange [*<-4:4<*]
  plot 0 with lines linestyle line, \
       table using (series_x(column(0))):(z(0)) with points linestyle data(1)
}
eval(end_page)
