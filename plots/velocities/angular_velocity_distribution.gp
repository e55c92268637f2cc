# tables: angular_velocity_distribution.csv
# shows: angular_velocity_chi2_p
# Distribution of the angular velocities of each species about each principal axis (in the order of
# ascending moments of inertia), with Maxwell's law and the exact law for N particles; below, the
# deviations from the exact law in standard errors.
distribution = "angular_velocity_distribution"
quantity = "velocity"; quantity_words = "angular velocity about a principal axis"
axis_count = 3
title_of(agrees) = "Angular velocities " . (agrees == 1 ? "follow" : agrees == 0 ? "differ from" : "compared with") . " Maxwell’s law"
# insert: distribution
