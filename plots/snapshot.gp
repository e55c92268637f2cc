# tables: snapshot.csv outlines.csv?
# The particles in the box, seen along z, at four instants from the start to the end: in the colours
# of their labels or species, where there are several, or by speed.
frames = particles_frames
panels = frames < 4 ? frames : 4
set multiplot layout (panels > 2 ? 2 : 1),(panels > 1 ? 2 : 1) title page("The particles" . seen) noenhanced
do for [panel=1:panels] {
  frame = panels > 1 ? 1 + int((panel - 1.0) * (frames - 1) / (panels - 1) + 0.5) : 1
  eval(show_frame)
}
unset multiplot
