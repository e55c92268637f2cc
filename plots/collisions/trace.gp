# tables: trace.csv
# Path of one particle from collision to collision in the xy plane, with the same scale along x and y.
# insert: rounding
table = "trace.csv"
traced = ""
if (exists("trace_species") && species_count > 1) { stats table using (traced = strcol(trace_species), 0) every ::0::0 nooutput }

legend_rows = rows_of(2)
eval(page("The path of one particle" . (traced eq "" ? "" : ", " . traced) . ", from collision to collision"))
eval(rows_high(2))
eval(whole_panel)
eval(page_legend)  # the panel may be narrower than the legend
set size ratio -1
# Both axes have the tic distance of the longer one.
eval(look(table, "column(trace_x)")); across_trace = STATS_max - STATS_min
eval(look(table, "column(trace_y)"))
set xtics tic_step(larger(across_trace, STATS_max - STATS_min), 5); set ytics tic_step(larger(across_trace, STATS_max - STATS_min), 5)
set xlabel x_label("x", trace_x_unit)
set ylabel y_label("y", trace_y_unit) offset y_shift, 0
plot table using trace_x:trace_y with linespoints linestyle data(1) pointtype 7 pointsize 0.4 * style_symbols linewidth 0.8 title "collisions", \
     table every ::0::0 using trace_x:trace_y with points linestyle data(2) pointsize 2 * style_symbols title "start"
eval(end_page)
