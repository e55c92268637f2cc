# --- The page: a heading and panels ---

# `eval(page("Finding"))` begins the page. The heading is the finding and, in a series, the case; the title
# of the study is below it.
page(text) = (heading = wrapped(text . (run_case eq "" ? "" : ", " . run_case), heading_letters), begin_page)
begin_page = "\
title = wrapped(run_title, title_letters); \
panel_count = 0; x_is_log = 0; y_is_log = 0; set multiplot"
if (style_format eq "svg") {
  show_heading = "set label 1001 bold(heading) at screen 0.02, screen heading_at left font heading_font textcolor rgb ink enhanced"
} else {
  show_heading = "set label 1001 heading at screen 0.02, screen heading_at left font heading_font textcolor rgb ink noenhanced"
}
show_title = "set label 1002 title at screen 0.02, screen title_at left font title_font textcolor rgb '#606060' noenhanced"

# One legend of `n` entries for all panels is above them, in rows: `legend_rows = rows_of(n)` before the
# page begins, and `eval(page_legend)` in the first panel.
legend_rows = 0
rows_of(n) = ceil(1.0 * n / entries_a_row)
page_legend = "set key at screen 0.02, screen legend_at left top vertical maxrows legend_rows"

# `eval(panel(left, right, bottom, top))` begins a panel; its edges are fractions of the page below the
# heading. What `layout` says of it is set then.
panel(left, right, bottom, top) = sprintf("eval(end_panel); \
panel_left = %.6f; panel_right = %.6f; panel_bottom = %.6f; panel_top = %.6f; \
eval(begin_panel)", left, right, bottom, top)
end_panel = ""
begin_panel = "\
unset label 1001; unset label 1002; \
if (panel_count == 0) { eval(show_heading); if (run_title ne '') { eval(show_title) } }; \
panel_count = panel_count + 1; panel_joint = 0; x_has_numbers = 1; across = 20; \
set xtics autofreq; set ytics autofreq; \
set origin panel_left, panel_bottom * body; \
set size panel_right - panel_left, (panel_top - panel_bottom) * body; \
if (panel_count <= layout_count) { eval(layout[panel_count]) }"
end_page = "eval(end_panel); unset multiplot"

whole_panel = panel(0, 1, 0, 1)
# Two panels with a common horizontal axis: a tall one, and below it a low one for deviations.
upper_part(share) = panel(0, 1, share, 1) . "; panel_joint = 1; x_has_numbers = 0; set format x ''; unset xlabel"
lower_part(share) = panel(0, 1, 0, share) . "; panel_joint = 2; set format x '%g'"
upper_panel = upper_part(0.36)
lower_panel = lower_part(0.36) . "; unset key; eval(linear_y)"
# Panel k of n: side by side on a slide (four of them two by two), one below the other in a column.
columns_of(n) = style_name eq "paper" || n == 1 ? 1 : n == 4 ? 2 : n
grid_panel(k, n) = grid_place(int(k - 1), columns_of(n), int(ceil(1.0 * n / columns_of(n))))
grid_place(k, columns, rows) = panel((k % columns) / (1.0 * columns), (k % columns + 1) / (1.0 * columns), \
  1 - (k / columns + 1.0) / rows, 1 - 1.0 * (k / columns) / rows)

# For a script whose labels need not be measured, after `page`: a column is as high as n panels; or n pictures of
# the box fill the page, beside a scale of colours or not.
rows_high(n) = ""
frames_fill(n, box_x, box_y, title_letters, has_scale) = ""

# Labels of the axes, wrapped so that no line is longer than the panel.
panel_left = 0; panel_right = 1; panel_bottom = 0; panel_top = 1
if (style_name eq "text") {
  x_room(width) = 0.94 * width * style_width / style_font
  y_room(height) = 18
} else {
  x_room(width) = 1.6 * (0.94 * width * style_width / style_font - 3)
  y_room(height) = 1.7 * (style_name eq "paper" ? (height > 0.5 ? 15 : 9) : smaller(24, height * 33 - 7))
}
x_label(text, unit) = wrapped(label(text, unit), int(larger(8, x_room(panel_right - panel_left))))
# A label of several lines, or next to powers of ten, is shifted outwards by `y_shift` characters.
y_label(text, unit) = (y_text = wrapped(label(text, unit), int(larger(12, y_room(panel_top - panel_bottom)))), \
  y_shift = -0.8 * (lines_in(y_text) - 1) - (y_is_log ? 1 : 0), y_text)
y_shift = 0

log_x = "set logscale x; x_is_log = 1; set format x (style_name eq 'text' ? '%g' : '10^{%T}')"
log_y = "set logscale y; y_is_log = 1; set format y (style_name eq 'text' ? '%g' : '10^{%T}')"
linear_x = "unset logscale x; x_is_log = 0; set format x '%g'"
linear_y = "unset logscale y; y_is_log = 0; set format y '%g'"
