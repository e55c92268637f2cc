# tables: velocity_distribution.csv
# How the velocity components of each species are distributed, beside Maxwell's law and the law of a
# finite gas.
distribution = "velocity_distribution"
quantity = "velocity"; quantity_words = "velocity component"
title_of(agrees) = "Velocity components " . (agrees == 1 ? "have" : agrees == 0 ? "differ from" : "beside") . " Maxwell’s normal distribution"
eval(show_distribution)
