# tables: collisions.csv bodies.csv?
# shows: first_collision
# The first logged collision: the spheres at contact with the contact normal, and the velocities in the
# xy plane before and after the collision, in the frame of the box and in the centre-of-mass frame. For
# a collision with a wall: the one particle, in the frame of the box only.
# insert: rounding
table = "collisions.csv"
array velocity[4] = ["first_before", "first_after", "second_before", "second_after"]
array caption[4] = ["particle 1, before", "particle 1, after", "particle 2, before", "particle 2, after"]
first_row(name) = (stats_of = value("collisions_" . name), "undefine STATS_*; stats table using (column(stats_of)) every ::0::0 nooutput")
eval(first_row("predicted_energy_change")); predicted = STATS_min
eval(first_row("energy_change")); actual = STATS_min
eval(first_row("restitution")); restitution = STATS_min
eval(first_row("time")); instant = STATS_min
eval(first_row("second")); partners = STATS_min < 0 ? 1 : 2
eval(first_row("contact_x")); x_0 = STATS_min
eval(first_row("contact_y")); y_0 = STATS_min
eval(first_row("normal_x")); n_x = STATS_min
eval(first_row("normal_y")); n_y = STATS_min
eval(first_row("first_radius")); r_1 = exists("STATS_min") ? STATS_min : NaN
eval(first_row("second_radius")); r_2 = exists("STATS_min") ? STATS_min : NaN

# Columns of the centre-of-mass velocity; tables of earlier versions name them centre_of_mass_x ….
centre_of_mass = exists("collisions_centre_of_mass_velocity_x") ? "collisions_centre_of_mass_velocity" : "collisions_centre_of_mass"
component(name, axis, frame) = column(value("collisions_" . name . axis)) - frame * column(value(centre_of_mass . axis))
# Velocity panels are square, with the origin in the middle and room for the largest component.
fastest = 0
do for [i=1:2*partners] {
  do for [frame=0:partners-1] {
    stats table using (larger(abs(component(velocity[i], "_x", frame)), abs(component(velocity[i], "_y", frame)))) every ::0::0 nooutput
    fastest = larger(fastest, STATS_max)
  }
}
# The radius of a rigid body is that of its circumscribed sphere, so only spheres are drawn at contact.
spheres = !exists("bodies_names_count") && r_1 > 0 && (partners == 1 || r_2 > 0)
panels = partners + spheres

set key maxcols 1
signed(x) = x < 0 ? sprintf("−%.4g", -x) : sprintf("%.4g", x)
eval(page(sprintf("Collision at time %.4g, restitution %.3g: energy change %s, predicted %s", instant, restitution, signed(actual), signed(predicted))))
eval(rows_high(4))
set size ratio -1
if (spheres) {
  size = partners == 2 ? larger(r_1, r_2) : r_1
  eval(grid_panel(1, panels))
  set xlabel x_label("x", collisions_contact_x_unit)
  set ylabel y_label("y", collisions_contact_y_unit) offset y_shift, 0
  set xrange [x_0 - 2.6 * size : x_0 + 2.6 * size]
  set yrange [y_0 - 2.6 * size : y_0 + 2.6 * size]
  set object 1 circle at first x_0 - n_x * r_1, y_0 - n_y * r_1 size first r_1 \
    fillcolor rgb colour_of(1) fillstyle solid 0.3 border linecolor rgb colour_of(1)
  if (partners == 2) {
    set object 2 circle at first x_0 + n_x * r_2, y_0 + n_y * r_2 size first r_2 \
      fillcolor rgb colour_of(2) fillstyle solid 0.3 border linecolor rgb colour_of(2)
  }
  # The velocities before the collision are arrows from the centres of the spheres.
  way = fastest > 0 ? 1.5 * size / fastest : 0
  before(i, axis) = way * component(velocity[i], axis, 0)
  of_second = 2 * partners - 1
  plot table every ::0::0 using (x_0):(y_0):(1.6 * size * n_x):(1.6 * size * n_y) \
         with vectors head filled size graph 0.03,18 linestyle line title "contact normal", \
       table every ::0::0 using (x_0 - n_x * r_1):(y_0 - n_y * r_1):(before(1, "_x")):(before(1, "_y")) \
         with vectors head filled size graph 0.03,18 linestyle theory(1) notitle, \
       table every ::0::0 using (partners == 2 ? x_0 + n_x * r_2 : NaN):(y_0 + n_y * r_2) \
         :(before(of_second, "_x")):(before(of_second, "_y")) \
         with vectors head filled size graph 0.03,18 linestyle theory(2) notitle
  unset object 1; unset object 2
}

edge = fastest > 0 ? 1.15 * fastest : 1
set xrange [-edge:edge]
set yrange [-edge:edge]
set zeroaxis linetype 1 linecolor rgb "#a0a0a0" linewidth 0.8
set xtics tic_step(2 * edge, 4); set ytics tic_step(2 * edge, 4)
do for [frame=0:partners-1] {
  eval(grid_panel(frame + 1 + spheres, panels))
  set xtics tic_step(2 * edge, 4); set ytics tic_step(2 * edge, 4)
  set xlabel x_label(frame == 0 ? "velocity along x" : "velocity along x, centre-of-mass frame", collisions_first_before_x_unit)
  set ylabel y_label("velocity along y", collisions_first_before_y_unit) offset y_shift, 0
  plot for [i=1:2*partners] table every ::0::0 \
         using (0):(0):(component(velocity[i], "_x", frame)):(component(velocity[i], "_y", frame)) \
         with vectors head filled size graph 0.03,18 linestyle (i % 2 == 1 ? theory(i < 3 ? 1 : 2) : second(i < 3 ? 1 : 2)) title caption[i]
}
eval(end_page)
