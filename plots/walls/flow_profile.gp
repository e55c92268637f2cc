# tables: flow_profile.csv
# shows: pressure_x pressure_y pressure_z heat_flux power shear_stress middle_temperature middle_viscosity middle_conductivity sheared_viscosity mean_height
# Density, temperature and flow velocity across the box, one quantity in each panel, along the axis
# along which they vary most. Diamonds at the edges are the temperatures of thermal walls; components of
# the velocity that do not exceed their noise are left out.
table = "flow_profile.csv"
on(axis, c) = strcol(flow_profile_axis) eq axis ? column(c) : NaN
share(value, error) = value / error
axis = ""; most = -1
do for [one in "x y z"] {
  eval(look(table, "on(one, flow_profile_temperature)"))
  if (STATS_records > 1) {
    spread = STATS_stddev / (STATS_mean == 0 ? 1 : abs(STATS_mean))
    eval(look(table, "on(one, flow_profile_density)"))
    spread = spread + STATS_stddev / (STATS_mean == 0 ? 1 : abs(STATS_mean))
    if (spread > most) { most = spread; axis = one }
  }
}
if (axis eq "") { eval(leave("no temperature profile is known")) }

# Components of the velocity that exceed their noise or for which theory predicts a flow.
moving = ""
do for [k=1:run_dimensions] {
  u = value("flow_profile_velocity_" . word("x y z", k))
  u_error = value("flow_profile_velocity_" . word("x y z", k) . "_error")
  u_theory = value("flow_profile_velocity_" . word("x y z", k) . "_theory")
  eval(look(table, "column(u_error) > 0 ? on(axis, u) / column(u_error) : NaN"))
  # The threshold is high because the noise of neighbouring bins is correlated.
  seen = STATS_records > 0 && STATS_sumsq > 25 * STATS_records
  eval(look(table, "abs(on(axis, u_theory))"))
  if (seen || (STATS_records > 0 && STATS_max > 0)) { moving = moving . " " . word("x y z", k) }
}
velocity(k, what) = value("flow_profile_velocity_" . word(moving, int(k)) . what)
wall(side) = !walls ? NaN : value("wall_temperature_" . axis . "_" . side)
walls = 0
if (exists("wall_temperature_" . axis . "_low") && exists("wall_temperature_" . axis . "_high")) { walls = 1 }
panels = words(moving) > 0 ? 3 : 2

eval(page("Profiles across the box along " . axis))
eval(look(table, "on(axis, flow_profile_position)"))
set xrange [STATS_min:STATS_max]
first_place = STATS_min; last_place = STATS_max
set xlabel x_label("position " . axis, flow_profile_position_unit)

eval(grid_panel(1, panels))
set ylabel y_label("number density", flow_profile_density_unit) offset y_shift, 0
set yrange [0:*]
plot table using flow_profile_position:(on(axis, flow_profile_density_theory)) \
       with lines linestyle line title "theory", \
     table using flow_profile_position:(on(axis, flow_profile_density)):(error_in(flow_profile_density_error)) \
       with yerrorbars linestyle data(1) title "measured"

eval(grid_panel(2, panels))
set ylabel y_label("temperature", flow_profile_temperature_unit) offset y_shift, 0
eval(look(table, "on(axis, flow_profile_temperature) - error_in(flow_profile_temperature_error)")); coldest = STATS_min
eval(look(table, "on(axis, flow_profile_temperature) + error_in(flow_profile_temperature_error)")); STATS_min = coldest
if (walls) {
  STATS_min = smaller(STATS_min, smaller(wall("low"), wall("high")))
  STATS_max = larger(STATS_max, larger(wall("low"), wall("high")))
}
eval(calm_range)
plot table using flow_profile_position:(on(axis, flow_profile_temperature_theory)) \
       with lines linestyle line title "theory", \
     table using flow_profile_position:(on(axis, flow_profile_temperature)):(error_in(flow_profile_temperature_error)) \
       with yerrorbars linestyle data(1) title "measured", \
     for [side=0:1] "+" every ::0::0 using (walls ? (side == 0 ? first_place : last_place) : NaN):(wall(side == 0 ? "low" : "high")) \
       with points linestyle data(2) pointtype 13 pointsize 2 * style_symbols title (walls && side == 0 ? "walls" : "")

if (panels == 3) {
  eval(grid_panel(3, panels))
  set ylabel y_label("flow velocity", flow_profile_velocity_x_unit) offset y_shift, 0
  set yrange [*:*]
  plot for [k=1:words(moving)] table \
         using flow_profile_position:(on(axis, velocity(k, "_theory"))) \
         with lines linestyle theory(k) title (k == 1 ? "theory" : ""), \
       for [k=1:words(moving)] table \
         using flow_profile_position:(on(axis, velocity(k, ""))):(error_in(velocity(k, "_error"))) \
         with yerrorbars linestyle data(k) title "along " . word(moving, int(k))
}
eval(end_page)
