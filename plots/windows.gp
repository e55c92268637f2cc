# tables: windows.csv window_counts.csv
# How often each number was counted in each window, beside the binomial law with the mean and variance of
# theory; of many numbers, neighbours are taken together.
table = "window_counts.csv"
count = (windows_names_count - 1) / 3
name(k) = substr(windows_names[3 * k - 1], 7, 1000)
is(k) = strcol(window_counts_window) eq name(k)
shown = count < 4 ? count : 4
most_bins = 30

# The numbers of a window in bins: least[k] is the first of its first bin, width[k] how many a bin takes.
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
  bins[k] = floor((STATS_max - STATS_min + 1) / width[k])  # a last one that is not full is left out
  stats table using (is(k) ? add(slot(k, column(window_counts_number))) : NaN) nooutput
  apart = larger(apart, 0.5 * (sum [j=slot(k, least[k]):slot(k, least[k])+bins[k]-1] abs(counted[j] - law[j])))
}

eval(page("Numbers of particles in a window " . (apart < 0.2 ? "scatter as theory says" : "beside theory")))
set yrange [0:*]
do for [k=1:shown] {
  eval(grid_panel(k, shown))
  set ylabel y_label("probability" . (width[k] > 1 ? sprintf(" of %d numbers", width[k]) : ""), "") offset y_shift, 0
  set xlabel x_label("number in the window “" . name(k) . "”", "") noenhanced
  first = slot(k, least[k]); last = first + bins[k] - 1
  set xrange [middle(k, first):middle(k, last)]
  plot sample [j=first:last:1] "+" using (middle(k, int($1 + 0.5))):(law[int($1 + 0.5)]) with lines linestyle line title (k == 1 ? "theory" : ""), \
       [j=first:last:1] "+" using (middle(k, int($1 + 0.5))):(counted[int($1 + 0.5)]):(sqrt(scatter[int($1 + 0.5)])) with yerrorbars linestyle data(1) title (k == 1 ? "counted" : "")
}
eval(end_page)
