# tables of cases: density_profile.csv
# Number density of each species across the box in each case, with theory, along the axis along which that of
# the first case varies most.
# insert: cases
table = "density_profile"
over = "position"
along(axis, c) = strcol(density_profile_axis) eq axis ? column(c) : NaN
axis = ""; most = -1
do for [one in "x y z"] {
  eval(look(case_table(table, 1), "along(one, density_profile_density)"))
  spread = STATS_records > 1 ? STATS_stddev / (STATS_mean == 0 ? 1 : abs(STATS_mean)) : -1
  if (spread > most) { most = spread; axis = one }
}
if (axis eq "") { eval(leave("no profile is known")) }
over_words = "position " . axis
cases_heading = "Number density across the box along " . axis
array quantity[1] = ["density"]; array quantity_words[1] = ["number density"]; quantity_count = 1
eval(by_species); in_part(p) = of_species(p) && strcol(density_profile_axis) eq axis
# insert: show_cases
