# animated tables: snapshot.csv history.csv outlines.csv?
# The particles in the box over time, seen along z, beside the distribution of their speeds, the
# pressure and the mean free path, both from one sample to the next.
stats table_of_particles using snapshot_speed nooutput
fastest = STATS_max
bins = 30
width = fastest / bins
bin(v) = width * (floor(v / width) + 0.5)
stats table_of_particles using snapshot_time nooutput
ends = STATS_max
# The ranges of what is shown over time; of no more than a sample or two, any.
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
margins(left, right, top, bottom) = sprintf("set lmargin at screen %g; set rmargin at screen %g; set tmargin at screen %g; set bmargin at screen %g", left, right, top, bottom)
# Of a long box below it, else beside it.
wide = particles_box_x > 2 * particles_box_y
small_panel(k) = wide ? margins(0.33 * k - 0.25, 0.33 * k - 0.02, 0.32, 0.1) : margins(0.70, 0.975, 1.13 - 0.29 * k, 0.93 - 0.29 * k)
over_time(c) = now >= column(history_time) ? column(c) : NaN
do for [frame=1:particles_frames] {
  set multiplot title page("The particles" . seen) noenhanced
  eval(wide ? margins(0.07, 0.97, 0.86, 0.45) : margins(0.07, 0.54, 0.86, 0.10))
  eval(show_frame)
  now = STATS_mean
  set size noratio
  unset object
  unset colorbox
  stats table_of_particles every ::first::last using (column(snapshot_speed)**2) nooutput
  kt = STATS_mean / run_dimensions
  maxwell(v) = run_dimensions == 3 ? sqrt(2 / pi) * v**2 / kt**1.5 * exp(-v**2 / (2 * kt)) : v / kt * exp(-v**2 / (2 * kt))
  set key top right samplen 1
  set border 3
  unset ylabel
  unset xlabel
  set xtics autofreq
  set ytics autofreq
  eval(small_panel(1))
  set xrange [0:fastest]
  set yrange [0:*]
  set title label("distribution of speeds", snapshot_speed_unit) offset 0,-0.6
  plot table_of_particles every ::first::last using (bin(column(snapshot_speed))):(1 / (particles_count * width)) smooth frequency \
         with boxes linecolor rgb colour[1] title "measured", \
       (species_count == 1 ? maxwell(x) : NaN) with lines linewidth 1.5 linecolor rgb colour[2] title (species_count == 1 ? "Maxwell" : "")
  unset key
  set xrange [0:ends]
  eval(small_panel(2))
  if (wide) { set xlabel label("time", history_time_unit) offset 0,0.6 }
  set yrange [pressure_low:pressure_high]
  set title label("pressure", history_pressure_virial_unit)
  plot "history.csv" using history_time:(over_time(history_pressure_virial)) with points pointtype 7 pointsize 0.3 linecolor rgb colour[1]
  eval(small_panel(3))
  set yrange [path_low:path_high]
  set title label("mean free path", history_mean_free_path_unit)
  set xlabel label("time", history_time_unit) offset 0,0.6
  plot "history.csv" using history_time:(over_time(history_mean_free_path)) with points pointtype 7 pointsize 0.3 linecolor rgb colour[1]
  unset title
  set autoscale
  unset multiplot
}
