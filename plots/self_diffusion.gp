# tables: self_diffusion.csv
# How far particles get, how long they remember their velocities, and the integral of that.
table = "self_diffusion.csv"
of(i, c) = strcol(self_diffusion_species) eq species[int(i)] ? column(c) : NaN

set multiplot layout 3,1 title page("Self-diffusion: theory of velocities that are forgotten exponentially") noenhanced
set lmargin 12
set logscale x
set xlabel label("time", self_diffusion_time_unit) offset 0,0.4
set key bottom right

set logscale y
set format y "10^{%T}"
set ylabel label("⟨Δr²⟩", self_diffusion_square_displacement_unit)
plot for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_square_displacement_theory)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) title (i == 1 ? "theory" : ""), \
     for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_square_displacement)):(of(i, self_diffusion_square_displacement_error)) \
       with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour_of(i) title species[i]

set key top right
stats table using self_diffusion_autocorrelation nooutput
set yrange [1e-4 * STATS_max:2 * STATS_max]
set ylabel label("⟨v(0)·v(t)⟩", self_diffusion_autocorrelation_unit)
plot for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_autocorrelation_theory)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_autocorrelation)):(of(i, self_diffusion_autocorrelation_error)) \
       with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour_of(i) notitle

unset logscale y
set format y "%g"
set yrange [0:*]
set ylabel label("∫⟨v(0)·v(t)⟩dt / d", self_diffusion_integral_unit)
plot for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_integral_theory)) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] table \
       using self_diffusion_time:(of(i, self_diffusion_integral)):(of(i, self_diffusion_integral_error)) \
       with yerrorbars pointtype 7 pointsize 0.6 linecolor rgb colour_of(i) notitle
unset multiplot
