# tables of cases: free_flights.csv
# Distribution of the free paths of each species in each case, with theory.
# insert: cases
table = "free_flights"
over = "length"; over_words = "free path / its mean"; cases_log_y = 1
cases_heading = "Distribution of the free paths"
array quantity[1] = ["density"]; array quantity_words[1] = ["probability density"]; quantity_count = 1
error_of(q) = error_in(free_flights_error); theory_of(q) = column(free_flights_theory)
eval(by_species); in_part(p) = of_species(p) && strcol(free_flights_quantity) eq "path"
# insert: show_cases
