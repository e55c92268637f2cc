# tables: structure_factor.csv
# shows: structure_factor_small_k
# Static structure factor of all particles together and of each species alone, with theory.
table = "structure_factor.csv"
of(name, c) = strcol(structure_factor_species) eq name ? column(c) : NaN

eval(page("Static structure factor"))
eval(whole_panel)
set xlabel x_label("wave number", structure_factor_wave_number_unit)
set ylabel y_label("structure factor", "") offset y_shift, 0
# Clusters are a peak at the longest waves, far above the rest.
eval(look(table, "column(structure_factor_s)"))
clusters = STATS_max > 10
if (clusters) { eval(log_x); eval(log_y) } else { set xrange [0:*]; set yrange [0:*] }
plot table using structure_factor_wave_number:(of("all", structure_factor_s_theory)) \
       with lines linestyle line title "theory", \
     table using structure_factor_wave_number:(of("all", structure_factor_s)):(error_in(structure_factor_s_error)) \
       with yerrorbars linestyle data(7) title "all particles", \
     for [i=1:species_count] table \
       using structure_factor_wave_number:(of(species[int(i)], structure_factor_s_theory)) \
       with lines linestyle theory(i) notitle, \
     for [i=1:species_count] table \
       using structure_factor_wave_number:(of(species[int(i)], structure_factor_s)):(error_in(structure_factor_s_error)) \
       with yerrorbars linestyle data(i) title (species_count > 1 ? species[int(i)] : "")
eval(end_page)
