# tables of cases: self_diffusion.csv
# Mean square displacement and velocity autocorrelation of each species in each case over time, with theory.
# insert: cases
table = "self_diffusion"
over = "time"; over_words = "time"; cases_log_x = 1
cases_heading = "Mean square displacement and velocity autocorrelation"
array quantity[2] = ["square_displacement", "velocity_memory"]; quantity_count = 2
array quantity_words[2] = ["mean square displacement", "velocity autocorrelation"]
eval(by_species); in_part(p) = of_species(p)
# insert: show_cases
