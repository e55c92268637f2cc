# tables: label_profile.csv
# Fraction of the particles with the last label across the box, at the start and at a few later times,
# beside the diffusion equation.
table = "label_profile.csv"
last = ""
times = ""
stats table using (last = strcol(label_profile_label), 0) nooutput
stats table using (times = strstrt(times, strcol(label_profile_time)) || strcol(label_profile_label) ne last ? times : times . " " . strcol(label_profile_time), 0) nooutput
is(k) = strcol(label_profile_label) eq last && strcol(label_profile_time) eq word(times, k)

eval(whole_panel)
set title page("Fraction with the label “" . last . "” across the box, beside the diffusion equation") noenhanced
set xlabel label("position", label_profile_position_unit)
set ylabel "fraction"
set xrange [*:*] noextend
set yrange [0:1.3]
set key top right
plot for [k=1:words(times)] table using label_profile_position:(is(k) ? column(label_profile_fraction_theory) : NaN) \
       with lines linewidth 1.5 linecolor rgb colour_of(k) notitle, \
     for [k=1:words(times)] table using label_profile_position:(is(k) ? column(label_profile_fraction) : NaN):label_profile_fraction_error \
       with yerrorbars pointtype 7 pointsize 0.7 linecolor rgb colour_of(k) title sprintf("after %.4g", real(word(times, k)))
