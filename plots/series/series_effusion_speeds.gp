# tables of cases: effusion_speeds.csv
# Distribution of the speeds of the particles that pass a hole in each case, with theory.
# insert: cases
table = "effusion_speeds"
over = "speed"; over_words = "speed of passing particles / thermal speed"
cases_heading = "Distribution of the speeds of passing particles"; cases_from_zero = 1
array quantity[1] = ["density"]; array quantity_words[1] = ["probability density"]; quantity_count = 1
theory_words = "flux ∝ v f(v)"
# insert: show_cases
