# tables: depletion.csv
# The radial distribution function of the largest particles in a bath of small ones.
table = "depletion.csv"

eval(page("Small particles push large ones together"))
eval(whole_panel)
set xlabel x_label("distance of two large particles", depletion_distance_unit)
set ylabel y_label("pairs / pairs placed at random", "") offset y_shift, 0
set yrange [0:*]
plot table using depletion_distance:depletion_g_theory with lines linestyle line title "theory, second order in density", \
     table using depletion_distance:depletion_g_overlap with lines linestyle dashed \
       title "Asakura–Oosawa: excluded volumes", \
     table using depletion_distance:depletion_g:depletion_g_error with yerrorbars linestyle data(1) title "measured"
eval(end_page)
