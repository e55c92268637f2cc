# tables: depletion.csv
# shows: depletion_well contact_value
# Radial distribution function of the largest particles in a bath of small ones, with two theories of
# the depletion attraction.
table = "depletion.csv"

eval(page("Depletion attraction between large particles"))
eval(whole_panel)
set xlabel x_label("distance between large particles", depletion_distance_unit)
set ylabel y_label("radial distribution function", "") offset y_shift, 0
set yrange [0:*]
plot table using depletion_distance:depletion_g_theory with lines linestyle line title "theory, second order in density", \
     table using depletion_distance:depletion_g_overlap with lines linestyle dashed \
       title "Asakura–Oosawa (excluded volume)", \
     table using depletion_distance:depletion_g:depletion_g_error with yerrorbars linestyle data(1) title "measured"
eval(end_page)
