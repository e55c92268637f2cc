# tables: depletion.csv
# The radial distribution function of the largest particles in a bath of small ones.
table = "depletion.csv"
eval(whole_panel)
set title page("Pairs of large particles at a distance, over those placed at random") noenhanced
set xlabel label("distance r", depletion_distance_unit)
set ylabel "g(r)"
plot table using depletion_distance:depletion_g_overlap with lines dashtype 2 linewidth 1.5 linecolor rgb colour[2] \
       title "Asakura–Oosawa: overlap of excluded volumes", \
     table using depletion_distance:depletion_g_theory with lines linewidth 1.5 linecolor rgb colour[3] \
       title "second order in density", \
     table using depletion_distance:depletion_g:depletion_g_error with yerrorbars pointtype 7 pointsize 0.7 linecolor rgb colour[1] \
       title "measured"
