# tables: self_diffusion.csv
# shows: velocity_memory energy_memory
# Normalised autocorrelations of a particle's velocity and energy in equilibrium, with theory; data end
# where they first fall below 1.5 times their error. Out of equilibrium of the velocity alone.
table = "self_diffusion.csv"
with_energy = exists("self_diffusion_energy_memory") ? species_count : 0
energy = with_energy > 0 ? self_diffusion_energy_memory : self_diffusion_velocity_memory
energy_error = with_energy > 0 ? self_diffusion_energy_memory_error : self_diffusion_velocity_memory_error
energy_theory = with_energy > 0 ? self_diffusion_energy_memory_theory : self_diffusion_velocity_memory_theory
of(i, c) = strcol(self_diffusion_species) eq species[int(i)] ? column(c) : NaN
# Time of each species at which a value first falls below 1.5 times its error.
array velocity_ends[species_count]; array energy_ends[species_count]
end(c, error) = sprintf("of(i, %d) < 1.5 * column(%d) ? column(self_diffusion_time) : NaN", c, error)
do for [i=1:species_count] {
  eval(look(table, end(self_diffusion_velocity_memory, self_diffusion_velocity_memory_error)))
  velocity_ends[i] = STATS_records > 0 ? STATS_min : 1e300
  eval(look(table, end(energy, energy_error)))
  energy_ends[i] = STATS_records > 0 ? STATS_min : 1e300
}
known(i, c, ends) = column(self_diffusion_time) < ends ? of(i, c) : NaN

eval(page(with_energy > 0 ? "Decay of the velocity and energy autocorrelations" : "Decay of the velocity autocorrelation"))
eval(whole_panel)
set xlabel x_label(run_loses_energy ? "time, while cooling ∫√(T/T₀) dt" : "time", self_diffusion_time_unit)
set ylabel y_label("normalised autocorrelation", "") offset y_shift, 0
eval(look(table, "column(self_diffusion_velocity_memory) > 0.005 + 3 * column(self_diffusion_velocity_memory_error) ? column(self_diffusion_time) : NaN"))
if (STATS_records > 0) { set xrange [0:1.1 * STATS_max] }
eval(log_y); set format y "%g"
set yrange [0.005:1.2]
plot for [i=1:species_count] table using self_diffusion_time:(of(i, self_diffusion_velocity_memory_theory)) \
       with lines linestyle theory(2 * i - 1) title (i == 1 ? "theory" : ""), \
     for [i=1:with_energy] table using self_diffusion_time:(of(i, energy_theory)) \
       with lines linestyle second(2 * i) notitle, \
     for [i=1:species_count] table \
       using self_diffusion_time:(known(i, self_diffusion_velocity_memory, velocity_ends[int(i)])):(error_in(self_diffusion_velocity_memory_error)) \
       with yerrorbars linestyle data(2 * i - 1) title "velocity, " . species[i], \
     for [i=1:with_energy] table \
       using self_diffusion_time:(known(i, energy, energy_ends[int(i)])):(error_in(energy_error)) \
       with yerrorbars linestyle data(2 * i) title "energy, " . species[i]
eval(end_page)
