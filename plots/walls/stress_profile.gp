# tables: stress_profile.csv
# shows: pressure_xx pressure_yy pressure_zz pressure_xy normal_stress_difference_1 stress_ratio
# Elements of the pressure tensor across the box along its first axis with walls: normal ones, and those shear
# stresses that exceed their noise. The element across the walls is even where the gas is at rest or flows along them.
table = "stress_profile.csv"
eval(look(table, "strcol(stress_profile_axis) eq 'y' ? 1 : NaN")); across_y = STATS_records > 0
eval(look(table, "strcol(stress_profile_axis) eq 'x' ? 1 : NaN")); axis = STATS_records > 0 ? "x" : across_y ? "y" : "z"
on(c) = strcol(stress_profile_axis) eq axis ? column(c) : NaN
element(name, what) = value("stress_profile_pressure_" . name . what)
normal = run_dimensions == 3 ? "xx yy zz" : "xx yy"
sheared = ""
do for [name in run_dimensions == 3 ? "xy yz xz" : "xy"] {
  p = element(name, ""); p_error = element(name, "_error")
  eval(look(table, "column(p_error) > 0 ? on(p) / column(p_error) : NaN"))
  if (STATS_records > 0 && STATS_sumsq > 9 * STATS_records) { sheared = sheared . " " . name }
}
panels = words(sheared) > 0 ? 2 : 1

eval(page("Stress across the box along " . axis))
eval(look(table, "on(stress_profile_position)"))
set xrange [STATS_min:STATS_max]
set xlabel x_label("position " . axis, stress_profile_position_unit)

eval(grid_panel(1, panels))
set ylabel y_label("pressure", stress_profile_pressure_xx_unit) offset y_shift, 0
set yrange [0:*]
plot for [k=1:words(normal)] table \
       using stress_profile_position:(on(element(word(normal, int(k)), ""))):(error_in(element(word(normal, int(k)), "_error"))) \
       with yerrorbars linestyle data(k) title "element " . word(normal, int(k))

if (panels == 2) {
  eval(grid_panel(2, panels))
  set ylabel y_label("shear stress", stress_profile_pressure_xx_unit) offset y_shift, 0
  set yrange [*:*]
  plot for [k=1:words(sheared)] table \
         using stress_profile_position:(on(element(word(sheared, int(k)), ""))):(error_in(element(word(sheared, int(k)), "_error"))) \
         with yerrorbars linestyle data(k) title "element " . word(sheared, int(k))
}
eval(end_page)
