# The panels that at least two cases have.
array panel_quantity[most_case_panels]; array panel_part[most_case_panels]
case_panels = 0
do for [q=1:quantity_count] {
  do for [p=1:part_count] {
    found = 0
    do for [k=1:case_count] {
      eval(look(case_table(table, k), "case_value(q, p)"))
      found = found + (STATS_records > 1)
    }
    if (found > 1 && case_panels < most_case_panels) {
      case_panels = case_panels + 1
      panel_quantity[case_panels] = q
      panel_part[case_panels] = p
    }
  }
}
if (case_panels == 0) { eval(leave("fewer than two cases have them")) }
eval(count(case_table(table, 1)))
eval(page(cases_heading))
do for [n=1:case_panels] {
  eval(grid_panel(n, case_panels))
  q = panel_quantity[n]
  p = panel_part[n]
  low = 1e300
  high = -1e300
  has_theory = 0
  do for [k=1:case_count] {
    eval(look(case_table(table, k), "case_value(q, p) - error_of(q)"))
    eval(widen)
    eval(look(case_table(table, k), "case_value(q, p) + error_of(q)"))
    eval(widen)
    eval(look(case_table(table, k), "case_theory(q, p)"))
    eval(widen)
    has_theory = has_theory + (STATS_records > 0)
  }
  if (cases_log_x) { eval(log_x) }
  if (cases_log_y) {
    eval(log_y)
    set yrange [*:*]
  } else {
    STATS_records = 1; STATS_min = low; STATS_max = high
    eval(calm_range)
  }
  if (cases_from_zero) { set yrange [0:*] }
  set xlabel x_label(over_words, value(table . "_" . over . "_unit"))
  set ylabel y_label(quantity_words[q] . (part[p] eq "" ? "" : ", " . part[p]), value(table . "_" . quantity[q] . "_unit")) \
    noenhanced offset y_shift, 0
  if (n > 1) { unset key }
  plot for [k=1:case_count] case_table(table, k) using (cell(over)):(case_theory(q, p)) \
         with lines linewidth 2 linecolor rgb ramp(k) notitle, \
       for [k=1:case_count] case_table(table, k) using (cell(over)):(case_value(q, p)):(error_of(q)) every thin \
         with yerrorbars pointtype symbol[kind(k)] linecolor rgb ramp(k) title case[k], \
       keyentry with lines linestyle line title (has_theory ? theory_words : "")
}
eval(end_page)
