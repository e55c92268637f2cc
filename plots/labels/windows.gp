# tables: windows.csv window_counts.csv
# shows: window_count window_variance
# Distribution of the number of particles in each window, with the binomial law that has the mean and
# variance of theory; neighbouring numbers share a bin if there are many.
table = "window_counts.csv"
count = (windows_names_count - 1) / 3
name(k) = substr(windows_names[3 * k - 1], 7, 1000)
is(k) = strcol(window_counts_window) eq name(k)
shown = count < 4 ? count : 4
most_bins = 30

# Bins of window k: least[k] is the first number of the first bin, width[k] the count of numbers in a bin.
array least[shown]; array width[shown]; array bins[shown]
array counted[shown * (most_bins + 1)]; array scatter[shown * (most_bins + 1)]; array law[shown * (most_bins + 1)]
do for [j=1:|counted|] { counted[j] = 0; scatter[j] = 0; law[j] = 0 }
slot(k, number) = int((k - 1) * (most_bins + 1) + (number - least[k]) / width[k]) + 1
middle(k, j) = least[k] + (j - (k - 1) * (most_bins + 1) - 0.5) * width[k] - 0.5
add(j) = (counted[j] = counted[j] + column(window_counts_frequency), law[j] = law[j] + column(window_counts_frequency_theory), \
  scatter[j] = scatter[j] + error_in(window_counts_frequency_error) ** 2, 0)
apart = 0
do for [k=1:shown] {
  eval(look(table, "is(k) ? column(window_counts_number) : NaN"))
  least[k] = STATS_min
  width[k] = ceil((STATS_max - STATS_min + 1) / most_bins)
  bins[k] = floor((STATS_max - STATS_min + 1) / width[k])  # an incomplete last bin is left out
  stats table using (is(k) ? add(slot(k, column(window_counts_number))) : NaN) nooutput
  apart = larger(apart, 0.5 * (sum [j=slot(k, least[k]):slot(k, least[k])+bins[k]-1] abs(counted[j] - law[j])))
}

eval(page("Particle numbers in windows " . (apart < 0.2 ? "fluctuate as theory predicts" : "compared with theory")))
set yrange [0:*]
do for [k=1:shown] {
  eval(grid_panel(k, shown))
  set ylabel y_label("probability" . (width[k] > 1 ? sprintf(" in bins of %d", width[k]) : ""), "") offset y_shift, 0
  set xlabel x_label("particles in the window “" . name(k) . "”", "") noenhanced
  first = slot(k, least[k]); last = first + bins[k] - 1
  set xrange [middle(k, first):middle(k, last)]
  plot sample [j=first:last:1] "+" using (middle(k, int($1 + 0.5))):(law[int($1 + 0.5)]) with lines linestyle line title (k == 1 ? "theory" : ""), \
       [j=first:last:1] "+" using (middle(k, int($1 + 0.5))):(counted[int($1 + 0.5)]):(sqrt(scatter[int($1 + 0.5)])) \
         with yerrorbars linestyle data(1) title (k == 1 ? "measured" : "")
}
eval(end_page)
