# tables: temperature_over_mass.csv
# shows: temperature_ratio
# Temperatures of many species of a gas that loses energy, relative to that of the gas, over their
# masses, with theory.
table = "temperature_over_mass.csv"
eval(look(table, "column(temperature_over_mass_mass)"))
many = STATS_max > 20

eval(page("Inelastic species do not share a temperature"))
eval(whole_panel)
if (many) { eval(log_x) }
set xlabel x_label("mass / lightest mass", "")
set ylabel y_label("temperature / mean temperature", "") offset y_shift, 0
set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05
plot table using temperature_over_mass_mass:temperature_over_mass_temperature_share_theory smooth unique \
       with lines linestyle line title "theory", \
     table using temperature_over_mass_mass:temperature_over_mass_temperature_share:(error_in(temperature_over_mass_temperature_share_error)) \
       with yerrorbars linestyle data(1) title "measured"
eval(end_page)
