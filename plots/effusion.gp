# tables: effusion.csv effusion_speeds.csv
# Particles that are left behind a hole and the temperature there over time; below, the speeds of
# those that pass beside those of the gas.
table = "effusion.csv"
speeds = "effusion_speeds.csv"

set multiplot layout 2,1 title page("Effusion through a hole") noenhanced
set lmargin 12
set xlabel label("time", effusion_time_unit) offset 0,0.5
set ylabel "particles on the low side"
set yrange [0:*]
set key top right
plot table using effusion_time:effusion_low_side \
       with points pointtype 7 pointsize 0.7 linecolor rgb colour[1] title "measured", \
     table using effusion_time:effusion_low_side_theory \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory, flux n (k_B T/2πm)^{1/2}"

set xlabel "speed of those that pass, in units of (k_B T/m)^{1/2}" offset 0,0.5
set ylabel "density"
set yrange [0:*]
plot speeds using effusion_speeds_speed:effusion_speeds_density_theory \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory, ∝ v f(v)", \
     speeds using effusion_speeds_speed:effusion_speeds_maxwell \
       with lines linewidth 1.5 dashtype 2 linecolor rgb colour[7] title "Maxwell, f(v)", \
     speeds using effusion_speeds_speed:effusion_speeds_density:effusion_speeds_density_error \
       with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour[1] title "measured"
unset multiplot
