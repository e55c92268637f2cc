# tables of cases: cooling.csv
# Temperature of each case of a series over time with Haff's law, or with the theory of cooling if the
# restitution depends on speed.
array start[case_count]
do for [k=1:case_count] {
  stats case_table("cooling", k) using cooling_temperature every ::0::0 nooutput
  start[k] = STATS_min
}
eval(count(case_table("cooling", 1)))
eval(look(case_table("cooling", 1), "column(cooling_rate_theory_line)"))
law = STATS_records > 0 ? "Haff’s law" : "cooling theory"
eval(page(law eq "Haff’s law" ? "Cooling follows Haff’s law" : "Cooling agrees with theory"))
eval(whole_panel)
eval(log_x)
eval(log_y)
set xlabel x_label("time", cooling_time_unit)
set ylabel y_label("temperature / initial value", "") offset y_shift, 0
plot for [k=1:case_count] case_table("cooling", k) using (column(cooling_time) > 0 ? column(cooling_time) : NaN):(column(cooling_haff) / start[k]) \
       with lines linewidth 2 linecolor rgb ramp(k) title (k == 1 ? law : ""), \
     for [k=1:case_count] case_table("cooling", k) every thin \
       using (column(cooling_time) > 0 ? column(cooling_time) : NaN):(column(cooling_temperature) / start[k]) \
       with points pointtype symbol[kind(k)] linecolor rgb ramp(k) title case[k]
eval(end_page)
