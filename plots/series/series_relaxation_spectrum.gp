# tables of cases: relaxation_spectrum.csv
# Autocorrelation of the Sonine coefficients in each case, with the linearised Boltzmann equation.
# insert: cases
table = "relaxation_spectrum"
over = "collisions_per_particle"; over_words = "collisions per particle"
cases_heading = "Decay of fluctuations of the velocity distribution"
array quantity[2] = ["a2", "a3"]; quantity_count = 2
array quantity_words[2] = ["autocorrelation of a₂", "autocorrelation of a₃"]
# insert: show_cases
