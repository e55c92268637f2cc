# tables: series.csv
# What a series of runs found beside theory, for each value of its key; below, the deviations in
# standard errors. The observables that are checked come first.
table = "series.csv"
shown = series_beside_theory_count < 3 ? series_beside_theory_count : 3
x(row) = valid(1) ? column(1) : row  # the key's value; its place in the series where it is no number
error(i) = strcol(series_beside_theory_error[int(i)]) eq "nan" ? 0 : column(series_beside_theory_error[int(i)])
z(i) = (column(series_beside_theory_value[int(i)]) - column(series_beside_theory_theory[int(i)])) / column(series_beside_theory_error[int(i)])

stats table using (x(column(0))) nooutput
span = STATS_max > STATS_min ? STATS_max - STATS_min : 1.0
set xrange [STATS_min - 0.06 * span : STATS_max + 0.06 * span]
set xtics tic_step(span)

set multiplot title page("Series over " . series_key) noenhanced
set tics font ",12"
set ytics offset 0.4
set offsets 0, 0, graph 0.08, graph 0.08
do for [i=1:shown] {
  left = shown == 1 ? 0.11 : (i - 1 + 0.24) / shown
  set lmargin at screen left
  set rmargin at screen (i - 0.06) / shown
  set tmargin at screen 0.835; set bmargin at screen 0.425
  set title series_beside_theory[i] noenhanced
  set format x ""
  unset xlabel
  set ylabel label("", series_beside_theory_unit[i])
  if (i == 1) { set key at screen 0.5, screen 0.04 center center maxrows 1 width 4 } else { unset key }
  plot table using (x(column(0))):(column(series_beside_theory_theory[i])) smooth unique \
         with lines linewidth 1.5 linecolor rgb colour[2] title "theory", \
       table using (x(column(0))):(column(series_beside_theory_value[i])):(error(i)) \
         with yerrorbars pointtype 7 linecolor rgb colour[1] title "measured"
  unset title
  set tmargin at screen 0.385; set bmargin at screen 0.165
  set format x "%g"
  set xlabel series_key noenhanced
  set ylabel (i == 1 ? "deviation / error" : "")
  set yrange [*<-5:5<*]
  unset key
  plot 0 with lines linewidth 1.5 linecolor rgb colour[2], \
       table using (x(column(0))):(z(i)) with points pointtype 7 linecolor rgb colour[1]
  set yrange [*:*]
}
unset multiplot
