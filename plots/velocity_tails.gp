# tables: velocity_tails.csv
# How the velocities of a cooling gas are distributed over many decades, in units of the falling
# thermal speed, beside Maxwell's law and that law with two Sonine corrections; the deviation below.
table = "velocity_tails.csv"
eval(look(table, "column(velocity_tails_density)"))
least = STATS_min

eval(page("The cooling gas has more fast particles than Maxwell’s law"))
eval(upper_panel)
set xrange [0:*]
set ylabel y_label("density", "") offset y_shift, 0
eval(log_y)
set yrange [0.1 * least:2]
plot table using velocity_tails_speed:velocity_tails_sonine \
       with lines linestyle line title "with a₂ and a₃ of theory", \
     table using velocity_tails_speed:velocity_tails_maxwell \
       with lines linestyle dashed title "Maxwell’s law", \
     table using velocity_tails_speed:velocity_tails_exponential \
       with lines linestyle dotted title "slope of the far tail by theory", \
     table using velocity_tails_speed:velocity_tails_density:(error_in(velocity_tails_error)) \
       with yerrorbars linestyle data(1) title "measured"

eval(lower_panel)
eval(linear_y)
set xlabel x_label("speed / most probable speed", "")
set ylabel y_label("ratio to Maxwell", "") offset y_shift, 0
set yrange [0.8:1.3]
plot 1 with lines linestyle dashed, \
     table using velocity_tails_speed:velocity_tails_sonine_ratio \
       with lines linestyle line, \
     table using velocity_tails_speed:velocity_tails_ratio:(error_in(velocity_tails_ratio_error)) \
       with yerrorbars linestyle data(1)
eval(end_page)
