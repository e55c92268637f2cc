# tables: energy_ledger.csv
# The energy of the gas, and what is left of it by the losses predicted at each collision.
table = "energy_ledger.csv"

set multiplot title page("Energy ledger") noenhanced
stats table using energy_ledger_time nooutput
first_time = STATS_min
last_time = STATS_max
stats table using (abs(column(energy_ledger_difference_relative))) nooutput
widest = STATS_max > 0 ? 1.2 * STATS_max : 1e-16
stats table using energy_ledger_energy nooutput
eval(calm_range)
if (last_time > first_time) { set xrange [first_time:last_time] }
eval(upper_panel)
set ylabel label("energy", energy_ledger_energy_unit)
plot table using energy_ledger_time:energy_ledger_energy \
       with points pointtype 7 linecolor rgb colour[1] title "energy", \
     table using energy_ledger_time:energy_ledger_predicted_energy \
       with lines linewidth 1.5 linecolor rgb colour[2] title "initial energy less predicted losses"

eval(lower_panel)
set xlabel label("time", energy_ledger_time_unit)
set ylabel "relative difference"
unset key
set yrange [-widest:widest]
set ytics -widest, widest, widest format "%.0e"
plot 0 with lines linewidth 1.5 linecolor rgb colour[2], \
     table using energy_ledger_time:energy_ledger_difference_relative \
       with points pointtype 7 linecolor rgb colour[1]
unset multiplot
