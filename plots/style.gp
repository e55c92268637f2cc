# Style of all figures. It is placed before every figure script and after the facts of the run: style_width
# and style_height are the size of the page and style_font the size of type (one em), all in pixels;
# style_points is the size of type in units of the terminal, style_symbols the size of symbols, style_lines the
# height of a line in em; style_name is slide, paper, screen (animations) or text, style_format is png, svg …
#
# Theory and data can be distinguished without colour: data are points with error bars, theory is a solid
# line, a second theory a dashed line, a third a dotted line. Colour-blind readers can distinguish the
# colours (Okabe and Ito 2008). `data(i)`, `theory(i)`, `second(i)` and `third(i)` are the line styles of
# species i.
# Species 8 to 14 have the same colours in dark with open symbols, 15 to 21 in pale with filled ones.
array colour[21] = [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x606060]
array symbol[21] = [7, 5, 9, 11, 13, 15, 4, 6, 2, 8, 10, 12, 14, 1]
mixed(c, with, share) = sum [n=0:2] (int(share * ((c >> 8 * n) & 255) + (1 - share) * with) << 8 * n)
do for [k=1:7] {
  colour[k + 7] = mixed(colour[k], 0, 0.55)
  colour[k + 14] = mixed(colour[k], 255, 0.5)
  symbol[k + 14] = symbol[k]
}
kind(i) = int(i - 1) % |colour| + 1
colour_of(i) = colour[kind(i)]
ink = 0x202020
data(i) = kind(i)
theory(i) = 100 + kind(i)
second(i) = 200 + kind(i)
third(i) = 300 + kind(i)
do for [k=1:|colour|] {
  set style line k linecolor rgb colour[k] pointtype symbol[k] linewidth 1.2
  set style line 100 + k linecolor rgb colour[k] linewidth 2
  set style line 200 + k linecolor rgb colour[k] linewidth 2 dashtype (9, 5)
  set style line 300 + k linecolor rgb colour[k] linewidth 2 dashtype (2, 4)
}
# Line styles for the theory of a single species, whose data have the first colour: ink.
set style line 401 linecolor rgb ink linewidth 2
set style line 402 linecolor rgb ink linewidth 2 dashtype (9, 5)
set style line 403 linecolor rgb ink linewidth 2 dashtype (2, 4)
line = 401; dashed = 402; dotted = 403

set border 3 linecolor rgb "#606060" linewidth 0.8
set tics nomirror out scale 0.6 textcolor rgb "#202020"
set grid linetype 1 linecolor rgb "#d8d8d8" linewidth 0.6
if (style_name eq "text") { unset grid }
set style fill solid 0.2 noborder
set pointsize style_symbols
set errorbars small
# The legend is between heading and panel, outside the data.
legend = "set key above left horizontal Left reverse samplen 2 spacing 1.1 width 1 textcolor rgb '#202020' noenhanced"
eval(legend)
set samples 400
set autoscale xfix
set minussign
set datafile columnheaders
set datafile missing NaN
larger(a, b) = a > b ? a : b
smaller(a, b) = a < b ? a : b
error_in(c) = strcol(c) eq "nan" ? 0 : column(c)  # an unknown error has no bar

# Label of an axis, with the unit in parentheses unless the quantity is dimensionless or in reduced units.
raised(text, sign) = (at = strstrt(text, "^"), at == 0 ? text : \
  substr(text, 1, at - 1) . (substr(text, at + 1, at + 1) eq "3" ? "³" : "²") . raised(substr(text, at + 2, strlen(text)), sign))
is_pure(unit) = unit eq "" || unit eq "1" || unit eq "reduced"
label(text, unit) = is_pure(unit) ? text : text . " (" . raised(unit, 0) . ")"
with_unit(number, unit) = is_pure(unit) ? number : number . " " . raised(unit, 0)

# --- Ranges of the data ---

# `eval(look(FILE, EXPRESSION))` finds STATS_min, STATS_max … of the values of EXPRESSION that are numbers;
# STATS_records is 0 if there are none.
look(file, what) = "undefine STATS_*; stats [*:*][*:*] '" . file . "' using (" . what . ") nooutput; if (!exists('STATS_records')) { STATS_records = 0 }"
# After `eval(count(FILE))`, `every thin` draws about sixty points of the file.
count(file) = "eval(look('" . file . "', '1')); thin = int(larger(1, STATS_records / 60))"
# Verdict on deviations in standard errors, from the last `look`: 1 if they are statistical, 0 if the data
# follow another law, 0.5 if it is not clear.
agreement(sign) = STATS_records == 0 ? 0.5 : STATS_sumsq < 3 * STATS_records ? 1 : STATS_sumsq < 10 * STATS_records ? 0.5 : 0
# Points beyond the range of an axis are triangles at its edge: `within` is where a point is drawn, `mark` with
# which symbol; `beyond` is where, of those points alone. The axis of deviations spans `-reach:reach`: all of them,
# but no more than ±10 or three times what a quarter exceeds; from the last `look` at their absolute values.
within(y, low, high) = y > high ? high : y < low ? low : y
beyond(y, low, high) = y > high || y < low ? within(y, low, high) : NaN
mark(y, low, high, symbol) = y > high ? 9 : y < low ? 11 : symbol
reach_of(sign) = STATS_records == 0 ? 4 : larger(4, smaller(1.1 * STATS_max, larger(10, 3 * STATS_up_quartile)))
# `eval(leave("reason"))` ends a script that has nothing to show; the figure is then left out.
leave(why) = "print 'nothing to see: " . why . "'; exit"

