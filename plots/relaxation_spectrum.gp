# tables: relaxation_spectrum.csv
# How the fluctuations of the Sonine coefficients are forgotten, beside the linearised Boltzmann
# equation.
table = "relaxation_spectrum.csv"

eval(whole_panel)
set title page("Autocorrelation of the Sonine coefficients in equilibrium") noenhanced
set xlabel "collisions per particle"
set ylabel "⟨a(0) a(c)⟩ / ⟨a²⟩"
set logscale y
set format y "%g"
set xrange [0:8]
set yrange [0.005:1.2]
set key top right
plot table using relaxation_spectrum_collisions_per_particle:relaxation_spectrum_slowest_mode \
       with lines dashtype 3 linewidth 1.5 linecolor rgb ink title "slowest mode", \
     table using relaxation_spectrum_collisions_per_particle:relaxation_spectrum_a2_first_sonine \
       with lines dashtype 2 linewidth 1.5 linecolor rgb colour[3] title "a₂: first Sonine polynomial alone", \
     for [k=2:3] table using relaxation_spectrum_collisions_per_particle:(column(value("relaxation_spectrum_a".k."_theory"))) \
       with lines linewidth 1.5 linecolor rgb colour[k-1] title (k == 2 ? "linearised Boltzmann equation" : ""), \
     for [k=2:3] table using relaxation_spectrum_collisions_per_particle:(column(value("relaxation_spectrum_a".k))):(column(value("relaxation_spectrum_a".k."_error"))) \
       with yerrorbars pointtype 7 linecolor rgb colour[k-1] title (k == 2 ? "a₂" : "a₃")
