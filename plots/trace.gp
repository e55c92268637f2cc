# tables: trace.csv
# The path of one particle from collision to collision, x and y to the same scale.
table = "trace.csv"
height = 0.684  # of the panel, over its width

eval(whole_panel)
stats table using trace_x:trace_y nooutput
x = 0.5 * (STATS_min_x + STATS_max_x)
y = 0.5 * (STATS_min_y + STATS_max_y)
half = 0.55 * (STATS_max_x - STATS_min_x)
half_y = 0.55 * (STATS_max_y - STATS_min_y)
if (half < half_y / height) { half = half_y / height }
set xrange [x - half : x + half]
set yrange [y - half * height : y + half * height]
set title page("The path of one particle") noenhanced
set xlabel label("x", trace_x_unit)
set ylabel label("y", trace_y_unit)
set key top left
plot table using trace_x:trace_y with linespoints pointtype 7 pointsize 0.3 linewidth 0.8 linecolor rgb colour[1] title "collisions", \
     table every ::0::0 using trace_x:trace_y with points pointtype 7 pointsize 1.5 linecolor rgb colour[2] title "start"