# --- The page: a heading and panels ---

wrapped(text, n) = strlen(text) <= n ? text : \
  (at = last_space(text, n + 1), at > 1 ? substr(text, 1, at - 1) . "\n" . wrapped(substr(text, at + 1, strlen(text)), n) \
                                        : substr(text, 1, n) . "\n" . wrapped(substr(text, n + 1, strlen(text)), n))
last_space(text, n) = n < 2 ? 0 : substr(text, n, n) eq " " ? n : last_space(text, n - 1)
lines_in(text) = 1 + (strlen(text) - strlen(without_breaks(text)))
without_breaks(text) = (at = strstrt(text, "\n"), at == 0 ? text : substr(text, 1, at - 1) . without_breaks(substr(text, at + 1, strlen(text))))
# Sizes of type in em, the height of a line in sizes of type, and the number of characters that fit into
# the width of the page.
title_type = style_name eq "text" ? 1 : 1.25
small_type = style_name eq "text" ? 1 : 0.85
line_height = style_name eq "text" ? 1 : style_lines
fitting(type) = int(0.95 * style_width / ((style_name eq "text" ? 1 : 0.66) * style_font * type))
em = 1.0 * style_font / style_height
font_of(type, face) = style_name eq "text" ? "" : sprintf("%s,%.3g", face, type * style_points)

# One legend of `n` entries for all panels is above them, in rows: `legend_rows = rows_of(n)` before the
# page begins, and `eval(page_legend)` in the first panel.
legend_rows = 0
entries_a_row = larger(1, floor(style_width / style_font / 14))
rows_of(n) = ceil(1.0 * n / entries_a_row)
page_legend = "set key at screen 0.02, screen legend_at left top vertical maxrows legend_rows"

# `eval(page("Finding"))` begins the page. The heading is the finding and, in a series, the case; the title
# of the study is below it.
page(text) = (heading = wrapped(text . (run_case eq "" ? "" : ", " . run_case), fitting(title_type)), begin_page)
begin_page = "\
subtitle = wrapped(run_title, fitting(small_type)); \
subtitle_at = 1 - (0.6 + title_type * line_height * lines_in(heading) + 0.3) * em; \
legend_at = run_title eq '' ? subtitle_at : subtitle_at - (small_type * line_height * (lines_in(subtitle) - 0.5) + 0.2) * em; \
body = legend_at - (legend_rows > 0 ? 1.1 * line_height * legend_rows + 0.4 : 0) * em; \
heading_height = (1 - body) / em; \
panel_count = 0; x_is_log = 0; y_is_log = 0; set multiplot"

# `eval(panel(left, right, bottom, top))` begins a panel; its edges are fractions of the page below the
# heading. A script is run twice: first (pass 1) on a high page without a picture, to measure how much room
# the labels and the legend of each panel need, then (pass 2) to draw. Panels with a common edge have a
# common margin, and tics are as dense as their labels allow. A column is as high as its panels need.
# A script that is run once (pass 0) measures nothing.
if (pass < 2) {
  array panel_at[64]; array panel_margin[64]; array panel_span[64]; array panel_is_log[32]
  panels_measured = 0
  rows_wanted = 0
  height_wanted = 0
}
panel(left, right, bottom, top) = sprintf("eval(note_panel); \
unset label 1001; unset label 1002; if (panel_count == 0) { eval(show_heading) }; \
panel_count = panel_count + 1; x_has_numbers = 1; set xtics autofreq; set ytics autofreq; \
panel_left = %.6f; panel_right = %.6f; panel_bottom = %.6f; panel_top = %.6f; \
set origin panel_left, panel_bottom * body; set size panel_right - panel_left, (panel_top - panel_bottom) * body; \
if (pass == 1) { panel_at[at(1)] = panel_left; panel_at[at(2)] = panel_right; panel_at[at(3)] = panel_bottom; panel_at[at(4)] = panel_top }; \
if (pass == 1) { set rmargin 18 }; if (pass == 2 && panels_measured > 0) { eval(use_measures) }", left, right, bottom, top)
at(edge) = 4 * panel_count - 4 + edge
# Markup makes type bold in svg, the name of the font in other formats.
escaped(text) = strlen(text) == 0 ? "" : (strstrt("_^{}@&~\\", text[1:1]) ? "\\" : "") . text[1:1] . escaped(text[2:*])
bold(text) = (at = strstrt(text, "\n"), at == 0 ? "{/:Bold " . escaped(text) . "}" : "{/:Bold " . escaped(text[1:at - 1]) . "}\n" . bold(text[at + 1:*]))
show_heading = "\
if (style_format eq 'svg') { set label 1001 bold(heading) at screen 0.02, screen 1 - 1.2 * em left font font_of(title_type, 'Sans') textcolor rgb ink enhanced } \
else { set label 1001 heading at screen 0.02, screen 1 - 1.2 * em left font font_of(title_type, 'Sans:Bold') textcolor rgb ink noenhanced }; \
if (run_title ne '') { set label 1002 subtitle at screen 0.02, screen subtitle_at left font font_of(small_type, '') textcolor rgb '#606060' noenhanced }"

