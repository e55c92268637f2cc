# tables: pair_distribution.csv
# The radial distribution functions of all pairs of species.
table = "pair_distribution.csv"
of(i, j, c) = strcol(pair_distribution_first) eq species[int(i)] && strcol(pair_distribution_second) eq species[int(j)] ? column(c) : NaN
pair_title(i, j) = species_count == 1 ? "measured" : species[int(i)]."–".species[int(j)]
pair_colour(i, j) = colour_of((i - 1) * species_count + j)

eval(whole_panel)
set title page("Radial distribution: pairs at a distance, over those placed at random") noenhanced
set xlabel label("distance r", pair_distribution_distance_unit)
set ylabel "g(r)"
set yrange [0:*]
plot for [i=1:species_count] for [j=i:species_count] table \
       using pair_distribution_distance:(of(i, j, pair_distribution_g_theory)) \
       with lines linewidth 1.5 linecolor rgb pair_colour(i, j) title (i == 1 && j == 1 ? "theory" : ""), \
     for [i=1:species_count] for [j=i:species_count] table \
       using pair_distribution_distance:(of(i, j, pair_distribution_g)):(of(i, j, pair_distribution_g_error)) \
       with yerrorbars pointtype 7 pointsize 0.7 linecolor rgb pair_colour(i, j) title pair_title(i, j)
