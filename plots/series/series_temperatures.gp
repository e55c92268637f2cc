# tables of cases: history.csv
# Temperature of each case over time.
# insert: cases
table = "history"
over = "time"; over_words = "time"
cases_heading = "Temperature over time"
array quantity[1] = ["temperature"]; array quantity_words[1] = ["temperature"]; quantity_count = 1
flat = 0
do for [k=1:case_count] { eval(look(case_table(table, k), "column(history_temperature)")); flat = flat + is_flat(1) }
if (flat == case_count) { eval(leave("all temperatures are constant")) }
# insert: show_cases
