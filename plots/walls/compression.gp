# tables: compression.csv
# shows: adiabatic_temperature
# Pressure and temperature of a gas over its volume while walls compress or expand it slowly, with the
# adiabat of its equation of state and that of an ideal gas.
table = "compression.csv"
eval(look(table, "column(compression_volume)"))
if (STATS_records < 3 || STATS_max == STATS_min) { eval(leave("the volume hardly changes")) }

eval(page("Compression without heat: pressure and temperature over volume"))
eval(grid_panel(1, 2))
set xlabel x_label("volume", compression_volume_unit)
set ylabel y_label("pressure", compression_pressure_unit) offset y_shift, 0
set yrange [*:*]
plot table using compression_volume:compression_pressure_ideal \
       with lines linestyle dashed title "ideal gas", \
     table using compression_volume:compression_pressure_theory \
       with lines linestyle line title "theory", \
     table using compression_volume:compression_pressure:(error_in(compression_pressure_error)) \
       with yerrorbars linestyle data(1) title "measured"

eval(grid_panel(2, 2))
unset key
set ylabel y_label("temperature", compression_temperature_unit) offset y_shift, 0
plot table using compression_volume:compression_temperature_ideal \
       with lines linestyle dashed notitle, \
     table using compression_volume:compression_temperature_theory \
       with lines linestyle line notitle, \
     table using compression_volume:compression_temperature \
       with points linestyle data(1) notitle
eval(end_page)
