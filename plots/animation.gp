# animated tables: snapshot.csv history.csv outlines.csv?
# Animation of the particles in the box, seen along z, with the distribution of their speeds, the
# pressure and the mean free path. Pressure and free path are means since the previous sample.
stats table_of_particles using snapshot_speed nooutput
fastest = STATS_max
bins = 30
width = fastest / bins
bin(v) = width * (floor(v / width) + 0.5)
stats table_of_particles using snapshot_time nooutput
ends = STATS_max
# Vertical ranges of pressure and free path; arbitrary if they are known at fewer than two samples.
stats "history.csv" using history_pressure_virial nooutput
known = STATS_records > 1
if (known) { eval(calm_range) } else { calm_middle = 0.5; calm_half = 0.5 }
pressure_low = calm_middle - calm_half
pressure_high = calm_middle + calm_half
set yrange [*:*]
stats "history.csv" using history_mean_free_path nooutput
if (known) { eval(calm_range) } else { calm_middle = 0.5; calm_half = 0.5 }
path_low = calm_middle - calm_half
path_high = calm_middle + calm_half
set yrange [*:*]
# The small panels are below a long box, and to the right of any other.
wide = particles_box_x > 2 * particles_box_y
small_panel(k) = wide ? panel((k - 1) / 3.0, k / 3.0, 0, 0.42) : panel(0.58, 1, 1 - k / 3.0, 1 - (k - 1) / 3.0)
over_time(c) = now >= column(history_time) ? column(c) : NaN
do for [frame=1:particles_frames] {
  eval(page("Particles in the box" . seen))
  eval(wide ? panel(0, 1, 0.42, 1) : panel(0, 0.58, 0, 1))
  eval(show_frame)
  now = STATS_mean
  set size noratio
  unset object
  unset colorbox
  stats table_of_particles every ::first::last using (column(snapshot_speed)**2) nooutput
  kt = STATS_mean / run_dimensions
  maxwell(v) = run_dimensions == 3 ? sqrt(2 / pi) * v**2 / kt**1.5 * exp(-v**2 / (2 * kt)) : v / kt * exp(-v**2 / (2 * kt))
  set key top right Left reverse samplen 1
  set border 3
  eval(small_panel(1))
  set xrange [0:fastest]
  # A speed that all particles have is an infinitely high peak: the axis cuts it off.
  if (species_count == 1 && kt > 0) { set yrange [0:1.3 / sqrt(kt)]; set ytics tic_step(1.3 / sqrt(kt), 3) } else { set yrange [0:*] }
  unset title
  set xlabel label("speed", snapshot_speed_unit)
  set ylabel "probability density"
  plot table_of_particles every ::first::last using (bin(column(snapshot_speed))):(1 / (particles_count * width)) smooth frequency \
         with boxes fillstyle solid 0.5 linecolor rgb colour[1] title "measured", \
       (species_count == 1 ? maxwell(x) : NaN) with lines linestyle line title (species_count == 1 ? "Maxwell’s law" : "")
  unset key
  set xrange [0:ends]
  eval(small_panel(2))
  if (wide) { set xlabel label("time", history_time_unit) } else { unset xlabel }
  set yrange [pressure_low:pressure_high]
  set ylabel label("pressure", history_pressure_virial_unit)
  plot "history.csv" using history_time:(over_time(history_pressure_virial)) with points pointtype 7 pointsize 0.3 linecolor rgb colour[1]
  eval(small_panel(3))
  set yrange [path_low:path_high]
  set ylabel label("mean free path", history_mean_free_path_unit)
  set xlabel label("time", history_time_unit)
  plot "history.csv" using history_time:(over_time(history_mean_free_path)) with points pointtype 7 pointsize 0.3 linecolor rgb colour[1]
  unset ylabel
  set autoscale
  eval(end_page)
}
