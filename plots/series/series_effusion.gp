# tables of cases: effusion.csv
# Number of particles on the low side of a plate with a hole over time, for each case of a series, with
# theory.
eval(count(case_table("effusion", 1)))
eval(page("Gas flow through a hole"))
eval(whole_panel)
set xlabel x_label("time", effusion_time_unit)
set ylabel y_label("particles on the low side", "") offset y_shift, 0
set yrange [0:*]
plot for [k=1:case_count] case_table("effusion", k) using effusion_time:effusion_low_side_theory \
       with lines linewidth 2 linecolor rgb ramp(k) title (k == 1 ? "theory" : ""), \
     for [k=1:case_count] case_table("effusion", k) using effusion_time:effusion_low_side every thin \
       with points pointtype symbol[kind(k)] linecolor rgb ramp(k) title case[k]
eval(end_page)
