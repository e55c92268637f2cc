# tables: helfand_moments.csv
# shows: shear_viscosity bulk_viscosity thermal_conductivity mutual_diffusion_coefficient thermal_diffusion_factor
# Green–Kubo integrals of the viscosities, the thermal conductivity and mutual diffusion as functions of
# their upper limit, with Enskog's theory. The shaded window is the one over which the coefficient is
# averaged. After the window, an integral ends where its error exceeds its value.
table = "helfand_moments.csv"
array shown[4] = ["viscosity", "bulk_viscosity", "conductivity", "mutual_diffusion"]
array caption[4] = ["shear viscosity", "bulk viscosity", "thermal conductivity", "mutual diffusion"]
panels = ""
do for [k=1:4] { if (exists("helfand_moments_".shown[k])) { panels = panels." ".k } }
number(name) = value("helfand_moments_".name)

# Many panels are low: they share a legend.
if (words(panels) > 3) { legend_rows = rows_of(3) }
eval(page("Green–Kubo integrals reach their plateau"))
set xlabel x_label("time", helfand_moments_time_unit)
set xrange [0:*]
do for [p=1:words(panels)] {
  k = int(word(panels, p))
  q = shown[k]
  # Time after the window at which the error first exceeds the value.
  window_end = 0
  if (exists("helfand_moments_in_window")) {
    eval(look(table, "column(helfand_moments_in_window) > 0 ? column(helfand_moments_time) : NaN"))
    if (STATS_records > 0) { window_end = STATS_max }
  }
  eval(look(table, "column(helfand_moments_time) > window_end && column(number(q.'_error')) > abs(column(number(q))) ? column(helfand_moments_time) : NaN"))
  known_to = STATS_records > 0 ? 0.999 * STATS_min : 1e300
  eval(grid_panel(p, words(panels)))
  if (words(panels) > 3) { if (p > 1) { unset key } else { eval(page_legend) } }
  set ylabel y_label(caption[k], value("helfand_moments_".q."_unit")) offset y_shift, 0
  set yrange [*<0:*]
  unset object 1
  if (exists("helfand_moments_in_window")) {
    eval(look(table, "column(helfand_moments_in_window) > 0 ? column(helfand_moments_time) : NaN"))
    if (STATS_records > 0) {
      set object 1 rectangle from first STATS_min, graph 0 to first STATS_max, graph 1 \
        behind fillcolor rgb "#808080" fillstyle solid 0.25 noborder
    }
  }
  until(c) = column(helfand_moments_time) <= known_to ? column(c) : NaN
  plot table using helfand_moments_time:(until(number(q."_theory"))) \
         with lines linestyle line title "Enskog", \
       table using helfand_moments_time:(until(number(q))):(error_in(number(q."_error"))) \
         with yerrorbars linestyle data(1) title "measured", \
       keyentry with boxes fillcolor rgb "#808080" fillstyle solid 0.25 title (exists("helfand_moments_in_window") && p == 1 ? "averaging window" : "")
}
eval(end_page)
