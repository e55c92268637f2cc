# tables: effusion.csv effusion_speeds.csv
# Particles on one side of a plate with a hole, and the temperatures of both sides, over time; below,
# the speeds of those that pass beside those of the gas.
table = "effusion.csv"
speeds = "effusion_speeds.csv"

set multiplot layout 3,1 title page("Through a hole") noenhanced
set lmargin 12
set xlabel label("time", effusion_time_unit) offset 0,0.6
set ylabel "on the low side"
set yrange [0:*]
set key bottom left
plot table using effusion_time:effusion_low_side_theory \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory", \
     table using effusion_time:effusion_low_side \
       with points pointtype 7 pointsize 0.4 linecolor rgb colour[1] title "measured"

set ylabel label("T", effusion_low_side_temperature_unit)
set yrange [*:*]
set key outside above right horizontal
plot table using effusion_time:effusion_low_side_temperature_theory \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory, low side", \
     table using effusion_time:effusion_low_side_temperature \
       with points pointtype 7 pointsize 0.4 linecolor rgb colour[1] title "low side", \
     table using effusion_time:(column(effusion_high_side) > 20 ? column(effusion_high_side_temperature) : NaN) \
       with points pointtype 7 pointsize 0.4 linecolor rgb colour[3] title "high side"

set xlabel "speed of those that pass, in units of (k_B T/m)^{1/2}" offset 0,0.6
set ylabel "density"
set yrange [0:*]
set key top right
plot speeds using effusion_speeds_speed:effusion_speeds_density_theory \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory, ∝ v f(v)", \
     speeds using effusion_speeds_speed:effusion_speeds_maxwell \
       with lines linewidth 1.5 dashtype 2 linecolor rgb colour[7] title "Maxwell, f(v)", \
     speeds using effusion_speeds_speed:effusion_speeds_density:effusion_speeds_density_error \
       with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour[1] title "measured"
unset multiplot
