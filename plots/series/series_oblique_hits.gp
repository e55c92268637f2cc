# tables of cases: oblique_hits.csv
# Angle of rebound of the surfaces at the point of contact over the angle of incidence in each case, with the law of
# Walton (1993).
# insert: cases
table = "oblique_hits"
over = "incidence"; over_words = "angle of incidence"
cases_heading = "Steep hits stick, grazing ones slide"
array quantity[1] = ["rebound"]; array quantity_words[1] = ["angle of rebound"]; quantity_count = 1
theory_words = "law of friction"
# insert: show_cases
