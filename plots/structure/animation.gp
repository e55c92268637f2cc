# animated tables: snapshot.csv history.csv outlines.csv?
# Animation of the particles in the box, seen along z, with the distribution of their speeds and two
# quantities over time: pressure and mean free path, means since the previous sample, where they are
# known; otherwise the temperature or the energy.
# insert: rounding
# insert: particles
stats table_of_particles using snapshot_speed nooutput
fastest = STATS_max
bins = 30
width = fastest / bins
bin(v) = width * (floor(v / width) + 0.5)
stats table_of_particles using snapshot_time nooutput
ends = STATS_max
array shown_column[2]; array shown_name[2]; array shown_unit_of[2]; array shown_low[2]; array shown_high[2]
shown_count = 0
do for [name in "pressure_virial mean_free_path temperature kinetic_energy"] {
  if (shown_count < 2 && exists("history_" . name)) {
    eval(look("history.csv", sprintf("column(%d)", value("history_" . name))))
    if (STATS_records > 1) {
      eval(calm_range)
      shown_count = shown_count + 1
      shown_column[shown_count] = value("history_" . name)
      shown_name[shown_count] = name eq "pressure_virial" ? "pressure" : plain(name)
      shown_unit_of[shown_count] = value("history_" . name . "_unit")
      shown_low[shown_count] = calm_middle - calm_half
      shown_high[shown_count] = calm_middle + calm_half
    }
    set yrange [*:*]
  }
}
# The small panels are below a long box, and to the right of any other.
wide = particles_box_x > 2 * particles_box_y
small_panel(k) = wide ? panel((k - 1) / 3.0, k / 3.0, 0, 0.42) : panel(0.58, 1, 1 - k / 3.0, 1 - (k - 1) / 3.0)
# Several species together follow the sum of Maxwell's laws at the temperature of each in the frame.
array share[species_count]; array kt_of[species_count]
maxwell(v, kt) = kt > 0 ? (run_dimensions == 3 ? sqrt(2 / pi) * v**2 / kt**1.5 : v / kt) * exp(-v**2 / (2 * kt)) : 0
all_maxwell(v) = sum [i=1:species_count] share[i] * maxwell(v, kt_of[i])
of_species(i) = species_count == 1 || strcol(snapshot_species) eq species[i]
look_at_species = "do for [i=1:species_count] { undefine STATS_*; \
  stats [*:*][*:*] table_of_particles every ::first::last using (valid(snapshot_velocity_x) && of_species(i) ? column(snapshot_speed)**2 : NaN) nooutput; \
  kt_of[i] = exists('STATS_mean') ? STATS_mean / run_dimensions : 0; share[i] = exists('STATS_records') ? 1.0 * STATS_records / particles_count : 0 }"
# Range of the densities of several species.
array in_bin[bins + 1]
counted(v) = (k = 1 + int(v / width), in_bin[k] = in_bin[k] + 1)
highest_bin = "do for [k=1:bins+1] { in_bin[k] = 0 }; \
  stats [*:*][*:*] table_of_particles every ::first::last using (valid(snapshot_velocity_x) ? counted(column(snapshot_speed)) : NaN) nooutput; \
  density_high = 1.1 * STATS_max / (particles_count * width); \
  do for [k=1:bins] { density_high = larger(density_high, 1.1 * all_maxwell((k - 0.5) * width)) }"
over_time(c) = now >= column(history_time) ? column(c) : NaN
do for [frame=1:particles_frames] {
  eval(page("Particles in the box" . seen))
  eval(wide ? panel(0, 1, 0.42, 1) : panel(0, 0.58, 0, 1))
  set xtics 0, tic_step(particles_box_x, 4), 0.97 * particles_box_x
  set ytics tic_step(particles_box_y, 4)
  # insert: frame
  now = frame_time
  set size noratio
  unset object
  unset colorbox
  eval(look_at_species)
  set key top right Left reverse samplen 1
  set border 3
  eval(small_panel(1))
  set xrange [0:fastest]
  # A speed that all particles have is an infinitely high peak: the axis cuts it off.
  density_high = 1.3 / sqrt(kt_of[1] > 0 ? kt_of[1] : 1)
  if (species_count > 1) { eval(highest_bin) }
  set yrange [0:density_high]
  set ytics tic_step(density_high, 3)
  unset title
  set xlabel label("speed", snapshot_speed_unit)
  set xtics tic_step(fastest, wide ? 3 : 5)
  set ylabel "probability density"
  plot table_of_particles every ::first::last \
         using (valid(snapshot_velocity_x) ? bin(column(snapshot_speed)) : NaN):(1 / (particles_count * width)) \
         smooth frequency with boxes fillstyle solid 0.5 linecolor rgb colour[1] title "measured", \
       all_maxwell(x) with lines linestyle line title "Maxwell’s law"
  unset key
  set xrange [0:ends]
  do for [k=1:shown_count] {
    eval(small_panel(k + 1))
    if (wide || k == shown_count) { set xlabel label("time", history_time_unit) } else { unset xlabel }
    set yrange [shown_low[k]:shown_high[k]]
    set xtics tic_step(ends, wide ? 3 : 5)
    set ytics tic_step(shown_high[k] - shown_low[k], 4)
    set ylabel label(shown_name[k], shown_unit_of[k])
    plot "history.csv" using history_time:(over_time(shown_column[k])) with points pointtype 7 pointsize 0.3 linecolor rgb colour[1]
  }
  unset ylabel
  set autoscale
  eval(end_page)
}
