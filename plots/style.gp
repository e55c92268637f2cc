# The look of all figures: colours that colour-blind eyes can tell apart (Okabe and Ito 2008), a
# light grid, thin frames. Placed before every figure script.
array colour[7] = [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x606060]
colour_of(i) = colour[int(i - 1) % |colour| + 1]
ink = 0x202020

set border 3 linecolor rgb "#606060" linewidth 0.8
set tics nomirror out scale 0.6 textcolor rgb "#202020"
set grid linetype 1 linecolor rgb "#d8d8d8" linewidth 0.6
if (GPVAL_TERM eq "dumb") { unset grid }
set style fill solid 0.15 noborder
set pointsize 0.7
set errorbars small
set key top right Left reverse samplen 2.5 spacing 1.2 textcolor rgb "#202020" noenhanced
set samples 400
set minussign
set datafile columnheaders
set datafile missing NaN

# An axis label: with the unit in brackets, unless the number is pure or in reduced units.
label(text, unit) = (unit eq "" || unit eq "1" || unit eq "reduced") ? text : sprintf("%s  [%s]", text, unit)

# The heading of a page: the study's title, then what the figure shows.
page(text) = (run_title eq "" ? text : run_title . "\n" . text)

# The vertical axis spans what `stats` has just found, but never so little that the rounding errors
# of a constant fill the panel. Use: stats FILE using COLUMN nooutput; eval(calm_range)
calm_range = "calm_middle = 0.5 * (STATS_min + STATS_max); calm_half = 0.55 * (STATS_max - STATS_min); \
calm_least = 0.05 * abs(calm_middle) + (calm_middle == 0); \
calm_half = calm_half < calm_least ? calm_least : calm_half; \
set yrange [calm_middle - calm_half : calm_middle + calm_half]"

# Panels one above the other that share their horizontal axis: a tall one and a low one below it;
# or one that fills the page.
upper_panel = "set lmargin at screen 0.135; set rmargin at screen 0.965; \
set tmargin at screen 0.885; set bmargin at screen 0.385; set format x ''; unset xlabel"
lower_panel = "set tmargin at screen 0.345; set bmargin at screen 0.105; set format x '%g'"
whole_panel = "set lmargin at screen 0.135; set rmargin at screen 0.965; \
set tmargin at screen 0.885; set bmargin at screen 0.105"

# The horizontal axis of what relaxes: by 15 collisions per particle all is over, exp(-8) is left.
relaxation_range = "set xrange [0:15]"

# A round distance of tics that marks an axis of length `span` about four times.
tic_power(span) = 10.0 ** floor(log10(span / 4))
tic_step(span) = tic_power(span) * (span / 4 < 2 * tic_power(span) ? 2 : span / 4 < 5 * tic_power(span) ? 5 : 10)

# Of figures that show particles: `eval(show_frame)` draws those of number `frame` in snapshot.csv in
# the box, with its obstacles.
if (exists("snapshot_frame")) {
  table_of_particles = "snapshot.csv"
  stats table_of_particles using snapshot_frame nooutput
  particles_frames = int(STATS_max)
  particles_count = STATS_records / particles_frames
  seen = run_dimensions == 3 ? ", seen along z" : ""
  stats table_of_particles using snapshot_box_x:snapshot_box_y nooutput
  particles_box_x = STATS_max_x
  particles_box_y = STATS_max_y
  stats table_of_particles using snapshot_label nooutput
  by_label = particle_colours eq "label" || (particle_colours eq "auto" && STATS_max > 0)
  by_species = particle_colours eq "species" || (particle_colours eq "auto" && !by_label && species_count > 1)
  stats table_of_particles using snapshot_speed nooutput
  particles_fast = STATS_mean + 2 * STATS_stddev
  particles_speed = STATS_mean > 0 ? STATS_mean : 1
  # Few particles have arrows: the mean speed is half the way to a neighbour.
  particles_arrow = particles_count > 300 ? 0 : 0.5 * sqrt(particles_box_x * particles_box_y / particles_count) / particles_speed
  species_number(name) = (particles_found = 0, sum [i=1:species_count] (species[i] eq name ? (particles_found = i) : 0), particles_found)
  # Those who have but the label that everyone gets stand back.
  label_colour(number) = number < 1 ? 0xc0c0c0 : colour_of(number)
  particle_colour(speed) = by_label ? label_colour(column(snapshot_label)) : colour_of(species_number(stringcolumn(snapshot_species)))
  frame_is_lowest = 1  # of several; the others have no name of the axis
  outlines_count = 0
  outline_shape(k) = outline_round[k] > 0 ? sprintf("circle at %s size %g", outline_text[k], outline_round[k]) \
    : "polygon from " . outline_text[k] . " to " . word(outline_text[k], 1)
  outline_command(k) = sprintf("set object %d %s fillstyle solid 0.3 fillcolor rgb ink", k, outline_shape(k))
  if (exists("outlines_x")) {
    stats "outlines.csv" using outlines_obstacle nooutput
    outlines_count = int(STATS_max)
    array outline_text[outlines_count]
    array outline_round[outlines_count]
    do for [k=1:outlines_count] { outline_text[k] = ""; outline_round[k] = 0 }
    corner_text(k, a, b, r) = (outline_text[k] = outline_text[k] . (outline_text[k] eq "" ? "" : " to ") . sprintf("%.6g,%.6g", a, b), outline_round[k] = r, k)
    stats "outlines.csv" using (corner_text(int(column(outlines_obstacle)), column(outlines_x), column(outlines_y), column(outlines_radius))) nooutput
  }
  set palette defined (0 "#0072B2", 1 "#56B4E9", 2 "#E69F00", 3 "#D55E00")
}
show_frame = "\
first = int((frame - 1) * particles_count); last = int(frame * particles_count - 1); \
set xrange [*:*]; set yrange [*:*]; \
stats table_of_particles every ::first::last using snapshot_time nooutput; \
set label 1 sprintf('time %.5g', STATS_mean) at graph 0, graph 1 offset 0,0.6 noenhanced; \
set size ratio -1; unset grid; unset key; set border 15; \
set xrange [0:particles_box_x]; set yrange [0:particles_box_y]; \
set xtics tic_step(particles_box_x); set ytics tic_step(particles_box_y); \
set xlabel (frame_is_lowest ? label('x', snapshot_x_unit) : ''); set ylabel label('y', snapshot_y_unit); \
set cblabel label('speed', snapshot_speed_unit); set cbrange [0:particles_fast]; \
do for [k=1:outlines_count] { eval(outline_command(k)) }; \
set style fill solid 1 noborder; \
if (by_label || by_species) { \
  plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:(particle_colour(0)) with circles linecolor rgb variable, \
    table_of_particles every ::first::last using (particles_arrow > 0 ? column(snapshot_x) : NaN):snapshot_y:(particles_arrow * column(snapshot_velocity_x)):(particles_arrow * column(snapshot_velocity_y)) \
    with vectors head filled size graph 0.012,20 linewidth 0.8 linecolor rgb ink \
} else { \
  plot table_of_particles every ::first::last using snapshot_x:snapshot_y:snapshot_radius:snapshot_speed with circles linecolor palette, \
    table_of_particles every ::first::last using (particles_arrow > 0 ? column(snapshot_x) : NaN):snapshot_y:(particles_arrow * column(snapshot_velocity_x)):(particles_arrow * column(snapshot_velocity_y)) \
    with vectors head filled size graph 0.012,20 linewidth 0.8 linecolor rgb ink }; \
unset label 1; set style fill solid 0.15 noborder"
