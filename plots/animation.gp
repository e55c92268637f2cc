# animated tables: snapshot.csv outlines.csv?
# The particles in the box over time, seen along z, beside the distribution of their speeds.
stats table_of_particles using snapshot_speed nooutput
fastest = STATS_max
bins = 30
width = fastest / bins
bin(v) = width * (floor(v / width) + 0.5)
do for [frame=1:particles_frames] {
  set multiplot title page("The particles" . seen) noenhanced
  set size 0.62,0.92
  set origin 0,0
  eval(show_frame)
  set size noratio
  set size 0.38,0.6
  set origin 0.62,0.16
  unset object
  set autoscale
  stats table_of_particles every ::first::last using (column(snapshot_speed)**2) nooutput
  set xrange [0:fastest]
  set yrange [0:*]
  set xlabel label("speed", snapshot_speed_unit)
  set ylabel "distribution"
  kt = STATS_mean / run_dimensions
  maxwell(v) = run_dimensions == 3 ? sqrt(2 / pi) * v**2 / kt**1.5 * exp(-v**2 / (2 * kt)) : v / kt * exp(-v**2 / (2 * kt))
  set key top right
  plot table_of_particles every ::first::last using (bin(column(snapshot_speed))):(1 / (particles_count * width)) smooth frequency \
         with boxes linecolor rgb colour[1] title "measured", \
       (species_count == 1 ? maxwell(x) : NaN) with lines linewidth 1.5 linecolor rgb colour[2] title (species_count == 1 ? "Maxwell" : "")
  unset multiplot
}
