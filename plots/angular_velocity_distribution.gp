# tables: angular_velocity_distribution.csv
# How the angular velocities about each principal axis (of ascending moments of inertia) of each
# species are distributed, beside Maxwell's law and the law of a finite gas.
table = "angular_velocity_distribution.csv"
axes = "x y z"
of(i, k, c) = (strcol(angular_velocity_distribution_species) eq species[int(i)] \
               && strcol(angular_velocity_distribution_axis) eq word(axes, int(k))) ? column(c) : NaN
point(k) = word("7 5 9", int(k)) + 0

set multiplot title page("Distribution of angular velocities about the principal axes") noenhanced
eval(upper_panel)
set ylabel label("probability density", angular_velocity_distribution_density_unit)
set yrange [0:*]
set key top left
plot for [i=1:species_count] for [k=1:3] table \
       using (of(i, k, angular_velocity_distribution_velocity)):(of(i, k, angular_velocity_distribution_maxwell)) \
       with lines dashtype 2 linewidth 1.5 linecolor rgb ink notitle, \
     for [i=1:species_count] for [k=1:3] table \
       using (of(i, k, angular_velocity_distribution_velocity)):(of(i, k, angular_velocity_distribution_finite_n)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] for [k=1:3] table \
       using (of(i, k, angular_velocity_distribution_velocity)):(of(i, k, angular_velocity_distribution_density)):(of(i, k, angular_velocity_distribution_error)) \
       with yerrorbars pointtype point(k) linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] keyentry with points pointtype 7 linecolor rgb colour_of(i) title species[i], \
     for [k=1:3] keyentry with points pointtype point(k) linecolor rgb ink title "about ".word(axes, k), \
     keyentry with lines dashtype 2 linewidth 1.5 linecolor rgb ink title "Maxwell", \
     keyentry with lines linewidth 1.5 linecolor rgb colour_of(1) title "finite number"

eval(lower_panel)
set xlabel label("angular velocity", angular_velocity_distribution_velocity_unit)
set ylabel "deviation / error"
set yrange [*<-5:5<*]
unset key
plot 0 with lines linewidth 1.5 linecolor rgb ink, \
     for [i=1:species_count] for [k=1:3] table \
       using (of(i, k, angular_velocity_distribution_velocity)):(of(i, k, angular_velocity_distribution_residual)) \
       with points pointtype point(k) linecolor rgb colour_of(i)
unset multiplot
