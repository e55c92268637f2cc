# --- Numbers of the tables ---

set datafile columnheaders
set datafile missing NaN
larger(a, b) = a > b ? a : b
smaller(a, b) = a < b ? a : b
# Table of a case of a series.
case_table(name, k) = sprintf("%s_%d.csv", name, k)
error_in(c) = strcol(c) eq "nan" ? 0 : column(c)  # an unknown error has no bar

# `eval(look(FILE, EXPRESSION))` finds STATS_min, STATS_max … of the values of EXPRESSION that are numbers;
# STATS_records is 0 if there are none.
look(file, what) = "undefine STATS_*; stats [*:*][*:*] '" . file . "' using (" . what . ") nooutput; \
  if (!exists('STATS_records')) { STATS_records = 0 }"
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
reach_of(sign) = STATS_records == 0 ? 4 : larger(4, 2 * ceil(0.5 * smaller(STATS_max, larger(10, 3 * STATS_up_quartile))))
# `eval(leave("reason"))` ends a script that has nothing to show; the figure is then left out.
leave(why) = "print 'nothing to see: " . why . "'; exit"
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
