# tables: pair_distribution.csv
# shows: contact_value
# Radial distribution functions of all pairs of species, with theory.
table = "pair_distribution.csv"
of(i, j, c) = strcol(pair_distribution_first) eq species[int(i)] && strcol(pair_distribution_second) eq species[int(j)] ? column(c) : NaN
pair_title(i, j) = species_count == 1 ? "measured" : species[int(i)]."–".species[int(j)]
pair_of(i, j) = (i - 1) * species_count + j

eval(page("Neighbours form shells around each particle"))
eval(whole_panel)
set xlabel x_label("distance", pair_distribution_distance_unit)
set ylabel y_label("radial distribution function", "") offset y_shift, 0
set yrange [0:*]
plot for [i=1:species_count] for [j=i:species_count] table \
       using pair_distribution_distance:(of(i, j, pair_distribution_g_theory)) \
       with lines linestyle (species_count == 1 ? line : theory(pair_of(i, j))) title (i == 1 && j == 1 ? "theory" : ""), \
     for [i=1:species_count] for [j=i:species_count] table \
       using pair_distribution_distance:(of(i, j, pair_distribution_g)):(error_in(pair_distribution_g_error)) \
       with yerrorbars linestyle data(pair_of(i, j)) title pair_title(i, j)
eval(end_page)
