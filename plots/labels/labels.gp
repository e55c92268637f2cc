# tables: labels.csv
# shows: label_fraction label_mean
# Fraction of the particles that carry each label over time, with the mean-field theory; bands are two
# standard deviations σ for this number of particles. Below, the deviation from theory in units of σ.
table = "labels.csv"
count = (labels_names_count - 1) / 3
name(k) = substr(labels_names[3 * k - 1], 10, 1000)
fraction(k) = column(3 * k - 1)
mean(k) = column(3 * k)
noise(k) = column(3 * k + 1)

changes = 0
do for [k=1:count] { eval(look(table, "fraction(k)")); changes = changes || !is_flat(1) }
if (!changes) { eval(leave("the number of carriers of each label is constant")) }

eval(count(table))
eval(page("Fractions of labels and mean-field theory"))
eval(upper_panel)
set ylabel y_label("fraction of the particles", "") offset y_shift, 0
set yrange [0:1.02]
set xrange [*:*] noextend
plot for [k=1:count] table using labels_time:(mean(k) - 2 * noise(k)):(mean(k) + 2 * noise(k)) \
       with filledcurves linecolor rgb colour_of(k) notitle, \
     for [k=1:count] table using labels_time:(mean(k)) \
       with lines linestyle theory(k) title (k == 1 ? "mean field ± 2σ" : ""), \
     for [k=1:count] table using labels_time:(fraction(k)) every thin \
       with points linestyle data(k) title name(k)

eval(lower_panel)
set xlabel x_label("time", labels_time_unit)
set ylabel y_label("deviation / σ", "") offset y_shift, 0
deviation(k) = noise(k) > 0 ? (fraction(k) - mean(k)) / noise(k) : NaN
reach = 4
do for [k=1:count] { eval(look(table, "abs(deviation(k))")); reach = larger(reach, reach_of(1)) }
set yrange [-reach:reach]
plot 0 with lines linestyle line notitle, \
     for [k=1:count] table using labels_time:(within(deviation(k), -reach, reach)):(mark(deviation(k), -reach, reach, symbol[kind(k)])) \
       with points linestyle data(k) pointtype variable notitle
eval(end_page)
