# tables: snapshot.csv outlines.csv?
# Particles in the box, seen along z, at up to four instants from the first to the last. Colours are
# those of labels or species, if there are several, or show the speed. Bodies have a figure of their own.
if (are_bodies) { eval(leave("bodies are shown by another figure")) }
panels = smaller(4, particles_frames)
# The frames of a long box are one below the other in a column and two by two on a slide.
wide = particles_box_x > 2 * particles_box_y
columns = panels == 1 ? 1 : style_name eq "slide" ? (wide ? 2 : panels) : (wide ? 1 : 2)
rows = int(ceil(1.0 * panels / columns))
scale = by_label || by_species ? 0 : 4.5 * style_font / style_width  # room for the colour scale of the speed
left = 4.5 * style_font / style_width
frame_width = (1 - left - scale) / columns * style_width - style_font
if (pass == 1) { height_wanted = rows * (frame_width * particles_box_y / particles_box_x + 2.8 * style_font) + 8 * style_font; exit }

eval(page("Particles in the box" . seen))
set colorbox user origin 1 - 3.6 * style_font / style_width, 0.25 * body size style_font / style_width, 0.5 * body
# Room for the names of the x axes is left below the frames.
row_height = (1 - 3 * em / body) / rows
do for [shown=1:panels] {
  column_shown = int(shown - 1) % columns
  row_shown = int(shown - 1) / columns
  eval(panel(left + (1 - left - scale) * column_shown / columns, left + (1 - left - scale) * (column_shown + 1) / columns, 1 - (row_shown + 1) * row_height, 1 - row_shown * row_height))
  # All frames have the same size; only those at the left and lower edge name their axes.
  set lmargin at screen panel_left + 0.5 * style_font / style_width
  set rmargin at screen panel_right - 0.5 * style_font / style_width
  set tmargin at screen panel_top * body - 1.8 * em
  lowest = panel_top * body - 1.8 * em - frame_width / style_height * particles_box_y / particles_box_x
  set bmargin at screen larger(lowest, panel_bottom * body + em)
  frame_is_lowest = shown > panels - columns
  frame_is_left = column_shown == 0
  colour_scale = shown == panels && scale > 0
  frame = panels > 1 ? 1 + int((shown - 1.0) * (particles_frames - 1) / (panels - 1) + 0.5) : 1
  eval(show_frame)
}
eval(end_page)
