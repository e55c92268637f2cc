# tables: structure_factor.csv
# The static structure factor of all particles, and of those of each species.
table = "structure_factor.csv"
of(name, c) = strcol(structure_factor_species) eq name ? column(c) : NaN

eval(whole_panel)
set title page("Static structure factor") noenhanced
set xlabel label("wave number k", structure_factor_wave_number_unit)
set ylabel "S(k)"
set xrange [0:*]
set yrange [0:*]
set key bottom right
plot table using structure_factor_wave_number:(of("all", structure_factor_s_theory)) \
       with lines linewidth 1.5 linecolor rgb colour[7] title "theory, all particles", \
     table using structure_factor_wave_number:(of("all", structure_factor_s)):(of("all", structure_factor_s_error)) \
       with yerrorbars pointtype 7 pointsize 0.7 linecolor rgb colour[7] title "all particles", \
     for [i=1:species_count] table \
       using structure_factor_wave_number:(of(species[int(i)], structure_factor_s_theory)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] table \
       using structure_factor_wave_number:(of(species[int(i)], structure_factor_s)):(of(species[int(i)], structure_factor_s_error)) \
       with yerrorbars pointtype 7 pointsize 0.7 linecolor rgb colour_of(i) title (species_count > 1 ? species[int(i)] : "")
