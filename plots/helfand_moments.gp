# tables: helfand_moments.csv
# What the Green–Kubo integrals of viscosity and conductivity have come to, beside Enskog's theory.
table = "helfand_moments.csv"
quantities = exists("helfand_moments_conductivity") ? "viscosity conductivity" : "viscosity"
number(name) = value("helfand_moments_".name)

set multiplot layout words(quantities),1 title page("Green–Kubo integrals") noenhanced
set lmargin 12
set key bottom right
set xlabel label("time", helfand_moments_time_unit) offset 0,0.4
do for [q in quantities] {
  set ylabel label((q eq "viscosity" ? "shear viscosity" : "thermal conductivity"), value("helfand_moments_".q."_unit"))
  set yrange [0:*]
  plot table using helfand_moments_time:(column(number(q)) - column(number(q."_error"))):(column(number(q)) + column(number(q."_error"))) \
         with filledcurves linecolor rgb colour[1] notitle, \
       table using helfand_moments_time:(column(number(q."_theory"))) \
         with lines linewidth 1.5 linecolor rgb colour[2] title "Enskog", \
       table using helfand_moments_time:(column(number(q))):(column(number(q."_error"))) \
         with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour[1] title "measured, ± one standard error"
}
unset multiplot
