# tables: labels_in_place.csv
# shows: label_in_place label_scattered
# Fraction of the carriers of each label that are in the region where the label was assigned, over time,
# with the diffusion equation; bands are two standard deviations for independent particles.
table = "labels_in_place.csv"
count = (labels_in_place_names_count - 1) / 3
name(k) = substr(labels_in_place_names[3 * k - 1], 10, 1000)
band(k, sign) = column(3 * k) + sign * 2 * column(3 * k + 1)

eval(count(table))
eval(page("Labelled particles in the region where they started"))
eval(whole_panel)
set xrange [*:*] noextend
set yrange [0:1.05]
set xlabel x_label("time", labels_in_place_time_unit)
set ylabel y_label("fraction in initial region", "") offset y_shift, 0
plot for [k=1:count] table using 1:(band(k, -1)):(band(k, 1)) with filledcurves linecolor rgb colour_of(k) notitle, \
     for [k=1:count] table using 1:3 * k with lines linestyle theory(k) \
       title (k == 1 ? "diffusion ± 2σ" : ""), \
     for [k=1:count] table using 1:(column(3 * k - 1)) every thin with points linestyle data(k) title name(k)
eval(end_page)
