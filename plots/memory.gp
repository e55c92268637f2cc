# tables: self_diffusion.csv
# What is left of the autocorrelations of a particle's velocity and energy, in equilibrium.
table = "self_diffusion.csv"
of(i, c) = strcol(self_diffusion_species) eq species[int(i)] ? column(c) : NaN

eval(whole_panel)
set title page("How particles forget their velocities and energies") noenhanced
set xlabel label("time", self_diffusion_time_unit)
set ylabel "autocorrelation, over that at once"
stats table using (column(self_diffusion_velocity_memory) > 0.01 + 3 * column(self_diffusion_velocity_memory_error) ? column(self_diffusion_time) : NaN) nooutput
if (exists("STATS_max")) { set xrange [0:1.1 * STATS_max] }
set logscale y
set format y "%g"
set yrange [0.005:1.2]
plot for [i=1:species_count] table using self_diffusion_time:(of(i, self_diffusion_velocity_memory_theory)) \
       with lines linewidth 1.5 linecolor rgb colour_of(2 * i - 1) title (i == species_count ? "theory" : ""), \
     for [i=1:species_count] table using self_diffusion_time:(of(i, self_diffusion_energy_memory_theory)) \
       with lines linewidth 1.5 linecolor rgb colour_of(2 * i) notitle, \
     for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_velocity_memory)):(of(i, self_diffusion_velocity_memory_error)) \
       with yerrorbars pointtype 7 linecolor rgb colour_of(2 * i - 1) title "velocity, " . species[i], \
     for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_energy_memory)):(of(i, self_diffusion_energy_memory_error)) \
       with yerrorbars pointtype 7 linecolor rgb colour_of(2 * i) title "energy, " . species[i]
