# tables: impact_parameters.csv
# shows: impact_chi2_p
# Distribution of the impact parameter of collisions, with theory: zero is head-on, one diameter grazing.
table = "impact_parameters.csv"

eval(page("Collisions are uniform over the cross section"))
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
