# tables of cases: helfand_moments.csv
# Green–Kubo integrals of the transport coefficients in each case over time, with theory.
# insert: cases
table = "helfand_moments"
over = "time"; over_words = "time"
cases_heading = "Green–Kubo integrals of the transport coefficients"
array quantity[3] = ["viscosity", "conductivity", "mutual_diffusion"]; quantity_count = 3
array quantity_words[3] = ["shear viscosity", "thermal conductivity", "mutual diffusion"]
# insert: show_cases
