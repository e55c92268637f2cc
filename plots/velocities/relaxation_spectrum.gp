# tables: relaxation_spectrum.csv
# shows: relaxation_rate
# Normalised autocorrelations of the fluctuations of the Sonine coefficients in equilibrium, with the
# linearised Boltzmann equation; values below their error are left out.
table = "relaxation_spectrum.csv"
known(k) = (number = value("relaxation_spectrum_a".k), column(number) > column(value("relaxation_spectrum_a".k."_error")) ? column(number) : NaN)

eval(page("Fluctuations of the Sonine coefficients decay as Boltzmann’s equation predicts"))
eval(whole_panel)
set xlabel x_label("collisions per particle", "")
set ylabel y_label("normalised autocorrelation", "") offset y_shift, 0
eval(log_y); set format y "%g"
set xrange [0:8]
set yrange [0.005:1.2]
plot for [k=2:3] table using relaxation_spectrum_collisions_per_particle:(column(value("relaxation_spectrum_a".k."_theory"))) \
       with lines linestyle theory(k-1) title (k == 2 ? "linearised Boltzmann equation" : ""), \
     table using relaxation_spectrum_collisions_per_particle:relaxation_spectrum_a2_first_sonine \
       with lines linestyle second(1) title "first Sonine approximation", \
     table using relaxation_spectrum_collisions_per_particle:relaxation_spectrum_slowest_mode \
       with lines linestyle dotted title "slowest mode", \
     for [k=2:3] table using relaxation_spectrum_collisions_per_particle:(known(k)):(error_in(value("relaxation_spectrum_a".k."_error"))) \
       with yerrorbars linestyle data(k-1) title (k == 2 ? "a₂" : "a₃")
eval(end_page)
