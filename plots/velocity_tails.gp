# tables: velocity_tails.csv
# How the velocities of a cooling gas are distributed over many decades, in units of the falling
# thermal speed, beside Maxwell's law and that law with two Sonine corrections; the deviation below.
table = "velocity_tails.csv"
stats table using velocity_tails_density nooutput
least = STATS_min

set multiplot title page("Tails of the velocities of the cooling gas") noenhanced
eval(upper_panel)
set key bottom left
set xrange [0:*]
set ylabel "density of velocities f(c)"
set logscale y
set format y "10^{%T}"
set yrange [0.1 * least:2]
plot table using velocity_tails_speed:velocity_tails_maxwell \
       with lines dashtype 2 linewidth 1.5 linecolor rgb ink title "Maxwell", \
     table using velocity_tails_speed:velocity_tails_sonine \
       with lines linewidth 1.5 linecolor rgb colour[2] title "with a2 and a3 of theory", \
     table using velocity_tails_speed:velocity_tails_exponential \
       with lines dashtype 3 linewidth 1.5 linecolor rgb colour[3] title "slope of the far tail by theory, where it touches Maxwell", \
     table using velocity_tails_speed:velocity_tails_density:velocity_tails_error \
       with yerrorbars pointtype 7 linecolor rgb colour[1] title "measured"

eval(lower_panel)
unset logscale y
set format y "%g"
set xlabel "c = v / (2 k_BT/m)^{1/2}"
set ylabel "f / Maxwell"
set yrange [0.8:1.3]
unset key
plot 1 with lines dashtype 2 linewidth 1.5 linecolor rgb ink, \
     table using velocity_tails_speed:velocity_tails_sonine_ratio \
       with lines linewidth 1.5 linecolor rgb colour[2], \
     table using velocity_tails_speed:velocity_tails_ratio:velocity_tails_ratio_error \
       with yerrorbars pointtype 7 linecolor rgb colour[1]
unset multiplot