whole_panel = panel(0, 1, 0, 1)
row_panel(k, n) = panel(0, 1, 1 - 1.0 * k / n, 1 - (k - 1.0) / n)
# Two panels with a common horizontal axis: a tall one, and below it a low one for deviations.
upper_part(share) = panel(0, 1, share, 1) . sprintf("; x_has_numbers = 0; set format x ''; unset xlabel; if (pass == 2 && panels_measured > 0) { set bmargin at screen %g * body + 0.55 * em }", share)
lower_part(share) = panel(0, 1, 0, share) . sprintf("; set format x '%%g'; if (pass == 2 && panels_measured > 0) { set tmargin at screen %g * body - 0.55 * em }", share)
upper_panel = upper_part(0.36)
lower_panel = lower_part(0.36) . "; unset key; eval(linear_y)"
# Panel k of n: side by side on a slide (four of them two by two), one below the other in a column.
columns_of(n) = style_name eq "paper" || n == 1 ? 1 : n == 4 ? 2 : n
grid_panel_of(k, n, columns) = panel((int(k - 1) % columns) / (1.0 * columns), (int(k - 1) % columns + 1) / (1.0 * columns), \
  1 - (int(k - 1) / columns + 1.0) / ceil(1.0 * n / columns), 1 - 1.0 * (int(k - 1) / columns) / ceil(1.0 * n / columns))
grid_panel(k, n) = grid_panel_of(k, n, columns_of(n))
end_page = "eval(note_panel); unset multiplot"

# Labels of the axes, wrapped so that no line is longer than the panel.
panel_left = 0; panel_right = 1; panel_bottom = 0; panel_top = 1
x_room(sign) = (style_name eq "text" ? 1 : 1.6) * (0.94 * (panel_right - panel_left) * style_width / style_font - (style_name eq "text" ? 0 : 3))
y_room(sign) = style_name eq "text" ? 18 : 1.7 * (style_name eq "paper" ? (panel_top - panel_bottom > 0.5 ? 15 : 9) : smaller(24, (panel_top - panel_bottom) * 33 - 7))
x_label(text, unit) = wrapped(label(text, unit), int(larger(8, x_room(1))))
# A label of several lines, or next to powers of ten, is shifted outwards by `y_shift` characters.
y_label(text, unit) = (y_text = wrapped(label(text, unit), int(larger(12, y_room(1)))), y_shift = -0.8 * (lines_in(y_text) - 1) - (y_is_log ? 1 : 0), y_text)
y_shift = 0

log_x = "set logscale x; x_is_log = 1; set format x (style_name eq 'text' ? '%g' : '10^{%T}')"
log_y = "set logscale y; y_is_log = 1; set format y (style_name eq 'text' ? '%g' : '10^{%T}')"
linear_x = "unset logscale x; x_is_log = 0; set format x '%g'"
linear_y = "unset logscale y; y_is_log = 0; set format y '%g'"

# Records what the last panel needs: its margins in em and the ranges of its axes. Pass 1 draws it narrower
# than pass 2, so that its legend never needs more lines than measured.
note_panel = "if (pass == 1 && panel_count > 0) { \
line_scale = style_lines * style_font / (1.5 * style_points); wide = 1.0 * GPVAL_TERM_XSIZE / GPVAL_TERM_SCALE; high = 1.0 * GPVAL_TERM_YSIZE / GPVAL_TERM_SCALE; \
panel_margin[at(1)] = (GPVAL_TERM_XMIN / wide - panel_left) * style_width / style_font - 0.8 * y_shift; \
panel_margin[at(2)] = 2; \
panel_margin[at(3)] = line_scale * (GPVAL_TERM_YMIN / high - panel_bottom * body) / em; \
panel_margin[at(4)] = line_scale * (panel_top * body - GPVAL_TERM_YMAX / high) / em; \
panel_span[at(1)] = GPVAL_X_MIN; panel_span[at(2)] = GPVAL_X_MAX; panel_span[at(3)] = GPVAL_Y_MIN; panel_span[at(4)] = GPVAL_Y_MAX; \
panel_is_log[2 * panel_count - 1] = x_is_log; panel_is_log[2 * panel_count] = y_is_log; panels_measured = panel_count }"
# Round distance between tics such that at most n distances fit into `span`.
tic_power(span, n) = 10.0 ** floor(log10(abs(span) / n))
tic_part(span, n) = abs(span) / n / tic_power(span, n)
tic_step(span, n) = span == 0 ? 1 : tic_power(span, n) * (tic_part(span, n) < 1.001 ? 1 : tic_part(span, n) < 2.001 ? 2 : tic_part(span, n) < 5.001 ? 5 : 10)
# Round distance between tics whose labels are side by side in a line of `room` characters.
longest(low, high, step) = larger(strlen(sprintf("%g", ceil(low / step) * step)), larger(strlen(sprintf("%g", floor(high / step) * step)), strlen(sprintf("%g", (floor(high / step) - 1) * step))))
tics_within(low, high, room) = tic_step(high - low, larger(1, smaller(8, floor(room / (longest(low, high, tic_step(high - low, 8)) + 2)))))
# Factor between the tics of a logarithmic axis for which at most n fit; 0: the default of gnuplot.
decades(low, high, n) = low > 0 && high / low > 10 ? 10.0 ** ceil(log10(high / low) / larger(1, smaller(8, n))) : 0

