# tables: bond_order.csv
# shows: bond_order local_bond_order
# Bond-orientational order over collisions per particle, from the start on: of the whole gas and of
# single particles, with the close-packed crystal and with bonds in random directions.
table = "bond_order.csv"
eval(look(table, "column(bond_order_order)"))
if (STATS_records < 2) { eval(leave("there are fewer than two samples")) }
thin = int(larger(1, STATS_records / 100))
eval(look(table, "column(bond_order_collisions_per_particle)"))
last = STATS_max
order = run_dimensions == 2 ? "ψ_6" : "Q_6"
crystal = run_dimensions == 2 ? "triangular crystal" : "face-centred cubic crystal"

eval(page("Order of the directions between neighbours"))
eval(whole_panel)
set xlabel x_label("collisions per particle", "")
set ylabel y_label("bond order " . order, "") offset y_shift, 0
set xrange [0:last > 0 ? last : 1]
set yrange [0:*]
plot table using bond_order_collisions_per_particle:bond_order_crystal \
       with lines linestyle dashed title crystal, \
     table using bond_order_collisions_per_particle:bond_order_local_order every thin \
       with linespoints linestyle data(2) title "single particles", \
     table using bond_order_collisions_per_particle:bond_order_order every thin \
       with linespoints linestyle data(1) title "whole gas", \
     table using bond_order_collisions_per_particle:bond_order_random \
       with lines linestyle dotted title "random directions"
eval(end_page)
