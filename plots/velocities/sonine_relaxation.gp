# tables: relaxation.csv
# shows: sonine_a3 start_memory
# Relaxation from an initial state that is not in equilibrium: the Sonine coefficients over collisions per
# particle, and the correlation of the velocities with their initial values, with Boltzmann's equation.
table = "relaxation.csv"

eval(look(table, "column(relaxation_collisions_per_particle) < 15 ? 1 : NaN")); thin = int(larger(1, STATS_records / 50))
eval(look(table, "column(relaxation_a2_theory)"))
eval(page(STATS_records > 0 ? "Relaxation follows Boltzmann’s equation" : "Relaxation from the initial state"))
eval(relaxation_range)
set xlabel x_label("collisions per particle", "")
eval(grid_panel(1, 2))
set ylabel y_label("Sonine coefficients", "") offset y_shift, 0
array sign[3] = ["", "a₂", "a₃"]
plot for [p=2:3] table using relaxation_collisions_per_particle:(column(value("relaxation_a".p."_theory"))) \
       with lines linestyle theory(p-1) title (p == 2 ? "Boltzmann’s equation" : ""), \
     for [p=2:3] table using relaxation_collisions_per_particle:(column(value("relaxation_a".p))):(error_in(value("relaxation_a".p."_error"))) every thin \
       with yerrorbars linestyle data(p-1) title sign[p]
eval(grid_panel(2, 2))
set ylabel y_label("correlation with initial velocity", "") offset y_shift, 0
set yrange [*<-0.1:1.1<*] noextend
plot table using relaxation_collisions_per_particle:relaxation_memory_theory \
       with lines linestyle line title "Boltzmann’s equation", \
     table using relaxation_collisions_per_particle:relaxation_memory:(error_in(relaxation_memory_error)) every thin \
       with yerrorbars linestyle data(3) title "measured"
eval(end_page)
