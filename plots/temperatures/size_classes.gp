# tables: size_classes.csv
# Collision rates of the particles of polydisperse species by their diameter, with theory, and the
# temperatures of the same classes.
table = "size_classes.csv"
of_kind(i, x) = (strcol(size_classes_species) eq species[i] ? x : NaN)
eval(look(table, "column(size_classes_diameter)"))
if (STATS_records < 2) { eval(leave("there are too few classes of size")) }

eval(page("Collisions of particles by their size"))
eval(upper_panel)
set ylabel y_label("collision rate", size_classes_collision_rate_unit) offset y_shift, 0
set yrange [0:*]
set offsets graph 0.03, graph 0.03, 0, 0
plot for [i=1:species_count] table \
       using size_classes_diameter:(of_kind(i, column(size_classes_collision_rate_theory))) \
       with lines linestyle theory(i) notitle, \
     for [i=1:species_count] table \
       using size_classes_diameter:(of_kind(i, column(size_classes_collision_rate))):size_classes_collision_rate_error \
       with yerrorbars linestyle data(i) title species[i], \
     keyentry with lines linestyle line title "theory"
eval(lower_panel)
set xlabel x_label("diameter", size_classes_diameter_unit)
set ylabel y_label("temperature", size_classes_temperature_unit) offset y_shift, 0
set yrange [*:*]
plot for [i=1:species_count] table \
       using size_classes_diameter:(of_kind(i, column(size_classes_temperature))):size_classes_temperature_error \
       with yerrorbars linestyle data(i) notitle
eval(end_page)
