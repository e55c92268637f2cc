# tables: velocity_waves.csv velocity_waves_over_time.csv
# shows: shear_waves sound_waves
# Structure factors of the velocity of a gas that loses energy, across the waves (shear) and along
# them (sound): over the wave number at the last sample, and over time in the longest waves, with the
# theory of the shear part.
table = "velocity_waves.csv"
course = "velocity_waves_over_time.csv"
eval(look(course, "column(velocity_waves_over_time_wave_number)"))
longest = STATS_min
of_longest(c) = column(velocity_waves_over_time_wave_number) == longest ? column(c) : NaN
eval(look(table, "column(velocity_waves_s_perp)"))
grows = STATS_max > 6

legend_rows = rows_of(4)
eval(page(grows ? "Vortices grow as the gas cools" : "Waves of the velocity"))
eval(log_y)
eval(grid_panel(1, 2))
eval(page_legend)
set xrange [0:*]
set xlabel x_label("wave number", velocity_waves_wave_number_unit)
set ylabel y_label("structure factor of the velocity", "") offset y_shift, 0
plot table using velocity_waves_wave_number:velocity_waves_s_perp_theory \
       with lines linestyle line title "theory, shear", \
     table using velocity_waves_wave_number:velocity_waves_s_perp:(error_in(velocity_waves_s_perp_error)) \
       with yerrorbars linestyle data(1) title "shear", \
     table using velocity_waves_wave_number:velocity_waves_s_par:(error_in(velocity_waves_s_par_error)) \
       with yerrorbars linestyle data(2) title "sound", \
     keyentry with points linestyle data(3) title "density"

eval(grid_panel(2, 2))
set xlabel x_label("time", velocity_waves_over_time_time_unit)
set ylabel y_label("longest waves", "") offset y_shift, 0
set xrange [*:*] noextend
plot course using velocity_waves_over_time_time:(of_longest(velocity_waves_over_time_s_perp_theory)) \
       with lines linestyle line notitle, \
     course using velocity_waves_over_time_time:(of_longest(velocity_waves_over_time_s_perp)) \
       with points linestyle data(1) notitle, \
     course using velocity_waves_over_time_time:(of_longest(velocity_waves_over_time_s_par)) \
       with points linestyle data(2) notitle, \
     course using velocity_waves_over_time_time:(of_longest(velocity_waves_over_time_s)) \
       with points linestyle data(3) notitle
eval(end_page)
