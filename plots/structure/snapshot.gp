# tables: snapshot.csv outlines.csv?
# Particles in the box, seen along z, at up to four instants from the first to the last. Colours are
# those of labels or species, if there are several, or show the speed. Bodies have a figure of their own.
# insert: rounding
# insert: particles
if (are_bodies) { eval(leave("bodies are shown by another figure")) }
panels = smaller(4, particles_frames)

eval(page("Particles in the box" . seen))
eval(frames_fill(panels, particles_box_x, particles_box_y, strlen(with_unit("time 1.234", snapshot_time_unit)), by_speed))
set title font title_font
do for [shown=1:panels] {
  eval(panel(0, 1, 0, 1))
  # All frames have the same size; only those at the left and lower edge name their axes.
  frame_is_lowest = shown > panels - frame_columns
  frame_is_left = (shown - 1) % frame_columns == 0
  colour_scale = shown == panels
  frame = panels > 1 ? 1 + int((shown - 1.0) * (particles_frames - 1) / (panels - 1) + 0.5) : 1
  # insert: frame
}
eval(end_page)
