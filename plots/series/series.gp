# tables: series.csv series_theory.csv?
# Results of a series of runs with theory, for each value of the key that is varied.
table = "series.csv"
if (shown_value_count == 0) { eval(leave("no observable of the series has a theory")) }
# insert: series

eval(page(capital(shown_value_count == 1 ? shown_words[1] . " against " . series_key_words : "dependence on the " . series_key_words)))
do for [i=1:shown_value_count] {
  eval(grid_panel(i, shown_value_count))
  set xlabel x_label(series_key_words, series_key_unit)
  if (i > 1) { unset key }
  # insert: series_panel
}
eval(end_page)
