# tables: echo.csv
# How far a gas is from where it was when its velocities were turned round, over collisions per
# particle there and as many back.
table = "echo.csv"

eval(whole_panel)
set title page("Distance from the path before the reversal") noenhanced
set xlabel "collisions per particle, there and as many back"
set ylabel "distance / diameter"
set logscale y
set format y "10^{%L}"
set xrange [0:*]
set key bottom right
plot table using echo_collisions_per_particle:echo_largest_distance \
       with lines linewidth 1.5 linecolor rgb colour[2] title "largest of all particles", \
     table using echo_collisions_per_particle:echo_root_mean_square_distance \
       with lines linewidth 1.5 linecolor rgb colour[1] title "root mean square"
