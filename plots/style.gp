# --- Style: colours, lines and symbols ---

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
# From dark to light: colour k of n, and that of a case of a series.
array ramp_colour[7] = [0x440154, 0x443A83, 0x31688E, 0x21918C, 0x35B779, 0x7AD151, 0xB8DE29]
ramp_of(k, n) = ramp_colour[1 + int(n > 1 ? 6.0 * (k - 1) / (n - 1) + 0.5 : 0)]
ramp(k) = ramp_of(k, case_count)
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
