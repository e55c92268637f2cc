# tables of cases: mixing.csv
# Entropy of mixing in each case over time, with the diffusion equation.
# insert: cases
table = "mixing"
over = "time"; over_words = "time"
cases_heading = "Entropy of mixing"; cases_from_zero = 1
array quantity[1] = ["entropy"]; array quantity_words[1] = ["entropy / that of evenly mixed"]; quantity_count = 1
# insert: show_cases
