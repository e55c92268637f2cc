# tables: bodies.csv
# Outlines of the bodies in the box, seen along z and drawn from the farthest to the nearest. Many
# bodies are shown at one instant in the colours of their species, paler with distance; a few bodies
# are shown at all instants of the trajectory, from pale (early) to dark (late).
table = "bodies.csv"
stats table using bodies_x nooutput
rows = int(STATS_records)
array time[rows]; array owner[rows]; array kind[rows]; array x[rows]; array y[rows]; array z[rows]
array half_x[rows]; array half_y[rows]; array radius[rows]
index_of(name) = (found = 0, sum [i=1:species_count] (species[i] eq name ? (found = i) : 0), found)
row = 0
stats table using (row = row + 1, time[row] = column(bodies_time), owner[row] = column(bodies_body), \
  kind[row] = index_of(stringcolumn(bodies_species)), x[row] = column(bodies_x), y[row] = column(bodies_y), z[row] = column(bodies_z), \
  half_x[row] = column(bodies_half_x), half_y[row] = column(bodies_half_y), \
  radius[row] = column(bodies_radius), row) nooutput
stats table using bodies_box_x nooutput
box_x = STATS_max
stats table using bodies_box_y nooutput
box_y = STATS_max
stats table using bodies_periodic_x nooutput
periodic_x = STATS_max
stats table using bodies_periodic_y nooutput
periodic_y = STATS_max
stats table using bodies_time nooutput
first_time = STATS_min; last_time = STATS_max
stats table using bodies_z nooutput
lowest = STATS_min; highest = STATS_max
stats table using bodies_radius nooutput
thinnest = STATS_min

seen = run_dimensions == 3 ? ", seen along z" : ""
eval(page(first_time == last_time ? sprintf("Bodies at time %.4g%s", last_time, seen) \
  : sprintf("Bodies from time %.4g (pale) to %.4g (dark)%s", first_time, last_time, seen)))
eval(rows_high(2))
eval(whole_panel)
set border 15 linecolor rgb "#202020" linewidth 1.2
unset grid
set size ratio -1
set xrange [0:box_x]
set yrange [0:box_y]
set xlabel x_label("x", bodies_x_unit)
set ylabel y_label("y", bodies_y_unit) offset y_shift, 0

# Outline of a member: a semicircle about each end of its axis.
steps = 16
turn(i) = half_x[i] == 0 && half_y[i] == 0 ? 0 : atan2(half_y[i], half_x[i])
corner(i, r, k, dx, dy) = (end = k <= steps ? 1 : -1, angle = turn(i) + pi * ((k - (k > steps)) / (1.0 * steps) - 0.5), \
  sprintf("%.5g,%.5g", x[i] + dx + end * half_x[i] + r * cos(angle), y[i] + dy + end * half_y[i] + r * sin(angle)))
outline(i, r, dx, dy) = (text = corner(i, r, 0, dx, dy), \
  sum [k=1:2*steps+1] (text = text . " to " . corner(i, r, k, dx, dy), 0), text . " to " . corner(i, r, 0, dx, dy))

# Colour `c` mixed with white, in which `share` is the fraction of `c`.
part(c, shift, share) = int(255 - (255 - ((c >> shift) & 255)) * share) << shift
paled(c, share) = part(c, 16, share) + part(c, 8, share) + part(c, 0, share)
from_to(value, low, high) = high > low ? (value - low) / (high - low) : 1
shade(i) = paled(colour_of(kind[i]), first_time == last_time ? 0.2 + 0.6 * from_to(z[i], lowest, highest) \
  : 0.15 + 0.75 * from_to(time[i], first_time, last_time))

# The members of a body are drawn one after the other: first all of them in ink, then slightly smaller
# in colour, which leaves an edge. Gnuplot draws objects in the order of their numbers.
edge = 0.12 * thinnest
array begin[rows]
array last[rows]
same(i, j) = owner[i] == owner[j] && time[i] == time[j]
do for [i=1:rows] { begin[i] = (i > 1 && same(i, i > 1 ? i - 1 : 1)) ? begin[i - 1] : i }
do for [k=1:rows] { i = rows + 1 - k; last[i] = (k > 1 && same(i, k > 1 ? i + 1 : i)) ? last[i + 1] : i }
inside(c, reach, box) = c + reach > 0 && c - reach < box
do for [i=1:rows] {
  members = last[i] - begin[i] + 1
  do for [image=0:8] {
    dx = (image % 3 - 1) * box_x
    dy = (image / 3 - 1) * box_y
    if ((dx == 0 || periodic_x > 0) && (dy == 0 || periodic_y > 0) \
        && inside(x[i] + dx, radius[i] + abs(half_x[i]), box_x) \
        && inside(y[i] + dy, radius[i] + abs(half_y[i]), box_y)) {
      do for [layer=0:1] {
        number = 18 * begin[i] + 2 * members * image + members * layer + i - begin[i]
        eval(sprintf("set object %d polygon from %s fillcolor rgb 0x%06x fillstyle solid 1 noborder behind", \
          number, outline(i, radius[i] - layer * edge, dx, dy), layer ? shade(i) : ink))
      }
    }
  }
}
plot for [k=1:species_count] NaN with points pointtype 7 pointsize 2 * style_symbols linecolor rgb colour_of(k) title species[k]
eval(end_page)
