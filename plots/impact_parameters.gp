# tables: impact_parameters.csv
# How far from head-on collisions are.
table = "impact_parameters.csv"

eval(whole_panel)
set title page("Impact parameters: every part of the cross section is hit alike") noenhanced
set xlabel "impact parameter b / σ"
set ylabel "probability density"
set xrange [0:1]
set yrange [0:*]
set key top left
plot table using impact_parameters_impact_parameter:impact_parameters_theory \
       with lines linewidth 1.5 linecolor rgb ink title "theory", \
     table using impact_parameters_impact_parameter:impact_parameters_density:impact_parameters_error \
       with yerrorbars pointtype 7 linecolor rgb colour[1] title "measured"
