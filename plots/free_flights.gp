# tables: free_flights.csv
# How long and how far particles fly between two collisions, beside theory and the exponential law.
table = "free_flights.csv"
of(i, q, c) = strcol(free_flights_species) eq species[int(i)] && strcol(free_flights_quantity) eq q ? column(c) : NaN

set multiplot layout 2,1 title page("Free times and free paths are not exponential") noenhanced
set lmargin 11
set logscale y
set format y "10^{%T}"
set xrange [0:10]
set yrange [1e-6:5]
set ylabel "probability density"
do for [q in "time path"] {
  set xlabel "free ".q." / its mean" offset 0,0.4
  plot for [i=1:species_count] table \
         using (of(i, q, free_flights_length)):(of(i, q, free_flights_exponential)) \
         with lines dashtype 2 linewidth 1.5 linecolor rgb ink title (i == 1 ? "exponential" : ""), \
       for [i=1:species_count] table \
         using (of(i, q, free_flights_length)):(of(i, q, free_flights_theory)) \
         with lines linewidth 1.5 linecolor rgb colour_of(i) title (i == 1 ? "theory: rate depends on speed" : ""), \
       for [i=1:species_count] table \
         using (of(i, q, free_flights_length)):(of(i, q, free_flights_density)):(of(i, q, free_flights_error)) \
         with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour_of(i) title species[i]
}
unset multiplot
