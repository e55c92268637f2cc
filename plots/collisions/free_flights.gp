# tables: free_flights.csv
# shows: free_time_ratio free_path_ratio mean_free_path mean_free_time
# Distributions of the free times and free paths between two collisions, with theory and the
# exponential law.
table = "free_flights.csv"
of(i, q, c) = strcol(free_flights_species) eq species[int(i)] && strcol(free_flights_quantity) eq q ? column(c) : NaN

eval(page("Free times and free paths are not exponential"))
eval(log_y)
set xrange [0:10]
set yrange [1e-6:5]
do for [k=1:2] {
  q = word("time path", k)
  eval(grid_panel(k, 2))
  set ylabel y_label("probability density", "") offset y_shift, 0
  set xlabel x_label("free ".q." / mean free ".q, "")
  plot for [i=1:species_count] table \
         using (of(i, q, free_flights_length)):(of(i, q, free_flights_theory)) \
         with lines linestyle (species_count == 1 ? line : theory(i)) title (i == 1 ? "theory: speed-dependent rate" : ""), \
       for [i=1:species_count] table \
         using (of(i, q, free_flights_length)):(of(i, q, free_flights_exponential)) \
         with lines linestyle dashed title (i == 1 ? "exponential" : ""), \
       for [i=1:species_count] table \
         using (of(i, q, free_flights_length)):(of(i, q, free_flights_density)):(error_in(free_flights_error)) \
         with yerrorbars linestyle data(i) title species[i]
}
eval(end_page)
