# tables of cases: compression.csv
# Pressure and temperature over volume of each case, with the adiabat of its equation of state.
# insert: cases
table = "compression"
over = "volume"; over_words = "volume"
cases_heading = "Compression without heat: pressure and temperature over volume"
array quantity[2] = ["pressure", "temperature"]; quantity_count = 2
array quantity_words[2] = ["pressure", "temperature"]
# insert: show_cases
