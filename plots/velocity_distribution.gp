# tables: velocity_distribution.csv
# How the velocity components of each species are distributed, beside Maxwell's law and the law of a
# finite gas.
distribution = "velocity_distribution"
quantity = "velocity"; quantity_words = "velocity component"
title_of(agrees) = agrees ? "Velocity components have Maxwell’s normal distribution" \
                          : "Velocity components differ from Maxwell’s normal distribution"
eval(show_distribution)
