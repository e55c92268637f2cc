# tables: normal_speeds.csv
# How fast particles meet along the line of centres.
table = "normal_speeds.csv"

eval(whole_panel)
set title page("Normal speeds of collisions") noenhanced
set xlabel "normal relative speed / √(k_BT/μ)"
set ylabel "probability density"
set xrange [0:*]
set yrange [0:*]
plot table using normal_speeds_normal_speed:normal_speeds_theory \
       with lines linewidth 1.5 linecolor rgb ink title "theory: u exp(−u²/2), of finitely many", \
     table using normal_speeds_normal_speed:normal_speeds_density:normal_speeds_error \
       with yerrorbars pointtype 7 linecolor rgb colour[1] title "measured"
