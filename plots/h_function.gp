# tables: relaxation.csv
# Boltzmann's H = ⟨ln f⟩ falls to its value in equilibrium.
table = "relaxation.csv"

eval(whole_panel)
set title page("Boltzmann's H = ⟨ln f⟩") noenhanced
set xlabel "collisions per particle"
set ylabel "H"
stats table using relaxation_h_function nooutput
highest = STATS_max
stats table using relaxation_h_equilibrium nooutput
lowest = STATS_min
eval(relaxation_range)
set yrange [lowest - 0.1 * (highest - lowest) : highest + 0.05 * (highest - lowest)]
plot table using relaxation_collisions_per_particle:relaxation_h_equilibrium \
       with lines dashtype 3 linewidth 1.5 linecolor rgb ink title "Maxwell", \
     table using relaxation_collisions_per_particle:relaxation_h_function \
       with linespoints pointtype 7 linewidth 1 linecolor rgb colour[1] title "measured"
