# tables: sweep_curves.csv
# An observable of a sweep over one of its keys, with one curve for each combination of the other keys,
# theory and lines of reference; below, the deviations from theory in standard errors. `clausius sweep-plot`
# draws it from a table that it writes (`curves`).
eval(look(curves, "column(curves_x)"))
span = STATS_max > STATS_min ? STATS_max - STATS_min : 1.0
if (logarithmic_x) { set xrange [STATS_min / 1.2 : 1.2 * STATS_max] } else { set xrange [STATS_min - 0.06 * span : STATS_max + 0.06 * span] }
of(i, number) = column(curves_curve) == i ? column(number) : NaN
eval(look(curves, "column(curves_z)"))
deviations = STATS_records > 0

eval(page(capital(y_name) . " against " . x_name))
if (logarithmic_x) { eval(log_x) }
if (logarithmic_y) { eval(log_y) }
if (deviations) { eval(upper_panel) } else { eval(whole_panel); set xlabel x_label(x_name, x_unit) }
set ylabel y_label(y_name, y_unit) offset y_shift, 0
# If no value is negative, the axis begins at zero or above.
eval(look(curves, "column(curves_value) - column(curves_error)"))
if (STATS_min >= 0 && !logarithmic_y) { set yrange [0<*:*] }
if (!logarithmic_y) { set offsets 0, 0, graph 0.08, graph 0.08 }
# Theory that depends only on the study is a curve of many points; other theory is known only at the runs:
# a smooth curve joins four or more of them.
eval(look(curves, "of(1, curves_theory)"))
is_smooth = theory_curves eq "" && STATS_records > 3
joined = theory_curves eq "" ? curves : theory_curves
style_of(i) = curve_count == 1 ? line : theory(i)
plot for [i=1:reference_count] reference_curves using curves_x:(of(i, curves_theory)) \
       with lines linewidth 1.5 linecolor rgb colour[kind(8 - i)] dashtype (4, 3) title reference[int(i)], \
     for [i=1:curve_count] joined using curves_x:(is_smooth ? NaN : of(i, curves_theory)) \
       with lines linestyle style_of(i) notitle, \
     for [i=1:curve_count] curves using curves_x:(is_smooth ? of(i, curves_theory) : NaN) smooth mcsplines \
       with lines linestyle style_of(i) notitle, \
     for [i=1:curve_count] curves using curves_x:(of(i, curves_value)):(of(i, curves_error)) \
       with yerrorbars linestyle data(i) title (curve[i] eq "" ? "measured" : curve[i]), \
     keyentry with lines linestyle line title (has_theory ? "theory" : "")
if (deviations) {
  eval(lower_panel)
  set offsets 0, 0, 0, 0
  set xlabel x_label(x_name, x_unit)
  set ylabel y_label("deviation / error", "") offset y_shift, 0
  eval(look(curves, "abs(column(curves_z))"))
  reach = reach_of(1)
  set yrange [-reach:reach]
  plot 0 with lines linestyle line, \
       for [i=1:curve_count] curves using curves_x:(within(of(i, curves_z), -reach, reach)):(mark(of(i, curves_z), -reach, reach, symbol[kind(i)])) \
         with points linestyle data(i) pointtype variable
}
eval(end_page)
