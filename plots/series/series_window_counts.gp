# tables of cases: windows.csv window_counts.csv
# Distribution of the number of particles in each window in each case, with theory.
# insert: cases
table = "window_counts"
over = "number"; over_words = "particles in the window"
cases_heading = "Particle numbers in windows"; cases_from_zero = 1
array quantity[1] = ["frequency"]; array quantity_words[1] = ["probability"]; quantity_count = 1
part_count = int((windows_names_count - 1) / 3)
array part[part_count]
do for [p=1:part_count] { part[p] = substr(windows_names[3 * p - 1], 7, 1000) }
in_part(p) = strcol(window_counts_window) eq part[int(p)]
# insert: show_cases
