# tables: angular_velocity_distribution.csv
# How the angular velocities about each principal axis (of ascending moments of inertia) of each
# species are distributed, beside Maxwell's law and the law of a finite gas.
distribution = "angular_velocity_distribution"
quantity = "velocity"; quantity_words = "angular velocity about a principal axis"
axis_count = 3
title_of(agrees) = "Angular velocities " . (agrees == 1 ? "follow" : agrees == 0 ? "differ from" : "beside") . " Maxwell’s law"
eval(show_distribution)
