# tables of cases: drive.csv
# Temperature of each case of a series of driven gases over collisions per particle, with that of the
# steady state by theory.
eval(count(case_table("drive", 1)))
eval(page("Driven gases reach a steady temperature"))
eval(whole_panel)
set xlabel x_label("collisions per particle", "")
set ylabel y_label("temperature", drive_temperature_unit) offset y_shift, 0
set yrange [0:*]
plot for [k=1:case_count] case_table("drive", k) using drive_collisions_per_particle:drive_steady_temperature \
       with lines linewidth 2 linecolor rgb ramp(k) title (k == 1 ? "steady-state theory" : ""), \
     for [k=1:case_count] case_table("drive", k) using drive_collisions_per_particle:drive_temperature every thin \
       with points pointtype symbol[kind(k)] linecolor rgb ramp(k) title case[k]
eval(end_page)
