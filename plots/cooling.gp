# tables: cooling.csv
# A gas that loses energy at each collision: temperature over time beside Haff's law, or what
# takes its place where the restitution depends on speed, and over
# collisions per particle beside the rate of the homogeneous cooling state.
table = "cooling.csv"
stats table using cooling_temperature every ::0::0 nooutput
start = STATS_min
later(c) = column(c) > 0 ? column(c) : NaN

set multiplot title page("Homogeneous cooling") noenhanced
set ylabel "T / T(0)"
set logscale y
set key bottom left
set lmargin at screen 0.135; set rmargin at screen 0.965

set tmargin at screen 0.885; set bmargin at screen 0.565
set xlabel label("time", cooling_time_unit)
set logscale x
plot table using (later(cooling_time)):(column(cooling_temperature) / start) \
       with points pointtype 7 linecolor rgb colour[1] title "measured", \
     table using (later(cooling_time)):(column(cooling_haff) / start) \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory"

unset logscale x
set tmargin at screen 0.425; set bmargin at screen 0.105
set xlabel "collisions per particle"
plot table using cooling_collisions_per_particle:(column(cooling_temperature) / start) \
       with points pointtype 7 linecolor rgb colour[1] title "measured", \
     table using cooling_collisions_per_particle:(column(cooling_rate_theory_line) / start) \
       with lines linewidth 1.5 linecolor rgb colour[2] title "theory of the cooling rate"
unset multiplot
