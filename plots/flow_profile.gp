# tables: flow_profile.csv
# Density, temperature and velocity across the box, along each axis on which they may change.
table = "flow_profile.csv"
all_axes = "x y z"
axes = ""
do for [axis in all_axes] {
  stats table using (strcol(flow_profile_axis) eq axis ? 1 : 0) nooutput
  if (STATS_sum > 0) { axes = axes . " " . axis }
}
of(axis, c) = strcol(flow_profile_axis) eq axis ? column(c) : NaN
velocity(k) = k == 1 ? flow_profile_velocity_x : k == 2 ? flow_profile_velocity_y : flow_profile_velocity_z
velocity_theory(k) = k == 1 ? flow_profile_velocity_x_theory : k == 2 ? flow_profile_velocity_y_theory : flow_profile_velocity_z_theory
velocity_error(k) = k == 1 ? flow_profile_velocity_x_error : k == 2 ? flow_profile_velocity_y_error : flow_profile_velocity_z_error
if (run_dimensions == 2) { flow_profile_velocity_z = 1; flow_profile_velocity_z_error = 1; flow_profile_velocity_z_theory = 1 }

set multiplot layout 3,words(axes) columnsfirst title page("Density, temperature and velocity across the box") noenhanced
set lmargin 12
do for [axis in axes] {
  stats table using (of(axis, flow_profile_position)) nooutput
  set xrange [STATS_min:STATS_max]
  set xlabel label(axis, flow_profile_position_unit) offset 0,0.6
  set ylabel label("density", flow_profile_density_unit)
  set yrange [0:*]
  set key bottom left
  plot table using flow_profile_position:(of(axis, flow_profile_density_theory)) \
         with lines linewidth 1.5 linecolor rgb colour[2] title "theory", \
       table using flow_profile_position:(of(axis, flow_profile_density)):(of(axis, flow_profile_density_error)) \
         with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour[1] title "measured"
  set ylabel label("T", flow_profile_temperature_unit)
  set yrange [*:*]
  plot table using flow_profile_position:(of(axis, flow_profile_temperature_theory)) \
         with lines linewidth 1.5 linecolor rgb colour[2] notitle, \
       table using flow_profile_position:(of(axis, flow_profile_temperature)):(of(axis, flow_profile_temperature_error)) \
         with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour[1] notitle
  set key top left
  set ylabel label("velocity", flow_profile_velocity_x_unit)
  plot for [k=1:run_dimensions] table \
         using flow_profile_position:(of(axis, velocity_theory(k))) \
         with lines linewidth 1.5 linecolor rgb colour[int(k)] notitle, \
       for [k=1:run_dimensions] table \
         using flow_profile_position:(of(axis, velocity(k))):(of(axis, velocity_error(k))) \
         with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour[int(k)] title word(all_axes, int(k))
}
unset multiplot
