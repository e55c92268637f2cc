# tables: snapshot.csv outlines.csv?
# The particles in the box, seen along z, at four instants from the start to the end: in the colours
# of their labels or species, where there are several, or by speed.
if (pass == 1) { rows_wanted = 2; exit }
panels = smaller(4, particles_frames)
# Of a long box one below the other, or two beside two.
wide = particles_box_x > 2 * particles_box_y
columns = panels == 1 ? 1 : style_name eq "slide" ? (wide ? 2 : panels) : (wide ? 1 : 2)
rows = int(ceil(1.0 * panels / columns))
scale = by_label || by_species ? 0 : 4.5 * style_font / style_width  # room of the colours of the speed
left = 4.5 * style_font / style_width

eval(page("The particles" . seen))
set colorbox user origin 1 - 3.6 * style_font / style_width, 0.25 * body size style_font / style_width, 0.5 * body
do for [shown=1:panels] {
  column_shown = int(shown - 1) % columns
  eval(panel(left + (1 - left - scale) * column_shown / columns, left + (1 - left - scale) * (column_shown + 1) / columns, 1 - (int(shown - 1) / columns + 1.0) / rows, 1 - 1.0 * (int(shown - 1) / columns) / rows))
  # Boxes of one size, the names of the axes at the edges of the page.
  set lmargin at screen panel_left + 0.5 * style_font / style_width
  set rmargin at screen panel_right - 0.5 * style_font / style_width
  set tmargin at screen panel_top * body - 1.8 * em
  lowest = panel_top * body - 1.8 * em - ((panel_right - panel_left) * style_width - style_font) / style_height * particles_box_y / particles_box_x
  set bmargin at screen larger(lowest, panel_bottom * body + (shown > panels - columns ? 4 : 1) * em)
  frame_is_lowest = shown > panels - columns
  frame_is_left = column_shown == 0
  colour_scale = shown == panels && scale > 0
  frame = panels > 1 ? 1 + int((shown - 1.0) * (particles_frames - 1) / (panels - 1) + 0.5) : 1
  eval(show_frame)
}
eval(end_page)
