# tables: temperature_exchange.csv
# Temperatures of species that start at different temperatures, over collisions per particle, with the
# theory of energy exchange in which each species keeps a Maxwell distribution.
table = "temperature_exchange.csv"
spread(row) = (low = 1e300, high = -1e300, sum [i=1:species_count] (t = column(temperature_exchange_theory_of[i]), low = smaller(low, t), high = larger(high, t), 0), high - low)
eval(look(table, "spread(0)"))
apart = STATS_records > 0 ? STATS_max : 0
count = STATS_records
eval(look(table, "column(temperature_exchange_theory_of[1])"))
if (count < 2 || apart < 0.05 * STATS_max) { eval(leave("all species have the same temperature")) }
# The axis ends shortly after the last time at which theory has 2 % of its largest difference or more.
eval(look(table, "spread(0) > 0.02 * apart ? column(temperature_exchange_collisions_per_particle) : NaN"))
met = 1.15 * STATS_max

eval(look(table, "column(temperature_exchange_collisions_per_particle) < met ? 1 : NaN")); thin = int(larger(1, STATS_records / 50))

eval(page("Temperatures of species that exchange energy"))
eval(whole_panel)
set xlabel x_label("collisions per particle", "")
set ylabel y_label("temperature", temperature_exchange_temperature_unit) offset y_shift, 0
set yrange [0:*]
set xrange [0:met > 0 ? met : 15]
plot for [i=1:species_count] table \
       using temperature_exchange_collisions_per_particle:(column(temperature_exchange_theory_of[i])) \
       with lines linestyle theory(i) notitle, \
     for [i=1:species_count] table \
       using temperature_exchange_collisions_per_particle:(column(temperature_exchange_temperature_of[i])) every thin \
       with points linestyle data(i) title species[i], \
     keyentry with lines linestyle line title "theory"
eval(end_page)
