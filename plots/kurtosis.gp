# tables: relaxation.csv
# From the start to Maxwell: the kurtosis of the velocities over collisions per particle.
table = "relaxation.csv"
equilibrium = run_dimensions == 3 ? 5. / 3 : 2.

eval(whole_panel)
set title page("Relaxation of the kurtosis K = ⟨v⁴⟩ / ⟨v²⟩²") noenhanced
set xlabel "collisions per particle"
set ylabel "K"
set key bottom right
stats table using relaxation_kurtosis nooutput
set yrange [(STATS_min < equilibrium ? STATS_min : equilibrium) - 0.05:equilibrium + 0.1]
eval(relaxation_range)
plot equilibrium with lines dashtype 3 linewidth 1.5 linecolor rgb ink title "Maxwell", \
     table using relaxation_collisions_per_particle:relaxation_theory_initial_slope \
       with lines dashtype 2 linewidth 1.5 linecolor rgb colour[3] title "theory: slope at the start", \
     table using relaxation_collisions_per_particle:relaxation_theory_sonine \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory: first Sonine polynomial", \
     table using relaxation_collisions_per_particle:relaxation_kurtosis:relaxation_kurtosis_error \
       with yerrorbars pointtype 7 linecolor rgb colour[1] title "measured"
