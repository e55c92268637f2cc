# tables: cooling.csv
# shows: cooling_rate energy_lost_fraction
# Temperature of a gas that loses energy at each collision: over time with Haff's law, or with the
# theory of cooling if the restitution depends on speed, and over collisions per particle with the
# cooling rate of the homogeneous cooling state.
table = "cooling.csv"
eval(count(table))
stats table using cooling_temperature every ::0::0 nooutput
start = STATS_min
later(c) = column(c) > 0 ? column(c) : NaN
# Viscoelastic spheres have no constant cooling rate per collision and do not follow Haff's law.
eval(look(table, "column(cooling_rate_theory_line)"))
law = STATS_records > 0 ? "Haff’s law" : "cooling theory"
eval(look(table, "column(cooling_collisions_per_particle)"))
if (STATS_max == 0) { eval(leave("no two particles collide")) }
eval(look(table, "column(cooling_haff) > 0 ? log(column(cooling_temperature) / column(cooling_haff)) : NaN"))
follows = STATS_records > 0 && larger(abs(STATS_min), abs(STATS_max)) < 0.15

eval(page(follows && law eq "Haff’s law" ? "Cooling follows Haff’s law" : follows ? "Cooling agrees with theory" : "Cooling of the gas"))
eval(log_y)
eval(grid_panel(1, 2))
set ylabel y_label("temperature / initial value", "") offset y_shift, 0
set xlabel x_label("time", cooling_time_unit)
eval(log_x)
plot table using (later(cooling_time)):(column(cooling_temperature) / start) every thin \
       with points linestyle data(1) title "measured", \
     table using (later(cooling_time)):(column(cooling_haff) / start) \
       with lines linestyle line title law

eval(grid_panel(2, 2))
eval(linear_x)
set xlabel x_label("collisions per particle", "")
plot table using cooling_collisions_per_particle:(column(cooling_temperature) / start) every thin \
       with points linestyle data(1) title "measured", \
     table using cooling_collisions_per_particle:(column(cooling_rate_theory_line) / start) \
       with lines linestyle line title "theoretical cooling rate"
eval(end_page)
