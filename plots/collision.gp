# tables: collisions.csv
# The first logged collision: velocities in the xy plane before and after, as seen in the box and
# from the centre of mass.
table = "collisions.csv"
stats table using collisions_predicted_energy_change every ::0::0 nooutput
predicted = STATS_min
stats table using collisions_energy_change every ::0::0 nooutput
actual = STATS_min
stats table using collisions_restitution every ::0::0 nooutput
restitution = STATS_min
stats table using collisions_time every ::0::0 nooutput
instant = STATS_min

set multiplot title page(sprintf("Collision at time %g: restitution %g, energy change %.10g, predicted %.10g", instant, restitution, actual, predicted)) noenhanced
set size ratio -1
set zeroaxis linetype 1 linecolor rgb "#a0a0a0" linewidth 0.8
set xlabel label("v_x", collisions_first_before_x_unit)
set ylabel label("v_y", collisions_first_before_y_unit)
set offsets graph 0.12, graph 0.12, graph 0.12, graph 0.12
set tmargin at screen 0.80; set bmargin at screen 0.20
set key outside bottom center horizontal

do for [frame=0:1] {
  set lmargin at screen 0.09 + 0.5 * frame
  set rmargin at screen 0.47 + 0.5 * frame
  set title (frame == 0 ? "in the box" : "from the centre of mass")
  vx(c) = column(c) - frame * column(collisions_centre_of_mass_x)
  vy(c) = column(c) - frame * column(collisions_centre_of_mass_y)
  plot table every ::0::0 using (0):(0):(vx(collisions_first_before_x)):(vy(collisions_first_before_y)) \
         with vectors head filled size graph 0.03,18 linewidth 2 dashtype 2 linecolor rgb colour[1] title "first, before", \
       table every ::0::0 using (0):(0):(vx(collisions_first_after_x)):(vy(collisions_first_after_y)) \
         with vectors head filled size graph 0.03,18 linewidth 2 linecolor rgb colour[1] title "first, after", \
       table every ::0::0 using (0):(0):(vx(collisions_second_before_x)):(vy(collisions_second_before_y)) \
         with vectors head filled size graph 0.03,18 linewidth 2 dashtype 2 linecolor rgb colour[2] title "second, before", \
       table every ::0::0 using (0):(0):(vx(collisions_second_after_x)):(vy(collisions_second_after_y)) \
         with vectors head filled size graph 0.03,18 linewidth 2 linecolor rgb colour[2] title "second, after"
}
unset multiplot
