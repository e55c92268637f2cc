# tables of cases: labels.csv
# Fraction of the particles that carry each label over time in each case, with the mean-field theory.
# insert: cases
table = "labels"
over = "time"; over_words = "time"
cases_heading = "Fractions of labels"; cases_from_zero = 1
quantity_count = int((labels_names_count - 1) / 3)
array quantity[quantity_count]; array quantity_words[quantity_count]
do for [k=1:quantity_count] { quantity[k] = labels_names[3 * k - 1]; quantity_words[k] = "fraction of " . substr(labels_names[3 * k - 1], 10, 1000) }
theory_of(q) = cell("theory_" . substr(quantity[q], 10, 1000)); theory_words = "mean field"
# insert: show_cases
