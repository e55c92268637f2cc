# --- The script is run to be measured ---

# Reports where the axes of each panel are if its labels have the room they need, for the program to lay out
# the page. The panel is drawn narrower than it will be, so that its legend never needs more lines.
body = 1
begin_page = begin_page . "; print sprintf('measured heading: %d %d %d', \
lines_in(heading), run_title eq '' ? 0 : lines_in(title), legend_rows)"
end_panel = "if (panel_count > 0) { \
wide = 1.0 * GPVAL_TERM_XSIZE / GPVAL_TERM_SCALE; high = 1.0 * GPVAL_TERM_YSIZE / GPVAL_TERM_SCALE; \
print 'measured panel:', panel_left, panel_right, panel_bottom, panel_top, \
  GPVAL_TERM_XMIN / wide, GPVAL_TERM_XMAX / wide, GPVAL_TERM_YMIN / high, GPVAL_TERM_YMAX / high, \
  GPVAL_X_MIN, GPVAL_X_MAX, x_is_log, GPVAL_Y_MIN, GPVAL_Y_MAX, y_is_log, y_shift, panel_joint }"
begin_panel = begin_panel . "; set rmargin 18"
if (style_name eq "text" || style_name eq "screen") { begin_panel = "exit" }
rows_high(n) = sprintf("print 'measured rows:', %d; exit", n)
frames_fill(n, box_x, box_y, title_letters, has_scale) = \
  sprintf("print 'measured frames:', %d, %.9g, %.9g, %d, %d; exit", n, box_x, box_y, title_letters, has_scale)
