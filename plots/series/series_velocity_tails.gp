# tables of cases: velocity_tails.csv
# Velocity distribution of cooling gases over many decades in each case, with the Sonine expansion of theory.
# insert: cases
table = "velocity_tails"
over = "speed"; over_words = "speed / most probable speed"; cases_log_y = 1
cases_heading = "Fast particles of cooling gases"
array quantity[1] = ["density"]; array quantity_words[1] = ["probability density"]; quantity_count = 1
error_of(q) = error_in(case_column("error")); theory_of(q) = cell("sonine")
theory_words = "theory with Sonine a₂ and a₃"
# insert: show_cases
