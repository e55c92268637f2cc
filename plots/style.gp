# The look of all figures: colours that colour-blind eyes can tell apart (Okabe and Ito 2008), a
# light grid, thin frames. Placed before every figure script.
array colour[7] = [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x606060]
colour_of(i) = colour[int(i - 1) % |colour| + 1]
ink = 0x202020

set border 3 linecolor rgb "#606060" linewidth 0.8
set tics nomirror out scale 0.6 textcolor rgb "#202020"
set grid linetype 1 linecolor rgb "#d8d8d8" linewidth 0.6
if (GPVAL_TERM eq "dumb") { unset grid }
set style fill solid 0.15 noborder
set pointsize 0.7
set errorbars small
set key top right Left reverse samplen 2.5 spacing 1.2 textcolor rgb "#202020" noenhanced
set samples 400
set minussign
set datafile columnheaders
set datafile missing NaN

# An axis label: with the unit in brackets, unless the number is pure or in reduced units.
label(text, unit) = (unit eq "" || unit eq "1" || unit eq "reduced") ? text : sprintf("%s  [%s]", text, unit)

# The heading of a page: the study's title, then what the figure shows.
page(text) = (run_title eq "" ? text : run_title . "\n" . text)

# The vertical axis spans what `stats` has just found, but never so little that the rounding errors
# of a constant fill the panel. Use: stats FILE using COLUMN nooutput; eval(calm_range)
calm_range = "calm_middle = 0.5 * (STATS_min + STATS_max); calm_half = 0.55 * (STATS_max - STATS_min); \
calm_least = 0.05 * abs(calm_middle) + (calm_middle == 0); \
calm_half = calm_half < calm_least ? calm_least : calm_half; \
set yrange [calm_middle - calm_half : calm_middle + calm_half]"

# Panels one above the other that share their horizontal axis: a tall one and a low one below it;
# or one that fills the page.
upper_panel = "set lmargin at screen 0.11; set rmargin at screen 0.965; \
set tmargin at screen 0.885; set bmargin at screen 0.385; set format x ''; unset xlabel"
lower_panel = "set tmargin at screen 0.345; set bmargin at screen 0.105; set format x '%g'"
whole_panel = "set lmargin at screen 0.11; set rmargin at screen 0.965; \
set tmargin at screen 0.885; set bmargin at screen 0.105"

# The horizontal axis of what relaxes: by 15 collisions per particle all is over, exp(-8) is left.
relaxation_range = "set xrange [0:15]"

# A round distance of tics that marks an axis of length `span` about four times.
tic_power(span) = 10.0 ** floor(log10(span / 4))
tic_step(span) = tic_power(span) * (span / 4 < 2 * tic_power(span) ? 2 : span / 4 < 5 * tic_power(span) ? 5 : 10)
