# tables of cases: impact_parameters.csv
# Distribution of the impact parameters in each case, with theory.
# insert: cases
table = "impact_parameters"
over = "impact_parameter"; over_words = "impact parameter / diameter"
cases_heading = "Distribution of the impact parameters"; cases_from_zero = 1
array quantity[1] = ["density"]; array quantity_words[1] = ["probability density"]; quantity_count = 1
error_of(q) = error_in(case_column("error")); theory_of(q) = cell("theory")
# insert: show_cases
