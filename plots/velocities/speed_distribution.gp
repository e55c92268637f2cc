# tables: speed_distribution.csv
# shows: speed_chi2_p
# Distribution of the speeds of each species, with Maxwell's law and the exact law for N particles;
# below, the deviations from the exact law in standard errors.
distribution = "speed_distribution"
axis_count = 1
quantity = "speed"; quantity_words = "speed"
title_of(agrees) = "Speeds " . (agrees == 1 ? "follow" : agrees == 0 ? "differ from" : "compared with") . " Maxwell’s law"
# insert: distribution
