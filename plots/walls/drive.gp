# tables: drive.csv
# shows: temperature drive_power
# A driven gas over collisions per particle: its temperature with that of the steady state by theory;
# below, the accumulated energy from the drive and the energy dissipated in collisions.
table = "drive.csv"
eval(look(table, "abs(column(drive_dissipated))"))
loses = STATS_records > 0 && STATS_max > 0
eval(look(table, "column(drive_temperature)"))
if (!loses && is_flat(1)) { eval(leave("the drive neither changes the temperature nor balances losses")) }

eval(count(table))
eval(page(loses ? "Drive and dissipation balance at a steady temperature" : "The drive controls the temperature"))
eval(upper_part(0.45))
set ylabel y_label("temperature", drive_temperature_unit) offset y_shift, 0
eval(look(table, "column(drive_temperature)"))
eval(calm_range)
plot table using drive_collisions_per_particle:drive_steady_temperature \
       with lines linestyle line title "steady-state theory", \
     table using drive_collisions_per_particle:drive_temperature every thin \
       with points linestyle data(1) title "measured"

eval(panel(0, 1, 0, 0.45)); set format x '%g'
set xlabel x_label("collisions per particle", "")
set ylabel y_label("energy", drive_work_unit) offset y_shift, 0
set yrange [*:*]
plot table using drive_collisions_per_particle:drive_work \
       with lines linestyle theory(3) linewidth 5 title "energy from the drive", \
     table using drive_collisions_per_particle:drive_dissipated \
       with lines linestyle theory(2) title "dissipated in collisions"
eval(end_page)
