# --- Particles in the box, seen along z, in the frames of snapshot.csv ---

table_of_particles = "snapshot.csv"
stats table_of_particles using snapshot_frame nooutput
particles_frames = int(STATS_max)
particles_rows = STATS_records / particles_frames
stats table_of_particles using snapshot_velocity_x nooutput
particles_count = STATS_records / particles_frames
seen = run_dimensions == 3 ? ", seen along z" : ""
stats table_of_particles using snapshot_box_x:snapshot_box_y nooutput
particles_box_x = STATS_max_x
particles_box_y = STATS_max_y
stats table_of_particles using snapshot_label nooutput
by_label = particle_colours eq "label" || (particle_colours eq "auto" && STATS_max > 0)
by_species = particle_colours eq "species" || (particle_colours eq "auto" && !by_label && species_count > 1)
by_speed = !by_label && !by_species
stats table_of_particles using snapshot_speed nooutput
particles_fast = STATS_mean + 2 * STATS_stddev
particles_speed = STATS_mean > 0 ? STATS_mean : 1
# Up to 300 particles have velocity arrows; that of the mean speed is half as long as the distance
# between neighbours.
particles_arrow = particles_count > 300 ? 0 : 0.5 * sqrt(particles_box_x * particles_box_y / particles_count) / particles_speed
arrow_from(sign) = particles_arrow > 0 ? column(snapshot_x) : NaN
species_number(name) = (particles_found = 0, sum [i=1:species_count] (species[i] eq name ? (particles_found = i) : 0), particles_found)
# Particles that carry only the first label, which is the default, are grey.
label_colour(number) = number < 1 ? 0xc0c0c0 : colour_of(number)
particle_colour(sign) = by_label ? label_colour(column(snapshot_label)) : colour_of(species_number(stringcolumn(snapshot_species)))
set palette defined (0 "#0072B2", 1 "#56B4E9", 2 "#E69F00", 3 "#D55E00")
# Rigid bodies are drawn by balls: each first in ink, then smaller in colour, which leaves an edge.
are_bodies = exists("snapshot_edge")
ball_colour(sign) = column(snapshot_edge) > 0 ? ink : by_speed ? palette(column(snapshot_speed) / frame_speed) : particle_colour(1)

# Walls that have moved into the box are grey from there to its edge.
next_wall(x_low, x_high, y_low, y_high) = (wall_number = wall_number + 1, \
  sprintf("set object %d rectangle from %.6g,%.6g to %.6g,%.6g fillstyle solid 0.35 border fillcolor rgb ink", \
    wall_number, x_low, y_low, x_high, y_high))
# Obstacles: a circle, or a polygon whose corners are in `outline_text`.
outlines_count = 0
if (exists("outlines_x")) {
  stats "outlines.csv" using outlines_obstacle nooutput
  outlines_count = int(STATS_max)
  array outline_text[outlines_count]
  array outline_round[outlines_count]
  do for [k=1:outlines_count] { outline_text[k] = ""; outline_round[k] = 0 }
  corner_text(k, a, b, r) = (outline_round[k] = r, \
    outline_text[k] = outline_text[k] . (outline_text[k] eq "" ? "" : " to ") . sprintf("%.6g,%.6g", a, b), k)
  stats "outlines.csv" using (corner_text(int(column(outlines_obstacle)), column(outlines_x), column(outlines_y), column(outlines_radius))) nooutput
}
outline_shape(k) = outline_round[k] > 0 ? sprintf("circle at %s size %g", outline_text[k], outline_round[k]) \
  : "polygon from " . outline_text[k] . " to " . word(outline_text[k], 1)
outline_command(k) = sprintf("set object %d %s fillstyle solid 0.3 fillcolor rgb ink", k, outline_shape(k))

# Of the frame that is drawn: whether it has the names of the axes, and where the colour scale is, if it has one.
frame_is_lowest = 1
frame_is_left = 1
colour_scale = 1
colour_scale_place = exists("colour_scale_place") ? colour_scale_place : "default"
