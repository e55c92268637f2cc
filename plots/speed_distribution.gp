# tables: speed_distribution.csv
# How the speeds of each species are distributed, beside Maxwell's law and the law of a finite gas.
table = "speed_distribution.csv"
of(i, c) = strcol(speed_distribution_species) eq species[int(i)] ? column(c) : NaN

set multiplot title page("Distribution of speeds") noenhanced
eval(upper_panel)
set ylabel label("probability density", speed_distribution_density_unit)
set yrange [0:*]
plot for [i=1:species_count] table \
       using (of(i, speed_distribution_speed)):(of(i, speed_distribution_maxwell)) \
       with lines dashtype 2 linewidth 1.5 linecolor rgb ink notitle, \
     for [i=1:species_count] table \
       using (of(i, speed_distribution_speed)):(of(i, speed_distribution_finite_n)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] table \
       using (of(i, speed_distribution_speed)):(of(i, speed_distribution_density)):(of(i, speed_distribution_error)) \
       with yerrorbars pointtype 7 linecolor rgb colour_of(i) title species[i], \
     keyentry with lines dashtype 2 linewidth 1.5 linecolor rgb ink title "Maxwell", \
     keyentry with lines linewidth 1.5 linecolor rgb colour_of(1) title "finite number"

eval(lower_panel)
set xlabel label("speed", speed_distribution_speed_unit)
set ylabel "deviation / error"
set yrange [*<-5:5<*]
unset key
plot 0 with lines linewidth 1.5 linecolor rgb ink, \
     for [i=1:species_count] table \
       using (of(i, speed_distribution_speed)):(of(i, speed_distribution_residual)) \
       with points pointtype 7 linecolor rgb colour_of(i)
unset multiplot
