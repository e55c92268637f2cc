# tables: equipartition.csv
# How translation and rotation come to share the energy: the temperature of each, beside the theory
# of Gaussian velocities.
table = "equipartition.csv"

set multiplot title page("Translation and rotation share the energy") noenhanced
set lmargin at screen 0.135; set rmargin at screen 0.965
eval(relaxation_range)

set tmargin at screen 0.885; set bmargin at screen 0.515
set format x ''
set ylabel label("translational temperature", equipartition_temperature_unit)
plot for [i=1:species_count] table \
       using equipartition_collisions_per_particle:(column(equipartition_translational_of[i])) \
       with points pointtype 7 linecolor rgb colour_of(i) title species[i], \
     for [i=1:species_count] table \
       using equipartition_collisions_per_particle:(column(equipartition_theory_translational_of[i])) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     keyentry with lines linewidth 1.5 linecolor rgb ink title "theory, Gaussian velocities"

set tmargin at screen 0.475; set bmargin at screen 0.105
set format x '%g'
set xlabel "collisions per particle"
set ylabel label("rotational temperature", equipartition_temperature_unit)
unset key
plot for [i=1:species_count] table \
       using equipartition_collisions_per_particle:(column(equipartition_rotational_of[i])) \
       with points pointtype 7 linecolor rgb colour_of(i), \
     for [i=1:species_count] table \
       using equipartition_collisions_per_particle:(column(equipartition_theory_rotational_of[i])) \
       with lines linewidth 1.5 linecolor rgb colour_of(i)
unset multiplot
