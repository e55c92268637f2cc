# tables of cases: structure_factor.csv
# Static structure factor of all particles in each case, with theory.
# insert: cases
table = "structure_factor"
over = "wave_number"; over_words = "wave number"
cases_heading = "Static structure factor"; cases_from_zero = 1
array quantity[1] = ["s"]; array quantity_words[1] = ["structure factor"]; quantity_count = 1
in_part(p) = strcol(structure_factor_species) eq "all"
# insert: show_cases
