# tables: temperature_exchange.csv
# How species of different temperature come to share the energy, beside the exchange of theory, in
# which each keeps Maxwell's law.
table = "temperature_exchange.csv"

eval(whole_panel)
set title page("Species share the energy") noenhanced
set xlabel "collisions per particle"
set ylabel label("temperature", temperature_exchange_temperature_unit)
eval(relaxation_range)
plot for [i=1:species_count] table \
       using temperature_exchange_collisions_per_particle:(column(temperature_exchange_temperature_of[i])) \
       with points pointtype 7 linecolor rgb colour_of(i) title species[i], \
     for [i=1:species_count] table \
       using temperature_exchange_collisions_per_particle:(column(temperature_exchange_theory_of[i])) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     keyentry with lines linewidth 1.5 linecolor rgb ink title "theory, Maxwell's law at each temperature"
