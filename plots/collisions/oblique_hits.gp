# tables: oblique_hits.csv
# shows: sliding_fraction
# Angle at which the surfaces of two spheres leave each other at the point of contact over that at which they meet,
# both from the normal, with the law of Walton (1993): grazing hits slide, steep ones stick.
table = "oblique_hits.csv"

eval(page("Steep hits stick, grazing ones slide"))
eval(whole_panel)
set xlabel x_label("angle of incidence", oblique_hits_incidence_unit)
set ylabel y_label("angle of rebound", oblique_hits_rebound_unit) offset y_shift, 0
set xrange [0:90]
set yrange [-90:90]
set xtics 15
set ytics 30
plot table using oblique_hits_incidence:oblique_hits_rebound_theory \
       with lines linestyle line title "law of friction", \
     table using oblique_hits_incidence:oblique_hits_rebound:(error_in(oblique_hits_rebound_error)) \
       with yerrorbars linestyle data(1) title "measured"
eval(end_page)
