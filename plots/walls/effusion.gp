# tables: effusion.csv effusion_speeds.csv
# shows: effusion_flux effusion_energy demon_temperature_ratio
# Number of particles on the low side of a plate with a hole, and the temperatures of both sides, over
# time, with theory; and the speed distribution of the particles that pass the hole, with that of the gas.
table = "effusion.csv"
speeds = "effusion_speeds.csv"

eval(count(table))
eval(page("Gas flow through a hole"))
eval(grid_panel(1, 3))
set xlabel x_label("time", effusion_time_unit)
set ylabel y_label("particles on the low side", "") offset y_shift, 0
set yrange [0:*]
plot table using effusion_time:effusion_low_side_theory \
       with lines linestyle line title "theory", \
     table using effusion_time:effusion_low_side every thin \
       with points linestyle data(1) title "measured"

eval(grid_panel(2, 3))
set ylabel y_label("temperature", effusion_low_side_temperature_unit) offset y_shift, 0
set yrange [*:*]
plot table using effusion_time:effusion_low_side_temperature_theory \
       with lines linestyle line title "theory", \
     table using effusion_time:effusion_low_side_temperature every thin \
       with points linestyle data(1) title "low side", \
     table using effusion_time:(column(effusion_high_side) > 20 ? column(effusion_high_side_temperature) : NaN) every thin \
       with points linestyle data(3) title "high side"

eval(grid_panel(3, 3))
set xlabel x_label("speed of passing particles / thermal speed", "")
set ylabel y_label("probability density", "") offset y_shift, 0
set yrange [0:*]
plot speeds using effusion_speeds_speed:effusion_speeds_density_theory \
       with lines linestyle line title "flux ∝ v f(v)", \
     speeds using effusion_speeds_speed:effusion_speeds_maxwell \
       with lines linestyle dashed title "gas f(v)", \
     speeds using effusion_speeds_speed:effusion_speeds_density:(error_in(effusion_speeds_density_error)) \
       with yerrorbars linestyle data(1) title "measured"
eval(end_page)
