# tables: drive.csv
# A gas that a drive keeps going: temperature over collisions beside that of the steady state; below,
# what the drive has given and what the collisions have taken so far.
table = "drive.csv"

set multiplot title page("Temperature of the driven gas, work and loss") noenhanced
set lmargin at screen 0.14; set rmargin at screen 0.965
set tmargin at screen 0.885; set bmargin at screen 0.515; set format x ''
set ylabel label("T", drive_temperature_unit)
set key bottom right
stats table using drive_temperature nooutput
eval(calm_range)
plot table using drive_collisions_per_particle:drive_temperature \
       with points pointtype 7 linecolor rgb colour[1] title "measured", \
     table using drive_collisions_per_particle:drive_steady_temperature \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory of the steady state"

set tmargin at screen 0.475; set bmargin at screen 0.105; set format x '%g'
set xlabel "collisions per particle"
set ylabel label("energy", drive_work_unit)
set yrange [*:*]
set key top left
plot table using drive_collisions_per_particle:drive_work \
       with lines linewidth 6 linecolor rgb colour[3] title "given by the drive", \
     table using drive_collisions_per_particle:drive_dissipated \
       with lines linewidth 1.5 linecolor rgb colour[2] title "lost in collisions"
unset multiplot
