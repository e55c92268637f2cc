# tables: history.csv
# shows: temperature temperature_ratio
# Temperature of each species over time; the shaded span is the measured part of the run.
table = "history.csv"
measured(c) = column(history_measured) > 0 ? column(c) : NaN
eval(look(table, "column(history_temperature)"))
if (species_count == 1 && is_flat(1)) { eval(leave("the temperature is constant")) }
lowest = STATS_min
highest = STATS_max
do for [i=1:species_count] {
  eval(look(table, "column(history_temperature_of[i])"))
  if (STATS_records > 0) {
    lowest = smaller(lowest, STATS_min)
    highest = larger(highest, STATS_max)
  }
}
several = species_count > 1

eval(page(several ? "Temperature of each species" : "Temperature of the gas"))
eval(whole_panel)
set xlabel x_label("time", history_time_unit)
set ylabel y_label("temperature", history_temperature_unit) offset y_shift, 0
eval(look(table, "measured(history_time)"))
shaded = STATS_records > 0
if (shaded) {
  set object 1 rectangle from first STATS_min, graph 0 to first STATS_max, graph 1 behind fillcolor rgb "#808080" fillstyle solid 0.12 noborder
}
STATS_records = 1; STATS_min = lowest; STATS_max = highest
eval(calm_range)
set xrange [*:*] noextend
plot for [i=1:species_count] table using history_time:(several ? column(history_temperature_of[i]) : NaN) \
       with lines linestyle (100 * (1 + int(i - 1) % 3) + kind(i)) title (several ? species[i] : ""), \
     table using history_time:history_temperature \
       with lines linestyle (several ? dotted : theory(1)) title (several ? "whole gas" : "gas"), \
     keyentry with boxes fillcolor rgb "#808080" fillstyle solid 0.12 title (shaded ? "measured part" : "")
eval(end_page)
