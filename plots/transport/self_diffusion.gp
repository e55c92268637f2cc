# tables: self_diffusion.csv
# shows: diffusion_coefficient
# Mean square displacement, velocity autocorrelation and its Green–Kubo integral over time, with theory.
# Values of the autocorrelation that are smaller than their error are left out; negative values are open
# symbols at their absolute value.
table = "self_diffusion.csv"
of(i, c) = strcol(self_diffusion_species) eq species[int(i)] ? column(c) : NaN
known(i, sign) = sign * column(self_diffusion_autocorrelation) > column(self_diffusion_autocorrelation_error) \
  ? sign * of(i, self_diffusion_autocorrelation) : NaN

eval(page("Diffusion begins when the velocity autocorrelation has decayed"))
set xlabel x_label(run_loses_energy ? "time, while cooling ∫√(T/T₀) dt" : "time", self_diffusion_time_unit)
eval(log_x)

eval(grid_panel(1, 3))
eval(log_y)
set ylabel y_label("mean square displacement", self_diffusion_square_displacement_unit) offset y_shift, 0
plot for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_square_displacement_theory)) \
       with lines linestyle (species_count == 1 ? line : theory(i)) title (i == 1 ? "theory" : ""), \
     for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_square_displacement)):(error_in(self_diffusion_square_displacement_error)) \
       with yerrorbars linestyle data(i) title species[i]

eval(grid_panel(2, 3))
eval(look(table, "column(self_diffusion_autocorrelation)"))
set yrange [1e-4 * STATS_max:2 * STATS_max]
set ylabel y_label("velocity autocorrelation", self_diffusion_autocorrelation_unit) offset y_shift, 0
plot for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_autocorrelation_theory)) \
       with lines linestyle (species_count == 1 ? line : theory(i)) notitle, \
     for [i=1:species_count] table using self_diffusion_time:(known(i, 1)):(error_in(self_diffusion_autocorrelation_error)) \
       with yerrorbars linestyle data(i) notitle, \
     for [i=1:species_count] table using self_diffusion_time:(known(i, -1)) \
       with points linestyle data(i) pointtype 6 title (i == 1 ? "negative values" : "")

eval(grid_panel(3, 3))
eval(linear_y)
set yrange [0:*]
set ylabel y_label("Green–Kubo integral", self_diffusion_integral_unit) offset y_shift, 0
plot for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_integral_theory)) \
       with lines linestyle (species_count == 1 ? line : theory(i)) notitle, \
     for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_integral)):(error_in(self_diffusion_integral_error)) \
       with yerrorbars linestyle data(i) title species[i]
eval(end_page)
