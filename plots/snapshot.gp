# tables: snapshot.csv outlines.csv?
# The particles in the box, seen along z, at four instants from the start to the end: in the colours
# of their labels or species, where there are several, or by speed.
panels = smaller(4, particles_frames)
# Of a long box one below the other, or two beside two.
wide = particles_box_x > 2 * particles_box_y
columns = panels == 1 ? 1 : style_name eq "slide" ? (wide ? 2 : panels) : (wide ? 1 : 2)
rows = int(ceil(1.0 * panels / columns))
scale = by_label || by_species ? 0 : 4.5 * style_font / style_width  # room of the colours of the speed
left = 4.5 * style_font / style_width
frame_width = (1 - left - scale) / columns * style_width - style_font
if (pass == 1) { rows_wanted = (rows * (frame_width * particles_box_y / particles_box_x + 2.8 * style_font) + 8 * style_font - 330) / 400; exit }

eval(page("The particles" . seen))
set colorbox user origin 1 - 3.6 * style_font / style_width, 0.25 * body size style_font / style_width, 0.5 * body
# Below the frames there is room for the names of the axis.
row_height = (1 - 3 * em / body) / rows
do for [shown=1:panels] {
  column_shown = int(shown - 1) % columns
  row_shown = int(shown - 1) / columns
  eval(panel(left + (1 - left - scale) * column_shown / columns, left + (1 - left - scale) * (column_shown + 1) / columns, 1 - (row_shown + 1) * row_height, 1 - row_shown * row_height))
  # Boxes of one size, the names of the axes at the edges of the page.
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
