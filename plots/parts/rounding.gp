# Round distance between tics such that at most n distances fit into `span`.
tic_power(span, n) = 10.0 ** floor(log10(abs(span) / n))
tic_part(span, n) = abs(span) / n / tic_power(span, n)
tic_step(span, n) = span == 0 ? 1 : \
  tic_power(span, n) * (tic_part(span, n) < 1.001 ? 1 : tic_part(span, n) < 2.001 ? 2 : tic_part(span, n) < 5.001 ? 5 : 10)
