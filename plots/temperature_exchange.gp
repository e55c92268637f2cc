# tables: temperature_exchange.csv
# How species of different temperature come to share the energy, until they have met, beside the
# exchange of theory, in which each keeps Maxwell's law.
table = "temperature_exchange.csv"
spread(row) = (low = 1e300, high = -1e300, sum [i=1:species_count] (t = column(temperature_exchange_theory_of[i]), low = smaller(low, t), high = larger(high, t), 0), high - low)
eval(look(table, "spread(0)"))
apart = STATS_records > 0 ? STATS_max : 0
count = STATS_records
eval(look(table, "column(temperature_exchange_theory_of[1])"))
if (count < 2 || apart < 0.05 * STATS_max) { eval(leave("all species have one temperature")) }
# Until 2 % of the difference are left.
eval(look(table, "spread(0) > 0.02 * apart ? column(temperature_exchange_collisions_per_particle) : NaN"))
met = 1.15 * STATS_max

eval(look(table, "column(temperature_exchange_collisions_per_particle) < met ? 1 : NaN")); thin = int(larger(1, STATS_records / 50))

eval(page("Gases in one box come to one temperature"))
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
