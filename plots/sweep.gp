# tables: sweep_curves.csv
# An observable of a sweep over one of its keys, a curve for each value of the others, beside theory;
# below, the deviations from theory in standard errors. `clausius sweep-plot` draws it, with a table
# of its own (`curves`).
stats curves using curves_x nooutput
span = STATS_max > STATS_min ? STATS_max - STATS_min : 1.0
set xrange [STATS_min - 0.06 * span : STATS_max + 0.06 * span]
of(i, number) = column(curves_curve) == i ? column(number) : NaN

set multiplot title page(y_name . " over " . x_name) noenhanced
if (has_theory) { eval(upper_panel) } else { eval(whole_panel); set xlabel x_name noenhanced }
if (curve_count == 1 && curve[1] eq "") { unset key }
set ylabel label(y_name, y_unit) noenhanced
set offsets 0, 0, graph 0.08, graph 0.08
plot for [i=1:curve_count] curves using curves_x:(of(i, curves_theory)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:curve_count] curves using curves_x:(of(i, curves_value)):(of(i, curves_error)) \
       with yerrorbars pointtype 7 linecolor rgb colour_of(i) title curve[i]
if (has_theory) {
  eval(lower_panel)
  set xlabel x_name noenhanced
  set ylabel "deviation / error"
  set yrange [*<-5:5<*]
  unset key
  plot 0 with lines linewidth 1 linecolor rgb ink, \
       for [i=1:curve_count] curves using curves_x:(of(i, curves_z)) \
         with points pointtype 7 linecolor rgb colour_of(i)
}
unset multiplot
