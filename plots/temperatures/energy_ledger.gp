# tables: energy_ledger.csv
# shows: energy_balance
# Energy of the gas with its prediction: the initial energy, all work and heat, and the loss of every
# collision. Below, the relative difference.
# insert: rounding
table = "energy_ledger.csv"
eval(look(table, "column(energy_ledger_energy)"))
if (is_flat(1)) { eval(leave("the energy is constant")) }
energy_least = STATS_min; energy_most = STATS_max
eval(look(table, "abs(column(energy_ledger_difference_relative))"))
widest = STATS_max > 0 ? tic_step(2.2 * STATS_max, 2) : 1e-16
widest_text = number_text(widest)

eval(count(table))
eval(page(widest < 1e-9 ? "Every change of the energy is accounted for" : "Energy and its prediction from every collision"))
STATS_records = 1; STATS_min = energy_least; STATS_max = energy_most
eval(calm_range)
set xrange [*:*] noextend
eval(upper_panel)
set ylabel y_label("energy", energy_ledger_energy_unit) offset y_shift, 0
plot table using energy_ledger_time:energy_ledger_predicted_energy \
       with lines linestyle line title "initial + work + heat − losses", \
     table using energy_ledger_time:energy_ledger_energy every thin \
       with points linestyle data(1) title "energy of the gas"

eval(lower_panel)
set xlabel x_label("time", energy_ledger_time_unit)
set ylabel y_label("relative difference", "") offset y_shift, 0
set yrange [-widest:widest]
set ytics ("−" . widest_text -widest, "0" 0, widest_text widest)
plot 0 with lines linestyle line, \
     table using energy_ledger_time:energy_ledger_difference_relative \
       with points linestyle data(1)
eval(end_page)
