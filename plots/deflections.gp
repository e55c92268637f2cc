# tables: impact_parameters.csv
# By what angle collisions turn the relative velocity.
table = "impact_parameters.csv"

eval(whole_panel)
set title page("Angles by which collisions turn the relative velocity") noenhanced
set xlabel "angle of deflection  [degrees]"
set ylabel "probability density  [1/degree]"
set xrange [0:180]
set yrange [0:*]
plot table using impact_parameters_deflection:impact_parameters_deflection_theory \
       with lines linewidth 1.5 linecolor rgb ink title "theory", \
     table using impact_parameters_deflection:impact_parameters_deflection_density:impact_parameters_deflection_error \
       with yerrorbars pointtype 7 linecolor rgb colour[1] title "measured"
