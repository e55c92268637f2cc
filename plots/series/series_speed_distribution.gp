# tables of cases: speed_distribution.csv
# Distribution of the speeds in each case, with Maxwell's law.
# insert: cases
table = "speed_distribution"
over = "speed"; over_words = "speed" . (run_loses_energy ? " / thermal speed" : "")
cases_heading = "Distribution of the speeds"
set xrange [0:*]
error_of(q) = error_in(case_column("error"))
theory_of(q) = valid(case_column("finite_n")) ? cell("finite_n") : cell("maxwell")
theory_words = "Maxwell’s law for N particles"; cases_from_zero = 1
if (run_speeds_differ) { eval(leave("the velocities are in different units")) }
eval(by_species); in_part(p) = of_species(p)
array quantity[1] = ["density"]; array quantity_words[1] = ["probability density"]; quantity_count = 1
# insert: show_cases
