# tables: impact_parameters.csv
# shows: mean_collision_angle
# Distribution of the deflection angle of collisions, between the relative velocities before and after,
# with theory.
table = "impact_parameters.csv"

eval(page("Collisions deflect the relative velocity by all angles"))
eval(whole_panel)
set xlabel x_label("deflection angle (degrees)", "")
set ylabel y_label("probability density (1/degree)", "") offset y_shift, 0
set xrange [0:180]
set yrange [0:*]
plot table using impact_parameters_deflection:impact_parameters_deflection_theory \
       with lines linestyle line title "theory", \
     table using impact_parameters_deflection:impact_parameters_deflection_density:(error_in(impact_parameters_deflection_error)) \
       with yerrorbars linestyle data(1) title "measured"
eval(end_page)
