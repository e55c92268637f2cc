# tables: echo.csv
# shows: echo_error lyapunov_exponent
# Reversal of all velocities: distance of each particle from its position at the same time before the
# reversal, over collisions per particle after the reversal (before it there are as many).
table = "echo.csv"

eval(page("Reversed velocities retrace the path until rounding errors grow"))
eval(whole_panel)
set xlabel x_label("collisions per particle after the reversal", "")
set ylabel y_label("distance from forward path / diameter", "") offset y_shift, 0
eval(log_y)
set xrange [0:*]
plot table using echo_collisions_per_particle:echo_largest_distance \
       with lines linestyle theory(2) title "largest distance", \
     table using echo_collisions_per_particle:echo_root_mean_square_distance \
       with lines linestyle second(1) title "root mean square"
eval(end_page)
