# tables: density_profile.csv
# shows: mean_height density_chi2_p wall_contact_density
# Number density of each species across the box along each axis, with theory.
table = "density_profile.csv"
axes = run_dimensions == 3 ? "x y z" : "x y"
of(i, axis, c) = strcol(density_profile_species) eq species[int(i)] && strcol(density_profile_axis) eq axis ? column(c) : NaN

eval(page("Number density across the box"))
do for [k=1:words(axes)] {
  axis = word(axes, k)
  eval(grid_panel(k, words(axes)))
  set ylabel y_label("number density", density_profile_density_unit) offset y_shift, 0
  set xlabel x_label(axis, density_profile_position_unit)
  if (k > 1) { if (columns_of(words(axes)) > 1) { unset ylabel }; unset key }
  plot for [i=1:species_count] table \
         using density_profile_position:(of(i, axis, density_profile_density_theory)) \
         with lines linestyle (species_count == 1 ? line : theory(i)) title (i == 1 ? "theory" : ""), \
       for [i=1:species_count] table \
         using density_profile_position:(of(i, axis, density_profile_density)):(error_in(density_profile_density_error)) \
         with yerrorbars linestyle data(i) title (species_count == 1 ? "measured" : species[i])
}
eval(end_page)
