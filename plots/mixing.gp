# tables: mixing.csv
# Entropy of mixing over time, and the longest wave of the marked particles, beside the diffusion
# equation; bands are two standard deviations of independent particles.
table = "mixing.csv"
band(mean, noise, sign) = column(mean) + sign * 2 * column(noise)

eval(count(table))
eval(page("Marked particles mix with the others by diffusion"))
set xrange [*:*] noextend
set xlabel x_label("time", mixing_time_unit)
eval(grid_panel(1, 2))
set ylabel y_label("entropy / entropy of even mixing", "") offset y_shift, 0
set yrange [0:1.05]
plot table using mixing_time:(band(mixing_entropy_theory, mixing_entropy_noise, -1)):(band(mixing_entropy_theory, mixing_entropy_noise, 1)) \
       with filledcurves linecolor rgb ink notitle, \
     table using mixing_time:mixing_entropy_theory \
       with lines linestyle line title "diffusion ± 2σ", \
     table using mixing_time:mixing_entropy every thin \
       with points linestyle data(1) title "measured"

eval(grid_panel(2, 2))
set ylabel y_label("amplitude of the longest wave", "") offset y_shift, 0
# What theory leaves soon is less than the noise.
set yrange [1e-3<*:*]
eval(log_y); set format y "%g"
plot table using mixing_time:(band(mixing_amplitude_theory, mixing_amplitude_noise, -1)):(band(mixing_amplitude_theory, mixing_amplitude_noise, 1)) \
       with filledcurves linecolor rgb ink notitle, \
     table using mixing_time:mixing_amplitude_theory \
       with lines linestyle line title "diffusion ± 2σ", \
     table using mixing_time:mixing_amplitude every thin \
       with points linestyle data(1) title "measured"
eval(end_page)
