# tables of cases: size_classes.csv
# Collision rates of the particles of polydisperse species by their diameter in each case, with theory.
# insert: cases
table = "size_classes"
over = "diameter"; over_words = "diameter"
cases_heading = "Collisions of particles by their size"; cases_from_zero = 1
array quantity[1] = ["collision_rate"]; array quantity_words[1] = ["collision rate"]; quantity_count = 1
eval(by_species); in_part(p) = of_species(p)
# insert: show_cases
