# tables: snapshot.csv outlines.csv?
# The particles in the box, seen along z, at four instants from the start to the end: in the colours
# of their labels or species, where there are several, or by speed.
frames = particles_frames
panels = frames < 4 ? frames : 4
# Of a long box one below the other.
wide = particles_box_x > 2 * particles_box_y
set multiplot layout (wide ? panels : panels > 2 ? 2 : 1),(wide || panels < 2 ? 1 : 2) title page("The particles" . seen) noenhanced
do for [panel=1:panels] {
  if (wide) {
    # As large as the page lets them be.
    set tmargin at screen 1.08 - 0.21 * panel
    set bmargin at screen 0.92 - 0.21 * panel
    frame_is_lowest = panel == panels
    set format x (frame_is_lowest ? "%g" : "")
  }
  frame = panels > 1 ? 1 + int((panel - 1.0) * (frames - 1) / (panels - 1) + 0.5) : 1
  eval(show_frame)
}
unset multiplot
