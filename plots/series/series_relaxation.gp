# tables of cases: relaxation.csv
# Kurtosis of the velocities over collisions per particle, for each case of a series, with Boltzmann's
# equation and the value of Maxwell's law.
equilibrium = run_dimensions == 3 ? 5. / 3 : 2.
eval(page("The velocity kurtosis relaxes to the value of Maxwell’s law"))
eval(whole_panel)
eval(relaxation_range)
set xlabel x_label("collisions per particle", "")
set ylabel y_label("kurtosis ⟨v⁴⟩ / ⟨v²⟩²", "") offset y_shift, 0
plot equilibrium with lines linestyle dotted title "Maxwell’s law", \
     for [k=1:case_count] case_table("relaxation", k) using relaxation_collisions_per_particle:(equilibrium * (1 + column(relaxation_a2_theory))) \
       with lines linewidth 2 linecolor rgb ramp(k) title (k == 1 ? "Boltzmann’s equation" : ""), \
     for [k=1:case_count] case_table("relaxation", k) using relaxation_collisions_per_particle:relaxation_kurtosis:(error_in(relaxation_kurtosis_error)) \
       with yerrorbars pointtype symbol[kind(k)] linecolor rgb ramp(k) title case[k]
eval(end_page)
