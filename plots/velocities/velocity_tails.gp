# tables: velocity_tails.csv
# Velocity distribution of a cooling gas over many decades, in units of the decreasing thermal speed,
# with Maxwell's law and two Sonine corrections to it; below, the ratios to Maxwell's law.
table = "velocity_tails.csv"
eval(look(table, "column(velocity_tails_density)"))
least = STATS_min

# Deviations of particles faster than twice the most probable speed, together, in units of their error.
excess_of(error) = column(velocity_tails_speed) > 2 && error > 0 ? (column(velocity_tails_ratio) - 1) / error : NaN
eval(look(table, "excess_of(error_in(velocity_tails_ratio_error))"))
excess = STATS_records > 0 ? STATS_sum / sqrt(STATS_records) : 0
finding = excess > 3 ? "A cooling gas has more fast particles than Maxwell’s law" : \
  excess < -3 ? "A cooling gas has fewer fast particles than Maxwell’s law" : "Fast particles of a cooling gas beside Maxwell’s law"
# The ratios that are known, to a fifth.
eval(look(table, "error_in(velocity_tails_ratio_error) > 0 && error_in(velocity_tails_ratio_error) < 0.2 ? column(velocity_tails_ratio) : NaN"))
ratio_low = STATS_records > 0 ? smaller(0.85, STATS_min - 0.05) : 0.8
ratio_high = STATS_records > 0 ? larger(1.15, smaller(3, STATS_max + 0.05)) : 1.3

eval(page(finding))
eval(upper_panel)
set xrange [0:*]
set ylabel y_label("probability density", "") offset y_shift, 0
eval(log_y)
set yrange [0.1 * least:2]
plot table using velocity_tails_speed:velocity_tails_sonine \
       with lines linestyle line title "theory with Sonine a₂ and a₃", \
     table using velocity_tails_speed:velocity_tails_maxwell \
       with lines linestyle dashed title "Maxwell’s law", \
     table using velocity_tails_speed:velocity_tails_exponential \
       with lines linestyle dotted title "theoretical slope of the tail", \
     table using velocity_tails_speed:velocity_tails_density:(error_in(velocity_tails_error)) \
       with yerrorbars linestyle data(1) title "measured"

eval(lower_panel)
set xlabel x_label("speed / most probable speed", "")
set ylabel y_label("ratio to Maxwell", "") offset y_shift, 0
set yrange [ratio_low:ratio_high]
plot 1 with lines linestyle dashed, \
     table using velocity_tails_speed:velocity_tails_sonine_ratio \
       with lines linestyle line, \
     table using velocity_tails_speed:velocity_tails_ratio:(error_in(velocity_tails_ratio_error)) \
       with yerrorbars linestyle data(1), \
     table using velocity_tails_speed:(beyond(column(velocity_tails_ratio), ratio_low, ratio_high)) \
       :(mark(column(velocity_tails_ratio), ratio_low, ratio_high, 0)) \
       with points linestyle data(1) pointtype variable
eval(end_page)