# Largest margin, as a fraction of the page, of all panels that have this edge in common.
margin_of(edge, part) = (most = 0, sum [q=1:panels_measured] (panel_at[4 * q - 4 + edge] == panel_at[at(edge)] ? (most = larger(most, panel_margin[4 * q - 4 + edge]), 0) : 0), most * part)
use_measures = "\
left_at = panel_left + margin_of(1, style_font / style_width); right_at = panel_right - margin_of(2, style_font / style_width); \
bottom_at = panel_bottom * body + margin_of(3, em); top_at = panel_top * body - margin_of(4, em); \
set lmargin at screen left_at; set rmargin at screen right_at; set bmargin at screen bottom_at; set tmargin at screen top_at; \
across = (right_at - left_at) * style_width / style_font; up = (top_at - bottom_at) / em; \
x_step = panel_is_log[2 * panel_count - 1] ? decades(panel_span[at(1)], panel_span[at(2)], across / 2.5) : tics_within(panel_span[at(1)], panel_span[at(2)], 1.6 * across); \
y_step = panel_is_log[2 * panel_count] ? decades(panel_span[at(3)], panel_span[at(4)], up / 2) : tic_step(panel_span[at(4)] - panel_span[at(3)], smaller(7, larger(4, floor(up / 2)))); \
if (x_step > 0) { set xtics x_step }; if (y_step > 0) { set ytics y_step }"
# Height of a column in pixels: the margins and contents of all panels or, for a script without labels to
# measure, the number of rows that it sets: `if (pass == 1) { rows_wanted = 2; exit }`; or what it sets as
# `height_wanted`, in pixels, above which a slide, too, has nothing to show.
height_for(q) = (share = panel_at[4 * q] - panel_at[4 * q - 1], (panel_margin[4 * q - 1] + panel_margin[4 * q] + (share > 0.9 ? 13 : 9)) / share)
wanted_height(sign) = height_wanted > 0 ? height_wanted : rows_wanted > 0 || panels_measured == 0 ? 330 + 400.0 * larger(1, rows_wanted) : \
  (most = 0, sum [q=1:panels_measured] (most = larger(most, height_for(q)), 0), style_font * (heading_height + most))

# The vertical axis spans the values of the last `look`, and at least ±5 % of their midpoint, so that the
# rounding errors of a constant do not fill the panel. Use: eval(look(FILE, COLUMN)); eval(calm_range)
calm_range = "if (STATS_records == 0) { STATS_min = 0; STATS_max = 1 }; \
calm_middle = 0.5 * (STATS_min + STATS_max); calm_half = 0.55 * (STATS_max - STATS_min); \
calm_least = 0.05 * abs(calm_middle) + (calm_middle == 0); \
calm_half = calm_half < calm_least ? calm_least : calm_half; \
set yrange [(STATS_min >= 0 && calm_middle < calm_half ? 0 : calm_middle - calm_half) : calm_middle + calm_half]"
# Whether the values of the last `look` are constant up to rounding.
is_flat(sign) = STATS_records == 0 || STATS_max - STATS_min <= 1e-9 * larger(abs(STATS_max), abs(STATS_min))

# Horizontal axis of relaxations: after 15 collisions per particle about exp(-8) of the deviation remains.
relaxation_range = "set xrange [0:*<15]"

# --- Distributions compared with Maxwell's law ---

