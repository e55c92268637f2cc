# tables: velocity_distribution.csv
# How the velocity components of each species are distributed, beside Maxwell's law and the law of a finite gas.
table = "velocity_distribution.csv"
of(i, c) = strcol(velocity_distribution_species) eq species[int(i)] ? column(c) : NaN

set multiplot title page("Distribution of velocity components") noenhanced
eval(upper_panel)
set ylabel label("probability density", velocity_distribution_density_unit)
set yrange [0:*]
set key top left
plot for [i=1:species_count] table \
       using (of(i, velocity_distribution_velocity)):(of(i, velocity_distribution_maxwell)) \
       with lines dashtype 2 linewidth 1.5 linecolor rgb ink notitle, \
     for [i=1:species_count] table \
       using (of(i, velocity_distribution_velocity)):(of(i, velocity_distribution_finite_n)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] table \
       using (of(i, velocity_distribution_velocity)):(of(i, velocity_distribution_density)):(of(i, velocity_distribution_error)) \
       with yerrorbars pointtype 7 linecolor rgb colour_of(i) title species[i], \
     keyentry with lines dashtype 2 linewidth 1.5 linecolor rgb ink title "Maxwell", \
     keyentry with lines linewidth 1.5 linecolor rgb colour_of(1) title "finite number"

eval(lower_panel)
set xlabel label("velocity component", velocity_distribution_velocity_unit)
set ylabel "deviation / error"
set yrange [*<-5:5<*]
unset key
plot 0 with lines linewidth 1.5 linecolor rgb ink, \
     for [i=1:species_count] table \
       using (of(i, velocity_distribution_velocity)):(of(i, velocity_distribution_residual)) \
       with points pointtype 7 linecolor rgb colour_of(i)
unset multiplot
