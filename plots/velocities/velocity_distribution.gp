# tables: velocity_distribution.csv
# shows: velocity_ks_p
# Distribution of the velocity components of each species, with Maxwell's law and the exact law for N
# particles; below, the deviations from the exact law in standard errors.
distribution = "velocity_distribution"
axis_count = 1
quantity = "velocity"; quantity_words = "velocity component"
title_of(agrees) = "Velocity components " . (agrees == 1 ? "follow" : agrees == 0 ? "differ from" : "compared with") . " Maxwell’s normal distribution"
# insert: distribution
