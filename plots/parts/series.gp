# The key of a series, the x axis.
# Value of the key or, if it is not a number, its position in the series.
series_x(row) = valid(1) ? column(1) : row
eval(look(table, "series_x(column(0))"))
series_rows = STATS_records
series_pad = 0.06 * (STATS_max > STATS_min ? STATS_max - STATS_min : 1.0)
series_log = STATS_min > 0 && STATS_max > 20 * STATS_min && STATS_median < 0.25 * (STATS_max + STATS_min)
series_from = series_log ? STATS_min / 1.2 : STATS_min >= 0 ? larger(0, STATS_min - series_pad) : STATS_min - series_pad
set xrange [series_from : series_log ? 1.2 * STATS_max : STATS_max + series_pad]
# A logarithmic axis has tics at the values of the cases, as many as there is room for.
tic_of_row = "stats [*:*][*:*] table using 1 every ::case_row::case_row nooutput; \
  set xtics add ((x_has_numbers ? number_text(STATS_min) : '') STATS_min)"
log_values = "if (series_log) { set logscale x; x_is_log = 1; \
  case_room = smaller(series_rows, larger(1, floor(1.6 * across / 7))); case_step = int(ceil(1.0 * series_rows / case_room)); \
  set xtics (); do for [case_row=0:series_rows-1:case_step] { eval(tic_of_row) } }"

# Observable i of the series.
series_error(i) = shown_error[int(i)] == 0 ? 0 : error_in(shown_error[int(i)])
series_theory(i) = shown_theory[int(i)] == 0 ? NaN : column(shown_theory[int(i)])
# Theory that depends on the run is known only at the cases: a smooth curve joins four or more of them,
# marks show fewer.
is_joined(i) = has_theory && shown_curve[int(i)] == 0 && series_rows > 3
is_marked(i) = has_theory && shown_curve[int(i)] == 0 && series_rows < 4
