# tables: history.csv
# The temperature of each species over time; the shade marks what was measured.
table = "history.csv"
measured(c) = column(history_measured) > 0 ? column(c) : NaN

eval(whole_panel)
set title page("Temperatures") noenhanced
set xlabel label("time", history_time_unit)
set ylabel label("temperature", history_temperature_unit)
stats table using (measured(history_time)) nooutput
if (STATS_records > 0) {
  set object 1 rectangle from first STATS_min, graph 0 to first STATS_max, graph 1 behind fillcolor rgb "#0072B2" fillstyle solid 0.07 noborder
  set label 1 "measured" at first STATS_min, graph 0.03 offset 1, 0 textcolor rgb "#0072B2"
}
stats table using history_time nooutput
first_time = STATS_min
last_time = STATS_max
stats table using history_temperature nooutput
lowest = STATS_min
highest = STATS_max
do for [i=1:species_count] {
  stats table using (column(history_temperature_of[i])) nooutput
  lowest = STATS_min < lowest ? STATS_min : lowest
  highest = STATS_max > highest ? STATS_max : highest
}
STATS_min = lowest
STATS_max = highest
eval(calm_range)
if (last_time > first_time) { set xrange [first_time:last_time] }
plot for [i=1:species_count] table using history_time:(column(history_temperature_of[i])) \
       with lines linewidth 2 linecolor rgb colour_of(i) title species[i], \
     table using history_time:history_temperature \
       with lines dashtype 2 linewidth 1.5 linecolor rgb ink title "whole gas"
