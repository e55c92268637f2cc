# tables: speed_distribution.csv
# How the speeds of each species are distributed, beside Maxwell's law and the law of a finite gas.
distribution = "speed_distribution"
quantity = "speed"; quantity_words = "speed"
title_of(agrees) = "Speeds " . (agrees == 1 ? "follow" : agrees == 0 ? "differ from" : "beside") . " Maxwell’s law"
eval(show_distribution)
