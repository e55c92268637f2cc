# tables: temperature_exchange.csv
# shows: temperature_ratio temperature_exchange_rate
# Temperatures of species that start at different temperatures, over collisions per particle, with the
# theory of energy exchange in which each species keeps a Maxwell distribution. Of a gas that cools the axis
# is logarithmic and, of two species, the ratio of their temperatures is shown below.
table = "temperature_exchange.csv"
spread(row) = (low = 1e300, high = -1e300, \
  sum [i=1:species_count] (t = column(temperature_exchange_theory_of[i]), low = smaller(low, t), high = larger(high, t), 0), \
  (high - low) / (run_loses_energy ? high : 1))
eval(look(table, "spread(0)"))
apart = STATS_records > 0 ? STATS_max : 0
count = STATS_records
eval(look(table, "column(temperature_exchange_theory_of[1])"))
if (count < 2 || apart < 0.05 * (run_loses_energy ? 1 : STATS_max)) { eval(leave("all species have the same temperature")) }
# The axis ends shortly after the last time at which theory has 2 % of its largest difference or more.
eval(look(table, "run_loses_energy || spread(0) > 0.02 * apart ? column(temperature_exchange_collisions_per_particle) : NaN"))
met = run_loses_energy ? STATS_max : 1.15 * STATS_max

eval(look(table, "column(temperature_exchange_collisions_per_particle) < met ? 1 : NaN")); thin = int(larger(1, STATS_records / 50))
ratio_is_shown = run_loses_energy && species_count == 2

eval(page("Temperatures of species that exchange energy"))
if (ratio_is_shown) { eval(upper_panel) } else { eval(whole_panel); set xlabel x_label("collisions per particle", "") }
set ylabel y_label("temperature", temperature_exchange_temperature_unit) offset y_shift, 0
if (run_loses_energy) { eval(log_y) } else { set yrange [0:*] }
set xrange [0:met > 0 ? met : 15]
plot for [i=1:species_count] table \
       using temperature_exchange_collisions_per_particle:(column(temperature_exchange_theory_of[i])) \
       with lines linestyle theory(i) notitle, \
     for [i=1:species_count] table \
       using temperature_exchange_collisions_per_particle:(column(temperature_exchange_temperature_of[i])) every thin \
       with points linestyle data(i) title species[i], \
     keyentry with lines linestyle line title "theory"
if (ratio_is_shown) {
  eval(lower_panel)
  set xlabel x_label("collisions per particle", "")
  set ylabel y_label(sprintf("T of %s / T of %s", species[2], species[1]), "") noenhanced offset y_shift, 0
  eval(look(table, "column(temperature_exchange_ratio)"))
  eval(calm_range)
  plot table using temperature_exchange_collisions_per_particle:temperature_exchange_ratio_theory \
         with lines linestyle line, \
       table using temperature_exchange_collisions_per_particle:temperature_exchange_ratio every thin \
         with points linestyle data(1)
}
eval(end_page)
