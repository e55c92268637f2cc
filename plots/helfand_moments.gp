# tables: helfand_moments.csv
# What the Green–Kubo integrals of the viscosities, of conductivity and of mutual diffusion have come
# to, beside Enskog's theory.
table = "helfand_moments.csv"
array shown[4] = ["viscosity", "bulk_viscosity", "conductivity", "mutual_diffusion"]
array caption[4] = ["shear viscosity", "bulk viscosity", "thermal conductivity", "mutual diffusion"]
panels = ""
do for [k=1:4] { if (exists("helfand_moments_".shown[k])) { panels = panels." ".k } }
number(name) = value("helfand_moments_".name)

set multiplot layout words(panels),1 title page("Green–Kubo integrals") noenhanced
set lmargin 12
set key bottom right
set xlabel label("time", helfand_moments_time_unit) offset 0,0.4
do for [panel in panels] {
  q = shown[int(panel)]
  set ylabel label(caption[int(panel)], value("helfand_moments_".q."_unit"))
  set yrange [0:*]
  plot table using helfand_moments_time:(column(number(q)) - column(number(q."_error"))):(column(number(q)) + column(number(q."_error"))) \
         with filledcurves linecolor rgb colour[1] notitle, \
       table using helfand_moments_time:(column(number(q."_theory"))) \
         with lines linewidth 1.5 linecolor rgb colour[2] title "Enskog", \
       table using helfand_moments_time:(column(number(q))):(column(number(q."_error"))) \
         with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour[1] title "measured, ± one standard error"
}
unset multiplot
