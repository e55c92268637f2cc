# tables of cases: normal_speeds.csv
# Distribution of the normal impact speeds in each case, with theory.
# insert: cases
table = "normal_speeds"
over = "normal_speed"; over_words = "normal relative speed / its thermal value"
cases_heading = "Distribution of the normal impact speeds"; cases_from_zero = 1
array quantity[1] = ["density"]; array quantity_words[1] = ["probability density"]; quantity_count = 1
error_of(q) = error_in(case_column("error")); theory_of(q) = cell("theory")
# insert: show_cases
