# tables: label_profile.csv
# shows: label_diffusion_coefficient
# Fraction of the particles that carry the last label across the box, initially and at a few later
# times, with the diffusion equation.
table = "label_profile.csv"
last = ""
times = ""
stats table using (last = strcol(label_profile_label), 0) nooutput
stats table using (times = strstrt(times, strcol(label_profile_time)) || strcol(label_profile_label) ne last ? times \
  : times . " " . strcol(label_profile_time), 0) nooutput
is(k) = strcol(label_profile_label) eq last && strcol(label_profile_time) eq word(times, k)

eval(page("The label “" . last . "” spreads by diffusion"))
eval(whole_panel)
set xlabel x_label("position", label_profile_position_unit)
set ylabel y_label("fraction with the label", "") offset y_shift, 0
set xrange [*:*] noextend
set yrange [0:1.05]
plot for [k=1:words(times)] table using label_profile_position:(is(k) ? column(label_profile_fraction_theory) : NaN) \
       with lines linestyle theory(k) notitle, \
     keyentry with lines linestyle line title "diffusion equation", \
     for [k=1:words(times)] table using label_profile_position:(is(k) ? column(label_profile_fraction) : NaN):(error_in(label_profile_fraction_error)) \
       with yerrorbars linestyle data(k) title with_unit(sprintf("time %.4g", real(word(times, k))), label_profile_time_unit)
eval(end_page)
