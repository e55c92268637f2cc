# --- Words and units ---

# Label of an axis, with the unit in parentheses unless the quantity is dimensionless or in reduced units.
raised(text, sign) = (at = strstrt(text, "^"), at == 0 ? text : \
  substr(text, 1, at - 1) . (substr(text, at + 1, at + 1) eq "3" ? "³" : "²") \
  . raised(substr(text, at + 2, strlen(text)), sign))
is_pure(unit) = unit eq "" || unit eq "1" || unit eq "reduced"
label(text, unit) = is_pure(unit) ? text : text . " (" . raised(unit, 0) . ")"
with_unit(number, unit) = is_pure(unit) ? number : number . " " . raised(unit, 0)
# The first letter as a capital; the name of a column in words.
capital(text) = (at = strstrt("abcdefghijklmnopqrstuvwxyz", text[1:1]), at == 0 ? text : \
  substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", at, at) . text[2:*])
plain(text) = (at = strstrt(text, "_"), at == 0 ? text : substr(text, 1, at - 1) . " " . plain(substr(text, at + 1, strlen(text))))
# A number with a power of ten.
exponent(x) = floor(log10(1.000001 * abs(x)))
number_text(x) = style_name eq "text" || x == 0 || (abs(x) < 1e5 && abs(x) >= 1e-3) ? sprintf("%g", x) \
  : sprintf("%g×10^{%d}", x / 10.0 ** exponent(x), exponent(x))

# Text in lines of at most n letters.
wrapped(text, n) = strlen(text) <= n ? text : (at = last_space(text, n + 1), at > 1 ? \
  substr(text, 1, at - 1) . "\n" . wrapped(substr(text, at + 1, strlen(text)), n) \
  : substr(text, 1, n) . "\n" . wrapped(substr(text, n + 1, strlen(text)), n))
last_space(text, n) = n < 2 ? 0 : substr(text, n, n) eq " " ? n : last_space(text, n - 1)
lines_in(text) = 1 + (strlen(text) - strlen(without_breaks(text)))
without_breaks(text) = (at = strstrt(text, "\n"), at == 0 ? text : \
  substr(text, 1, at - 1) . without_breaks(substr(text, at + 1, strlen(text))))
# Markup for bold type.
escaped(text) = strlen(text) == 0 ? "" : (strstrt("_^{}@&~\\", text[1:1]) ? "\\" : "") . text[1:1] . escaped(text[2:*])
bold(text) = (at = strstrt(text, "\n"), at == 0 ? "{/:Bold " . escaped(text) . "}" : \
  "{/:Bold " . escaped(text[1:at - 1]) . "}\n" . bold(text[at + 1:*]))
