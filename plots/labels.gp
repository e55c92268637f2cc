# tables: labels.csv
# Fraction of the particles with each label over time, beside the mean field and the scatter of so
# many particles about it; below, the difference in that scatter.
table = "labels.csv"
count = (labels_names_count - 1) / 3
name(k) = substr(labels_names[3 * k - 1], 10, 1000)
fraction(k) = column(3 * k - 1)
theory(k) = column(3 * k)
noise(k) = column(3 * k + 1)

set multiplot title page("Labels over time") noenhanced
eval(upper_panel)
set ylabel "fraction of the particles"
set yrange [0:1.02]
set key at graph 0.98, 0.62
set xrange [*:*] noextend
plot for [k=1:count] table using labels_time:(theory(k) - 2 * noise(k)):(theory(k) + 2 * noise(k)) \
       with filledcurves linecolor rgb colour_of(k) notitle, \
     for [k=1:count] table using labels_time:(theory(k)) \
       with lines linewidth 1.5 linecolor rgb colour_of(k) title (k == 1 ? "mean field ± 2 standard deviations" : ""), \
     for [k=1:count] table using labels_time:(fraction(k)) \
       with points pointtype 7 pointsize 0.6 linecolor rgb colour_of(k) title name(k)

eval(lower_panel)
set xlabel label("time", labels_time_unit) offset 0,0.6
set ylabel "difference / σ"
set yrange [-4:4]
unset key
plot 0 with lines linecolor rgb ink notitle, \
     for [k=1:count] table using labels_time:(noise(k) > 0 ? (fraction(k) - theory(k)) / noise(k) : NaN) \
       with lines linecolor rgb colour_of(k) notitle
unset multiplot
