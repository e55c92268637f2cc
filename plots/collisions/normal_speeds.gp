# tables: normal_speeds.csv
# shows: normal_speed_chi2_p mean_collision_energy
# Distribution of the relative speed along the line of centres at collisions, with theory.
table = "normal_speeds.csv"

eval(page("Fast particles collide more often: normal impact speeds"))
eval(whole_panel)
set xlabel x_label("normal relative speed / its thermal value", "")
set ylabel y_label("probability density", "") offset y_shift, 0
set xrange [0:*]
set yrange [0:*]
plot table using normal_speeds_normal_speed:normal_speeds_theory \
       with lines linestyle line title "theory ≈ u exp(−u²/2), finite N", \
     table using normal_speeds_normal_speed:normal_speeds_density:(error_in(normal_speeds_error)) \
       with yerrorbars linestyle data(1) title "measured"
eval(end_page)
