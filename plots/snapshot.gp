# tables: snapshot.csv outlines.csv?
# The particles in the box, seen along z, at four instants from the start to the end: in the colours
# of their labels or species, where there are several, or by speed.
if (pass == 1) { exit }
panels = smaller(4, particles_frames)
# Of a long box one below the other.
wide = particles_box_x > 2 * particles_box_y

eval(page("The particles" . seen))
do for [shown=1:panels] {
  if (wide) { eval(row_panel(shown, panels)) } else {
    if (style_name eq "slide") { eval(panel((shown - 1.0) / panels, 1.0 * shown / panels, 0, 1)) } else { eval(grid_panel_of(shown, panels, panels > 2 ? 2 : 1)) }
  }
  frame_is_lowest = !wide || shown == panels
  colour_scale = shown == panels
  frame = panels > 1 ? 1 + int((shown - 1.0) * (particles_frames - 1) / (panels - 1) + 0.5) : 1
  eval(show_frame)
}
eval(end_page)