# `eval(show_distribution)` draws the table `distribution` over its column `quantity`, with the deviations
# below. Each species has its colour and symbol; of angular velocities, each axis has its own symbol.
number(name) = value(distribution . "_" . name)
of(i, k, c) = strcol(number("species")) eq species[int(i)] && (axis_count == 1 || strcol(number("axis")) eq word("x y z", int(k))) ? column(c) : NaN
symbol_of(i, k) = axis_count == 1 ? symbol[kind(i)] : symbol[int(k)]
show_distribution = "\
table = distribution . '.csv'; place = number(quantity); density = number('density'); error = number('error'); \
unit = value(distribution . '_' . quantity . '_unit'); \
eval(look(table, 'column(error) > 0 ? column(density) / column(error) : NaN')); \
if (STATS_records == 0 || STATS_max < 4) { eval(leave('too few particles for a distribution')) }; \
eval(look(table, 'column(error) > 0 && column(density) > 3 * column(error) ? 1 : NaN')); \
if (STATS_records < 5) { eval(leave('too few particles for a distribution')) }; \
array known[species_count]; \
do for [i=1:species_count] { eval(look(table, sprintf('strcol(number(\"species\")) eq species[%d] ? column(density) : NaN', i))); known[i] = STATS_records > 0 }; \
array known_axis[3]; \
do for [k=1:axis_count] { eval(look(table, sprintf('axis_count == 1 || strcol(number(\"axis\")) eq \"%s\" ? column(density) : NaN', word('x y z', k)))); known_axis[k] = STATS_records > 0 }; \
eval(look(table, 'column(density) > 0 ? column(number(\"residual\")) : NaN')); \
eval(page(title_of(agreement(1)))); \
eval(upper_panel); \
if (quantity eq 'speed') { set xrange [0:*] }; \
set ylabel y_label('probability density', value(distribution . '_density_unit')) offset y_shift, 0; set yrange [0:*]; \
plot for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)):(of(i, k, number('maxwell'))) with lines linestyle (species_count == 1 ? dashed : second(i)) notitle, \
  for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)):(of(i, k, number('finite_n'))) with lines linestyle (species_count == 1 ? line : theory(i)) notitle, \
  for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)):(of(i, k, density)):(of(i, k, error)) with yerrorbars linestyle data(i) pointtype symbol_of(i, k) notitle, \
  for [i=1:species_count] keyentry with points linestyle data(i) title (known[i] ? species[i] : ''), \
  for [k=1:(axis_count > 1 ? axis_count : 0)] keyentry with points pointtype symbol[k] linecolor rgb ink title (known_axis[k] ? 'axis ' . word('x y z', k) : ''), \
  keyentry with lines linestyle line title 'exact law for N particles', \
  keyentry with lines linestyle dashed title 'Maxwell’s law'; \
eval(lower_panel); \
set xlabel x_label(quantity_words . (run_loses_energy ? ' / thermal speed' : ''), unit); \
set ylabel y_label('deviation / error', '') offset y_shift, 0; \
eval(look(table, 'abs(column(number(\"residual\")))')); reach = reach_of(1); set yrange [-reach:reach]; \
plot 0 with lines linestyle line, \
  for [i=1:species_count] for [k=1:axis_count] table using (of(i, k, place)):(within(of(i, k, number('residual')), -reach, reach)) \
    :(mark(of(i, k, number('residual')), -reach, reach, symbol_of(i, k))) with points linestyle data(i) pointtype variable; \
eval(end_page)"
axis_count = 1

# --- Series ---

