# tables: relaxation.csv
# From the start to Maxwell: the Sonine coefficients over collisions per particle, and what is left
# of the velocities each particle started with, beside Boltzmann's equation.
table = "relaxation.csv"

set multiplot title page("Sonine coefficients of the speeds, and memory of the start") noenhanced
eval(upper_panel)
eval(relaxation_range)
set key bottom right
set ylabel "a₂, a₃"
array sign[3] = ["", "a₂", "a₃"]
plot for [p=2:3] table using relaxation_collisions_per_particle:(column(value("relaxation_a".p."_theory"))) \
       with lines linewidth 1.5 linecolor rgb colour[p-1] title (p == 2 ? "Boltzmann's equation" : ""), \
     for [p=2:3] table using relaxation_collisions_per_particle:(column(value("relaxation_a".p))):(column(value("relaxation_a".p."_error"))) \
       with yerrorbars pointtype 7 linecolor rgb colour[p-1] title sign[p]
eval(lower_panel)
set xlabel "collisions per particle"
set ylabel "⟨v(0)·v⟩ / ⟨v²⟩"
set key top right
set ytics 0.5
set yrange [-0.1:1.1]
plot table using relaxation_collisions_per_particle:relaxation_memory_theory \
       with lines linewidth 1.5 linecolor rgb colour[3] title "Boltzmann's equation of a marked particle", \
     table using relaxation_collisions_per_particle:relaxation_memory:relaxation_memory_error \
       with yerrorbars pointtype 7 linecolor rgb colour[3] title "measured"
unset multiplot
