# tables: windows.csv window_counts.csv
# How often each number was counted in each window, beside the binomial law with the mean and variance of
# theory.
table = "window_counts.csv"
count = (windows_names_count - 1) / 3
name(k) = substr(windows_names[3 * k - 1], 7, 1000)
is(k) = strcol(window_counts_window) eq name(k)
shown = count < 4 ? count : 4

eval(page("Numbers of particles in a window scatter as theory says"))
set yrange [0:*]
do for [k=1:shown] {
  eval(grid_panel(k, shown))
  set ylabel y_label("probability", "") offset y_shift, 0
  set xlabel x_label("number in the window “" . name(k) . "”", "") noenhanced
  plot table using window_counts_number:(is(k) ? column(window_counts_frequency_theory) : NaN) \
         with lines linestyle line title (k == 1 ? "theory" : ""), \
       table using window_counts_number:(is(k) ? column(window_counts_frequency) : NaN):(error_in(window_counts_frequency_error)) \
         with yerrorbars linestyle data(1) title (k == 1 ? "counted" : "")
}
eval(end_page)
