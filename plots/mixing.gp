# tables: mixing.csv
# Entropy of mixing over time, and the longest wave of the marked particles, beside the diffusion
# equation; bands are two standard deviations of independent particles.
table = "mixing.csv"
band(value, noise, sign) = column(value) + sign * 2 * column(noise)

set multiplot layout 2,1 title page("Mixing, beside the diffusion equation") noenhanced
set lmargin 12
set xrange [*:*] noextend
set xlabel label("time", mixing_time_unit) offset 0,0.6
set ylabel "entropy / that of even mixing"
set yrange [0:1.05]
set key bottom right
plot table using mixing_time:(band(mixing_entropy_theory, mixing_entropy_noise, -1)):(band(mixing_entropy_theory, mixing_entropy_noise, 1)) \
       with filledcurves linecolor rgb colour[2] notitle, \
     table using mixing_time:mixing_entropy_theory \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory ± 2 standard deviations", \
     table using mixing_time:mixing_entropy \
       with points pointtype 7 pointsize 0.6 linecolor rgb colour[1] title "measured"

set ylabel "amplitude of the longest wave"
set yrange [*:*]
set logscale y
set format y "%g"
set key bottom left
plot table using mixing_time:(band(mixing_amplitude_theory, mixing_amplitude_noise, -1)):(band(mixing_amplitude_theory, mixing_amplitude_noise, 1)) \
       with filledcurves linecolor rgb colour[2] notitle, \
     table using mixing_time:mixing_amplitude_theory \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory ± 2 standard deviations", \
     table using mixing_time:mixing_amplitude \
       with points pointtype 7 pointsize 0.6 linecolor rgb colour[1] title "measured"
unset multiplot
