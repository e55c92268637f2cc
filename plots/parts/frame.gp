# Frame number `frame`, with the obstacles in the box.
first = int((frame - 1) * particles_rows)
last = int(frame * particles_rows - 1)
set xrange [*:*]
set yrange [*:*]
stats table_of_particles every ::first::last using snapshot_time nooutput
frame_time = STATS_mean
set title with_unit(sprintf("time %.4g", frame_time), snapshot_time_unit) noenhanced offset 0,-0.6
set size ratio -1
unset grid
unset key
set border 15
set xrange [0:particles_box_x]
set yrange [0:particles_box_y]
set xlabel (frame_is_lowest ? label("x", snapshot_x_unit) : "")
set ylabel (frame_is_left ? label("y", snapshot_y_unit) : "")
set format x (frame_is_lowest ? "%g" : "")
set format y (frame_is_left ? "%g" : "")
if (colour_scale && by_speed) { eval("set colorbox " . colour_scale_place) } else { unset colorbox }
# In a gas that cools, colours show the speed in units of the mean of the frame.
frame_speed = 1
frame_fast = run_loses_energy ? 2.5 : particles_fast
if (run_loses_energy) {
  stats [*:*][*:*] table_of_particles every ::first::last using snapshot_speed nooutput
  if (STATS_mean > 0) { frame_speed = STATS_mean }
}
set cblabel (run_loses_energy ? "speed / mean speed" : label("speed", snapshot_speed_unit))
set cbrange [0:frame_fast]
set cbtics tic_step(frame_fast, 4)
do for [k=1:outlines_count] { eval(outline_command(k)) }
if (exists("snapshot_wall_x_low")) {
  do for [face in "x_low x_high y_low y_high"] {
    stats [*:*][*:*] table_of_particles every ::first::last using (column(value("snapshot_wall_" . face))) nooutput
    eval("at_" . face . " = STATS_mean")
  }
  wall_number = outlines_count
  if (at_x_low > 0) { eval(next_wall(0, at_x_low, 0, particles_box_y)) }
  if (at_x_high < particles_box_x) { eval(next_wall(at_x_high, particles_box_x, 0, particles_box_y)) }
  if (at_y_low > 0) { eval(next_wall(0, particles_box_x, 0, at_y_low)) }
  if (at_y_high < particles_box_y) { eval(next_wall(0, particles_box_x, at_y_high, particles_box_y)) }
}
set style fill solid 1 noborder
arrows = "table_of_particles every ::first::last \
  using (arrow_from(1)):snapshot_y:(particles_arrow * column(snapshot_velocity_x)):(particles_arrow * column(snapshot_velocity_y)) \
  with vectors head filled size graph 0.012,20 linewidth 0.8 linecolor rgb ink"
if (are_bodies) {
  eval("plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:(ball_colour(1)) \
    with circles linecolor rgb variable, " . arrows . ", -1 with lines linecolor palette")
} else { if (by_speed) {
  eval("plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:(column(snapshot_speed) / frame_speed) \
    with circles linecolor palette, " . arrows)
} else {
  eval("plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:(particle_colour(1)) \
    with circles linecolor rgb variable, " . arrows)
} }
set style fill solid 0.2 noborder
