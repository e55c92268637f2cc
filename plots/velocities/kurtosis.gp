# tables: relaxation.csv
# shows: kurtosis_a2
# Kurtosis of the velocities over collisions per particle, with Boltzmann's equation or, if that has not
# been solved for the gas, its first Sonine approximation, and with the value of Maxwell's law.
table = "relaxation.csv"
equilibrium = run_dimensions == 3 ? 5. / 3 : 2.
eval(look(table, "column(relaxation_a2_theory)"))
is_solved = STATS_records > 0
eval(look(table, "column(relaxation_collisions_per_particle) < 15 ? 1 : NaN")); thin = int(larger(1, STATS_records / 50))
eval(look(table, "column(relaxation_kurtosis)"))
lowest = smaller(STATS_min, equilibrium); highest = larger(STATS_max, equilibrium)
right(row) = is_solved ? equilibrium * (1 + column(relaxation_a2_theory)) : column(relaxation_theory_sonine)

eval(page("The velocity kurtosis relaxes to the value of Maxwell’s law"))
eval(whole_panel)
set xlabel x_label("collisions per particle", "")
set ylabel y_label("kurtosis ⟨v⁴⟩ / ⟨v²⟩²", "") offset y_shift, 0
set yrange [lowest - 0.05 : highest + 0.05]
eval(relaxation_range)
set samples 2
plot equilibrium with lines linestyle dotted title "Maxwell’s law", \
     table using relaxation_collisions_per_particle:relaxation_theory_initial_slope \
       with lines linestyle dashed title "initial slope", \
     table using relaxation_collisions_per_particle:(right(0)) \
       with lines linestyle line title (is_solved ? "Boltzmann’s equation" : "first Sonine approximation"), \
     table using relaxation_collisions_per_particle:relaxation_kurtosis:(error_in(relaxation_kurtosis_error)) every thin \
       with yerrorbars linestyle data(1) title "measured"
eval(end_page)