capital(text) = (at = strstrt("abcdefghijklmnopqrstuvwxyz", text[1:1]), at == 0 ? text : substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", at, at) . text[2:*])
plain(text) = (at = strstrt(text, "_"), at == 0 ? text : substr(text, 1, at - 1) . " " . plain(substr(text, at + 1, strlen(text))))
# Table of a case, and its colour, from dark to light in the order of the series.
case_table(name, k) = sprintf("%s_%d.csv", name, k)
array ramp_colour[7] = [0x440154, 0x443A83, 0x31688E, 0x21918C, 0x35B779, 0x7AD151, 0xB8DE29]
ramp_of(k, n) = ramp_colour[1 + int(n > 1 ? 6.0 * (k - 1) / (n - 1) + 0.5 : 0)]
ramp(k) = ramp_of(k, case_count)
# Value of the key of the series or, if it is not a number, its position in the series.
series_x(row) = valid(1) ? column(1) : row
series_error(i) = shown_error[int(i)] == 0 ? 0 : error_in(shown_error[int(i)])
series_theory(i) = shown_theory[int(i)] == 0 ? NaN : column(shown_theory[int(i)])
# Theory that depends on the run is known only at the cases: a smooth curve joins four or more of them,
# marks show fewer.
is_joined(i) = has_theory && shown_curve[int(i)] == 0 && series_rows > 3
is_marked(i) = has_theory && shown_curve[int(i)] == 0 && series_rows < 4
series_axis = "eval(look(table, 'series_x(column(0))')); series_rows = STATS_records; \
series_pad = 0.06 * (STATS_max > STATS_min ? STATS_max - STATS_min : 1.0); \
series_log = STATS_min > 0 && STATS_max > 20 * STATS_min && STATS_median < 0.25 * (STATS_max + STATS_min); \
set xrange [(series_log ? STATS_min / 1.2 : STATS_min >= 0 ? larger(0, STATS_min - series_pad) : STATS_min - series_pad) : series_log ? 1.2 * STATS_max : STATS_max + series_pad]"
# A logarithmic axis has tics at the values of the cases, as many as there is room for.
log_values = "if (series_log) { set logscale x; x_is_log = 1; \
  case_room = smaller(series_rows, larger(1, floor(1.6 * (pass == 2 ? across : 20) / 7))); case_step = int(ceil(1.0 * series_rows / case_room)); \
  set xtics (); do for [case_row=0:series_rows-1:case_step] { eval(sprintf('stats [*:*][*:*] table using 1 every ::%d::%d nooutput', case_row, case_row)); set xtics add ((x_has_numbers ? number_text(STATS_min) : '') STATS_min) } }"
exponent(x) = floor(log10(1.000001 * abs(x)))
number_text(x) = style_name eq "text" || x == 0 || (abs(x) < 1e5 && abs(x) >= 1e-3) ? sprintf("%g", x) : sprintf("%g×10^{%d}", x / 10.0 ** exponent(x), exponent(x))
series_panel = "eval(log_values); eval(look(table, 'series_theory(i)')); has_theory = STATS_records > 0; \
low = has_theory ? STATS_min : 1e300; high = has_theory ? STATS_max : -1e300; \
if (shown_curve[i] > 0) { eval(look('series_theory.csv', 'column(shown_curve[i])')); low = STATS_min; high = STATS_max }; \
eval(look(table, 'column(shown_value[i]) - series_error(i)')); low = smaller(low, STATS_min); \
eval(look(table, 'column(shown_value[i]) + series_error(i)')); high = larger(high, STATS_max); \
pad = larger(high > low ? 0.08 * (high - low) : 0.1 * abs(high) + (high == 0), 0.002 * abs(high)); \
eval(look(table, 'column(shown_value[i])')); series_log_y = low > 0 && high > 20 * low && STATS_median < 0.25 * (low + high); \
if (series_log_y) { eval(log_y); set yrange [low / 1.2 : 1.2 * high] } else { eval(linear_y); set yrange [(low >= 0 ? larger(0, low - pad) : low - pad) : high + pad] }; \
set ylabel y_label(shown_words[i], shown_unit[i]) offset y_shift, 0; \
plot (shown_curve[i] > 0 ? 'series_theory.csv' : table) using 1:(shown_curve[i] > 0 ? column(shown_curve[i]) : NaN) with lines linestyle line title (shown_curve[i] > 0 ? 'theory' : ''), \
  table using (series_x(column(0))):(is_joined(i) ? series_theory(i) : NaN) smooth mcsplines with lines linestyle line title (is_joined(i) ? 'theory' : ''), \
  table using (series_x(column(0))):(is_marked(i) ? series_theory(i) : NaN) with linespoints linestyle dashed pointtype 2 title (is_marked(i) ? 'theory' : ''), \
  table using (series_x(column(0))):(column(shown_value[i])):(series_error(i)) with yerrorbars linestyle data(1) title 'measured'"

# --- Cases of a series, or runs that are compared, laid over each other ---

# `eval(show_cases)` draws the columns `quantity[q]` of the table `table` of every case over the column `over`,
# with theory: a panel for each of them and for each part of the table, of which `in_part(p)` selects the rows.
# `error_of(q)`, `theory_of(q)`, `quantity_words[q]`, `part[p]`, `theory_words` and the switches below may be
# set before.
case_column(name) = exists(table . "_" . name) ? value(table . "_" . name) : 0
cell(name) = case_column(name) == 0 ? NaN : column(case_column(name))
in_part(p) = 1
error_of(q) = case_column(quantity[q] . "_error") == 0 ? 0 : error_in(case_column(quantity[q] . "_error"))
theory_of(q) = cell(quantity[q] . "_theory")
array part[1] = [""]; part_count = 1
theory_words = "theory"
cases_from_zero = 0; cases_log_x = 0; cases_log_y = 0
most_case_panels = 6
case_value(q, p) = in_part(p) ? cell(quantity[int(q)]) : NaN
case_theory(q, p) = in_part(p) ? theory_of(int(q)) : NaN
by_species = "array part[species_count]; part_count = species_count; do for [p=1:species_count] { part[p] = species_count > 1 ? species[p] : '' }"
of_species(p) = strcol(case_column("species")) eq species[int(p)]
# Widens `low` and `high` by the values of the last `look`.
widen = "if (STATS_records > 0) { low = smaller(low, STATS_min); high = larger(high, STATS_max) }"
show_cases = "\
array panel_quantity[most_case_panels]; array panel_part[most_case_panels]; case_panels = 0; \
do for [q=1:quantity_count] { do for [p=1:part_count] { \
  found = 0; do for [k=1:case_count] { eval(look(case_table(table, k), 'case_value(q, p)')); found = found + (STATS_records > 1) }; \
  if (found > 1 && case_panels < most_case_panels) { case_panels = case_panels + 1; panel_quantity[case_panels] = q; panel_part[case_panels] = p } } }; \
if (case_panels == 0) { eval(leave('fewer than two cases have them')) }; \
eval(count(case_table(table, 1))); \
eval(page(cases_heading)); legend_rows = 0; \
do for [n=1:case_panels] { eval(grid_panel(n, case_panels)); q = panel_quantity[n]; p = panel_part[n]; eval(case_panel) }; \
eval(end_page)"
case_panel = "\
low = 1e300; high = -1e300; has_theory = 0; \
do for [k=1:case_count] { \
  eval(look(case_table(table, k), 'case_value(q, p) - error_of(q)')); eval(widen); \
  eval(look(case_table(table, k), 'case_value(q, p) + error_of(q)')); eval(widen); \
  eval(look(case_table(table, k), 'case_theory(q, p)')); eval(widen); has_theory = has_theory + (STATS_records > 0) }; \
if (cases_log_x) { eval(log_x) }; \
if (cases_log_y) { eval(log_y); set yrange [*:*] } else { STATS_records = 1; STATS_min = low; STATS_max = high; eval(calm_range) }; \
if (cases_from_zero) { set yrange [0:*] }; \
set xlabel x_label(over_words, value(table . '_' . over . '_unit')); \
set ylabel y_label(quantity_words[q] . (part[p] eq '' ? '' : ', ' . part[p]), value(table . '_' . quantity[q] . '_unit')) noenhanced offset y_shift, 0; \
if (n > 1) { unset key }; \
plot for [k=1:case_count] case_table(table, k) using (cell(over)):(case_theory(q, p)) with lines linewidth 2 linecolor rgb ramp(k) notitle, \
  for [k=1:case_count] case_table(table, k) using (cell(over)):(case_value(q, p)):(error_of(q)) every thin with yerrorbars pointtype symbol[kind(k)] linecolor rgb ramp(k) title case[k], \
  keyentry with lines linestyle line title (has_theory ? theory_words : '')"

# --- Particles in the box ---

# `eval(show_frame)` draws the particles of frame number `frame` of snapshot.csv and the obstacles in the box.
if (exists("snapshot_frame")) {
  table_of_particles = "snapshot.csv"
  stats table_of_particles using snapshot_frame nooutput
  particles_frames = int(STATS_max)
  particles_rows = STATS_records / particles_frames
  stats table_of_particles using snapshot_velocity_x nooutput
  particles_count = STATS_records / particles_frames
  seen = run_dimensions == 3 ? ", seen along z" : ""
  stats table_of_particles using snapshot_box_x:snapshot_box_y nooutput
  particles_box_x = STATS_max_x
  particles_box_y = STATS_max_y
  stats table_of_particles using snapshot_label nooutput
  by_label = particle_colours eq "label" || (particle_colours eq "auto" && STATS_max > 0)
  by_species = particle_colours eq "species" || (particle_colours eq "auto" && !by_label && species_count > 1)
  stats table_of_particles using snapshot_speed nooutput
  particles_fast = STATS_mean + 2 * STATS_stddev
  particles_speed = STATS_mean > 0 ? STATS_mean : 1
  # Up to 300 particles have velocity arrows; that of the mean speed is half as long as the distance
  # between neighbours.
  particles_arrow = particles_count > 300 ? 0 : 0.5 * sqrt(particles_box_x * particles_box_y / particles_count) / particles_speed
  species_number(name) = (particles_found = 0, sum [i=1:species_count] (species[i] eq name ? (particles_found = i) : 0), particles_found)
  # Particles that carry only the first label, which is the default, are grey.
  label_colour(number) = number < 1 ? 0xc0c0c0 : colour_of(number)
  particle_colour(speed) = by_label ? label_colour(column(snapshot_label)) : colour_of(species_number(stringcolumn(snapshot_species)))
  # Rigid bodies are drawn by balls: each first in ink, then smaller in colour, which leaves an edge.
  are_bodies = exists("snapshot_edge")
  ball_colour(number) = column(snapshot_edge) > 0 ? ink : by_label || by_species ? particle_colour(0) : palette(column(snapshot_speed) / frame_speed)
  # Walls that have moved into the box are grey from there to its edge.
  wall_within(x_low, x_high, y_low, y_high) = sprintf("rectangle from %.6g,%.6g to %.6g,%.6g fillstyle solid 0.35 border fillcolor rgb ink", x_low, y_low, x_high, y_high)
  frame_is_lowest = 1  # whether the frame has the name of the x axis
  frame_is_left = 1    # whether the frame has the name of the y axis
  colour_scale = 1     # whether the frame has the colour scale
  colour_scale_place = "default"
  frame_x_tics = 4     # how many tics an axis has at most
  frame_y_tics = 4
  outlines_count = 0
  outline_shape(k) = outline_round[k] > 0 ? sprintf("circle at %s size %g", outline_text[k], outline_round[k]) \
    : "polygon from " . outline_text[k] . " to " . word(outline_text[k], 1)
  outline_command(k) = sprintf("set object %d %s fillstyle solid 0.3 fillcolor rgb ink", k, outline_shape(k))
  if (exists("outlines_x")) {
    stats "outlines.csv" using outlines_obstacle nooutput
    outlines_count = int(STATS_max)
    array outline_text[outlines_count]
    array outline_round[outlines_count]
    do for [k=1:outlines_count] { outline_text[k] = ""; outline_round[k] = 0 }
    corner_text(k, a, b, r) = (outline_text[k] = outline_text[k] . (outline_text[k] eq "" ? "" : " to ") . sprintf("%.6g,%.6g", a, b), outline_round[k] = r, k)
    stats "outlines.csv" using (corner_text(int(column(outlines_obstacle)), column(outlines_x), column(outlines_y), column(outlines_radius))) nooutput
  }
  set palette defined (0 "#0072B2", 1 "#56B4E9", 2 "#E69F00", 3 "#D55E00")
}
show_frame = "\
first = int((frame - 1) * particles_rows); last = int(frame * particles_rows - 1); \
set xrange [*:*]; set yrange [*:*]; \
stats table_of_particles every ::first::last using snapshot_time nooutput; \
frame_time = STATS_mean; set title with_unit(sprintf('time %.4g', frame_time), snapshot_time_unit) noenhanced offset 0,-0.6; \
set size ratio -1; unset grid; unset key; set border 15; \
set xrange [0:particles_box_x]; set yrange [0:particles_box_y]; \
set xtics 0, tic_step(particles_box_x, frame_x_tics), 0.97 * particles_box_x; set ytics tic_step(particles_box_y, frame_y_tics); \
set xlabel (frame_is_lowest ? label('x', snapshot_x_unit) : ''); set ylabel (frame_is_left ? label('y', snapshot_y_unit) : ''); \
set format x (frame_is_lowest ? '%g' : ''); set format y (frame_is_left ? '%g' : ''); \
if (colour_scale && !by_label && !by_species) { eval('set colorbox ' . colour_scale_place) } else { unset colorbox }; \
frame_speed = 1; frame_fast = run_loses_energy ? 2.5 : particles_fast; if (run_loses_energy) { stats [*:*][*:*] table_of_particles every ::first::last using snapshot_speed nooutput; if (STATS_mean > 0) { frame_speed = STATS_mean } }; \
set cblabel (run_loses_energy ? 'speed / mean speed' : label('speed', snapshot_speed_unit)); set cbrange [0:frame_fast]; set cbtics tic_step(frame_fast, 4); \
do for [k=1:outlines_count] { eval(outline_command(k)) }; \
if (exists('snapshot_wall_x_low')) { eval(show_walls) }; \
set style fill solid 1 noborder; \
if (are_bodies) { \
  plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:(ball_colour(0)) with circles linecolor rgb variable, \
    table_of_particles every ::first::last using (particles_arrow > 0 ? column(snapshot_x) : NaN):snapshot_y:(particles_arrow * column(snapshot_velocity_x)):(particles_arrow * column(snapshot_velocity_y)) \
    with vectors head filled size graph 0.012,20 linewidth 0.8 linecolor rgb ink, \
    -1 with lines linecolor palette \
} else { if (by_label || by_species) { \
  plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:(particle_colour(0)) with circles linecolor rgb variable, \
    table_of_particles every ::first::last using (particles_arrow > 0 ? column(snapshot_x) : NaN):snapshot_y:(particles_arrow * column(snapshot_velocity_x)):(particles_arrow * column(snapshot_velocity_y)) \
    with vectors head filled size graph 0.012,20 linewidth 0.8 linecolor rgb ink \
} else { \
  plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:(column(snapshot_speed) / frame_speed) with circles linecolor palette, \
    table_of_particles every ::first::last using (particles_arrow > 0 ? column(snapshot_x) : NaN):snapshot_y:(particles_arrow * column(snapshot_velocity_x)):(particles_arrow * column(snapshot_velocity_y)) \
    with vectors head filled size graph 0.012,20 linewidth 0.8 linecolor rgb ink } }; \
set style fill solid 0.2 noborder"
show_walls = "\
do for [face in 'x_low x_high y_low y_high'] { \
  stats [*:*][*:*] table_of_particles every ::first::last using (column(value('snapshot_wall_' . face))) nooutput; \
  eval('at_' . face . ' = STATS_mean') }; \
wall_number = outlines_count; \
if (at_x_low > 0) { wall_number = wall_number + 1; eval(sprintf('set object %d ', wall_number) . wall_within(0, at_x_low, 0, particles_box_y)) }; \
if (at_x_high < particles_box_x) { wall_number = wall_number + 1; eval(sprintf('set object %d ', wall_number) . wall_within(at_x_high, particles_box_x, 0, particles_box_y)) }; \
if (at_y_low > 0) { wall_number = wall_number + 1; eval(sprintf('set object %d ', wall_number) . wall_within(0, particles_box_x, 0, at_y_low)) }; \
if (at_y_high < particles_box_y) { wall_number = wall_number + 1; eval(sprintf('set object %d ', wall_number) . wall_within(0, particles_box_x, at_y_high, particles_box_y)) }"
