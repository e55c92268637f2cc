# tables: mixing.csv
# shows: mixing_entropy
# Entropy of mixing of labelled particles, and the amplitude of the longest wave of their density, over
# time, with the diffusion equation; bands are two standard deviations for independent particles.
table = "mixing.csv"
band(mean, noise, sign) = column(mean) + sign * 2 * column(noise)

eval(count(table))
eval(page("Labelled particles mix with the others by diffusion"))
set xrange [*:*] noextend
set xlabel x_label("time", mixing_time_unit)
eval(grid_panel(1, 2))
set ylabel y_label("mixing entropy / its maximum", "") offset y_shift, 0
set yrange [0:1.05]
plot table using mixing_time:(band(mixing_entropy_theory, mixing_entropy_noise, -1)):(band(mixing_entropy_theory, mixing_entropy_noise, 1)) \
       with filledcurves linecolor rgb ink notitle, \
     table using mixing_time:mixing_entropy_theory \
       with lines linestyle line title "diffusion ± 2σ", \
     table using mixing_time:mixing_entropy every thin \
       with points linestyle data(1) title "measured"

eval(grid_panel(2, 2))
set ylabel y_label("amplitude of the longest wave", "") offset y_shift, 0
# Theory soon falls far below the noise; the axis does not follow it.
set yrange [1e-3<*:*]
eval(log_y); set format y "%g"
plot table using mixing_time:(band(mixing_amplitude_theory, mixing_amplitude_noise, -1)):(band(mixing_amplitude_theory, mixing_amplitude_noise, 1)) \
       with filledcurves linecolor rgb ink notitle, \
     table using mixing_time:mixing_amplitude_theory \
       with lines linestyle line title "diffusion ± 2σ", \
     table using mixing_time:mixing_amplitude every thin \
       with points linestyle data(1) title "measured"
eval(end_page)
