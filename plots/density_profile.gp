# tables: density_profile.csv
# The density across the box along each axis.
table = "density_profile.csv"
axes = run_dimensions == 3 ? "x y z" : "x y"
of(i, axis, c) = strcol(density_profile_species) eq species[int(i)] && strcol(density_profile_axis) eq axis ? column(c) : NaN

set multiplot layout words(axes),1 title page("Number density across the box") noenhanced
set lmargin 12
do for [axis in axes] {
  set xlabel label(axis, density_profile_position_unit) offset 0,0.4
  set ylabel label("density", density_profile_density_unit)
  if (axis ne "x") { unset key }
  plot for [i=1:species_count] table \
         using density_profile_position:(of(i, axis, density_profile_density_theory)) \
         with lines linewidth 1.5 linecolor rgb colour_of(i) title (i == 1 ? "theory" : ""), \
       for [i=1:species_count] table \
         using density_profile_position:(of(i, axis, density_profile_density)):(of(i, axis, density_profile_density_error)) \
         with yerrorbars pointtype 7 pointsize 0.5 linecolor rgb colour_of(i) title species[i]
}
unset multiplot
