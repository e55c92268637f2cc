# tables: snapshot.csv outlines.csv?
# Particles in the box, seen along z, at up to four instants from the first to the last. Colours are
# those of labels or species, if there are several, or show the speed. Bodies have a figure of their own.
if (are_bodies) { eval(leave("bodies are shown by another figure")) }
panels = smaller(4, particles_frames)
# Room in pixels: to the left for the name of the y axis, to the right for the colour scale of the speed, above
# each frame for its time, below all for the name of the x axis. A slide has its height, a column the shape of a page.
left = 4.5 * style_font
scale = by_label || by_species ? 0 : 5 * style_font
above = 1.8 * style_font
below = (3.3 * line_height - 1) * style_font
most_height = style_name eq "slide" ? 9. / 16 * style_width : style_name eq "paper" ? 1.4 * style_width : style_height
# Pixels per unit of length with so many columns on a page of this height below the heading.
magnification(n, height) = smaller(((style_width - left - scale) / n - style_font) / particles_box_x, \
  ((height - below) / (panels / n) - above - style_font) / particles_box_y)
# The frames are arranged such that they fill as much of the page as they can; columns have room for the times.
heading_room = 5 * style_font
zoom_of(n) = magnification(n, most_height - heading_room)
height_of(n) = heading_room + panels / n * (zoom_of(n) * particles_box_y + above + style_font) + below
filled(n) = zoom_of(n) ** 2 / height_of(n)
letters = strlen(with_unit("time 1.234", snapshot_time_unit))
columns = 1
do for [n=2:panels] {
  if (panels % n == 0 && filled(n) > filled(columns) && style_width - left - scale > n * letters * 0.55 * style_font) { columns = n }
}
rows = panels / columns
if (pass == 1) { height_wanted = height_of(columns); exit }

eval(page("Particles in the box" . seen))
zoom = magnification(columns, body * style_height)
frame_width = zoom * particles_box_x / style_width
frame_height = zoom * particles_box_y / style_height
column_width = (1 - (left + scale) / style_width) / columns
row_height = (1 - below / style_height / body) / rows
colour_scale_place = sprintf("user origin %g, %g size %g, %g", \
  1 - 4.2 * style_font / style_width, body * (0.75 - 0.5 * rows * row_height), 0.8 * style_font / style_width, 0.5 * body)
frame_x_tics = larger(1, smaller(4, zoom * particles_box_x / style_font / 2))
frame_y_tics = larger(2, smaller(4, zoom * particles_box_y / style_font / 1.5))
set title font font_of(small_type, '')
do for [shown=1:panels] {
  column_shown = (shown - 1) % columns
  row_shown = (shown - 1) / columns
  eval(panel(left / style_width + column_width * column_shown, left / style_width + column_width * (column_shown + 1), \
    1 - (row_shown + 1) * row_height, 1 - row_shown * row_height))
  # All frames have the same size; only those at the left and lower edge name their axes.
  set lmargin at screen 0.5 * (panel_left + panel_right - frame_width)
  set rmargin at screen 0.5 * (panel_left + panel_right + frame_width)
  set tmargin at screen panel_top * body - above / style_height
  set bmargin at screen panel_top * body - above / style_height - frame_height
  frame_is_lowest = row_shown == rows - 1
  frame_is_left = column_shown == 0
  colour_scale = shown == panels && scale > 0
  frame = panels > 1 ? 1 + int((shown - 1.0) * (particles_frames - 1) / (panels - 1) + 0.5) : 1
  eval(show_frame)
}
eval(end_page)
