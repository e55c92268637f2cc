# tables: impact_parameters.csv
# How far from head-on collisions are.
table = "impact_parameters.csv"

eval(page("Every part of the cross section is hit alike"))
eval(whole_panel)
set xlabel x_label("impact parameter / diameter", "")
set ylabel y_label("probability density", "") offset y_shift, 0
set xrange [0:1]
set yrange [0:*]
plot table using impact_parameters_impact_parameter:impact_parameters_theory \
       with lines linestyle line title "theory", \
     table using impact_parameters_impact_parameter:impact_parameters_density:(error_in(impact_parameters_error)) \
       with yerrorbars linestyle data(1) title "measured"
eval(end_page)
