# tables: collisions.csv
# The first logged collision: velocities in the xy plane before and after, as seen in the box and
# from the centre of mass; at a wall, of the one particle in the box.
table = "collisions.csv"
array velocity[4] = ["first_before", "first_after", "second_before", "second_after"]
array caption[4] = ["first, before", "first, after", "second, before", "second, after"]
stats table using collisions_predicted_energy_change every ::0::0 nooutput
predicted = STATS_min
stats table using collisions_energy_change every ::0::0 nooutput
actual = STATS_min
stats table using collisions_restitution every ::0::0 nooutput
restitution = STATS_min
stats table using collisions_time every ::0::0 nooutput
instant = STATS_min
stats table using collisions_second every ::0::0 nooutput
partners = STATS_min < 0 ? 1 : 2

# Square panels with the origin in the middle, wide enough for the largest of all components.
component(name, axis, frame) = column(value("collisions_" . name . axis)) - frame * column(value("collisions_centre_of_mass" . axis))
larger(a, b) = a > b ? a : b
fastest = 0
do for [i=1:2*partners] {
  do for [frame=0:partners-1] {
    stats table using (larger(abs(component(velocity[i], "_x", frame)), abs(component(velocity[i], "_y", frame)))) every ::0::0 nooutput
    fastest = larger(fastest, STATS_max)
  }
}

set multiplot title page(sprintf("Collision at time %g: restitution %g, energy change %.10g, predicted %.10g", instant, restitution, actual, predicted)) noenhanced
edge = fastest > 0 ? 1.15 * fastest : 1
set xrange [-edge:edge]
set yrange [-edge:edge]
set zeroaxis linetype 1 linecolor rgb "#a0a0a0" linewidth 0.8
set xlabel label("v_x", collisions_first_before_x_unit)
set ylabel label("v_y", collisions_first_before_y_unit)
set tmargin at screen 0.82
set bmargin at screen 0.82 - 0.38 * 4 / 3

do for [frame=0:partners-1] {
  set lmargin at screen (partners == 2 ? 0.09 : 0.31) + 0.5 * frame
  set rmargin at screen (partners == 2 ? 0.47 : 0.69) + 0.5 * frame
  if (frame == 0) { set key at screen 0.5, screen 0.16 center top maxrows 2 width 4 } else { unset key }
  set title (frame == 0 ? "in the box" : "from the centre of mass")
  plot for [i=1:2*partners] table every ::0::0 \
         using (0):(0):(component(velocity[i], "_x", frame)):(component(velocity[i], "_y", frame)) \
         with vectors head filled size graph 0.03,18 linewidth 2 dashtype 1 + i % 2 \
         linecolor rgb colour_of(i < 3 ? 1 : 2) title caption[i]
}
unset multiplot
