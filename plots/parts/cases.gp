# --- Cases of a series, or runs that are compared, laid over each other ---

# The columns `quantity[q]` of the table `table` of every case are drawn over the column `over`, with theory: a
# panel for each of them and for each part of the table, of which `in_part(p)` selects the rows. `error_of(q)`,
# `theory_of(q)`, `quantity_words[q]`, `part[p]`, `theory_words` and the switches below may be set.
case_column(name) = exists(table . "_" . name) ? value(table . "_" . name) : 0
cell(name) = case_column(name) == 0 ? NaN : column(case_column(name))
in_part(p) = 1
error_of(q) = case_column(quantity[q] . "_error") == 0 ? 0 : error_in(case_column(quantity[q] . "_error"))
theory_of(q) = cell(quantity[q] . "_theory")
array part[1] = [""]; part_count = 1
theory_words = "theory"
cases_from_zero = 0; cases_log_x = 0; cases_log_y = 0
most_case_panels = 6
case_value(q, p) = in_part(p) ? cell(quantity[int(q)]) : NaN
case_theory(q, p) = in_part(p) ? theory_of(int(q)) : NaN
by_species = "array part[species_count]; part_count = species_count; \
do for [p=1:species_count] { part[p] = species_count > 1 ? species[p] : '' }"
of_species(p) = strcol(case_column("species")) eq species[int(p)]
# Widens `low` and `high` by the values of the last `look`.
widen = "if (STATS_records > 0) { low = smaller(low, STATS_min); high = larger(high, STATS_max) }"
