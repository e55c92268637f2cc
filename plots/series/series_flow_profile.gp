# tables of cases: flow_profile.csv
# Density, temperature and velocity across the box in each case, with theory, along the axis along which the
# temperature and the density of the first case vary most.
# insert: cases
table = "flow_profile"
over = "position"; over_words = "position"
along(axis, c) = strcol(flow_profile_axis) eq axis ? column(c) : NaN
axis = ""; most = -1
do for [one in "x y z"] {
  spread = 0
  do for [c in "density temperature"] {
    eval(look(case_table(table, 1), "along(one, value(table . '_' . c))"))
    spread = STATS_records > 1 ? spread + STATS_stddev / (STATS_mean == 0 ? 1 : abs(STATS_mean)) : -1
  }
  if (spread > most) { most = spread; axis = one }
}
if (axis eq "") { eval(leave("no profile is known")) }
in_part(p) = strcol(flow_profile_axis) eq axis
cases_heading = "Profiles across the box along " . axis
array quantity[3] = ["density", "temperature", "velocity_x"]; quantity_count = 3
array quantity_words[3] = ["number density", "temperature", "flow velocity along x"]
# insert: show_cases
