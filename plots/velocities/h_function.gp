# tables: relaxation.csv
# shows: h_function
# Boltzmann's H = ⟨ln f⟩ over collisions per particle, with its equilibrium value.
table = "relaxation.csv"

eval(look(table, "column(relaxation_collisions_per_particle) < 15 ? 1 : NaN")); thin = int(larger(1, STATS_records / 50))
eval(look(table, "column(relaxation_h_function)"))
is_known = STATS_records > 0
highest = is_known ? STATS_max : 0
eval(look(table, "column(relaxation_h_equilibrium)"))
lowest = STATS_records > 0 ? STATS_min : highest
if (!is_known) { eval(leave("H is not known")) }
eval(page("Boltzmann’s H decreases to its equilibrium value"))
eval(whole_panel)
set xlabel x_label("collisions per particle", "")
set ylabel y_label("H = ⟨ln f⟩", "") offset y_shift, 0
eval(relaxation_range)
set yrange [lowest - 0.1 * (highest - lowest) : highest + 0.05 * (highest - lowest)]
plot table using relaxation_collisions_per_particle:relaxation_h_equilibrium \
       with lines linestyle dashed title "Maxwell’s law", \
     table using relaxation_collisions_per_particle:relaxation_h_function every thin \
       with linespoints linestyle data(1) title "measured"
eval(end_page)
