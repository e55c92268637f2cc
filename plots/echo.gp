# tables: echo.csv
# How far a gas is from where it was when its velocities were turned round, over collisions per
# particle there and as many back.
table = "echo.csv"

eval(page("Turned round, the gas comes back until rounding errors have grown"))
eval(whole_panel)
set xlabel x_label("collisions per particle, there and as many back", "")
set ylabel y_label("distance from the way there / diameter", "") offset y_shift, 0
eval(log_y)
set xrange [0:*]
plot table using echo_collisions_per_particle:echo_largest_distance \
       with lines linestyle theory(2) title "largest of all particles", \
     table using echo_collisions_per_particle:echo_root_mean_square_distance \
       with lines linestyle second(1) title "root mean square"
eval(end_page)
