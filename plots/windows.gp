# tables: windows.csv window_counts.csv
# How often each number was counted in each window, beside the binomial law with the mean and variance of
# theory.
table = "window_counts.csv"
count = (windows_names_count - 1) / 3
name(k) = substr(windows_names[3 * k - 1], 7, 1000)
is(k) = strcol(window_counts_window) eq name(k)

rows = count > 2 ? 2 : 1
columns = ceil(real(count) / rows)
set multiplot layout rows,columns title page("How many are in a window, beside theory") noenhanced
set xlabel "number in the window" offset 0,0.4
set ylabel "probability"
set yrange [0:*]
set format x "%g"
do for [k=1:count] {
  set title name(k) noenhanced
  set key top right
  stats table using (is(k) ? column(window_counts_number) : NaN) nooutput
  if (STATS_max - STATS_min >= 1) { set xtics tic_step(STATS_max - STATS_min) }
  plot table using window_counts_number:(is(k) ? column(window_counts_frequency_theory) : NaN) \
         with lines linewidth 1.5 linecolor rgb colour[2] title (k == 1 ? "theory" : ""), \
       table using window_counts_number:(is(k) ? column(window_counts_frequency) : NaN):window_counts_frequency_error \
         with yerrorbars pointtype 7 pointsize 0.5 linecolor rgb colour[1] title (k == 1 ? "counted" : "")
}
unset multiplot
