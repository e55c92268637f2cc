# tables: parcels.csv
# shows: energy_share translational_share partial_pressure pressure_bias
# Gases made of parcels: share of each gas in the translational energy over collisions per particle, with
# theory and with the shares for equal energy per parcel and for a real mixture of molecules. If parcels
# have internal reservoirs, also the translational fraction of the energy of each gas, with equipartition.
table = "parcels.csv"
reservoirs = exists("parcels_beside_theory_count") ? parcels_beside_theory_count : 0
species_of(i) = sum [k=1:species_count] (parcels_beside_theory[int(i)] eq "translational_share_".species[k] ? k : 0)
panels = reservoirs > 0 ? 2 : 1

eval(page("Energy is shared in proportion to parcel number"))
set xrange [0:30]
set xlabel x_label("collisions per particle", "")
eval(grid_panel(1, panels))
set ylabel y_label("share of the translational energy", "") offset y_shift, 0
set yrange [0:1]
plot for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_theory_of[i])) \
       with lines linestyle line notitle, \
     for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_parcels_of[i])) \
       with lines linestyle third(i) notitle, \
     for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_molecules_of[i])) \
       with lines linestyle second(i) notitle, \
     for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_energy_share_of[i])) \
       with points linestyle data(i) pointsize 0.6 * style_symbols title species[i], \
     keyentry with lines linestyle line title "theory of energy exchange", \
     keyentry with lines linestyle dotted title "equal energy per parcel", \
     keyentry with lines linestyle dashed title "real mixture of molecules"

if (reservoirs > 0) {
  eval(grid_panel(2, panels))
  set ylabel y_label("translational fraction of energy", "") offset y_shift, 0
  set yrange [*<0.5:1.02] noextend
  plot for [i=1:reservoirs] table \
         using parcels_collisions_per_particle:(column(parcels_beside_theory_theory[i])) \
         with lines linestyle second(species_of(i)) title (i == 1 ? "equipartition" : ""), \
       for [i=1:reservoirs] table \
         using parcels_collisions_per_particle:(column(parcels_beside_theory_value[i])) \
         with points linestyle data(species_of(i)) pointsize 0.6 * style_symbols title species[int(species_of(i))]
}
eval(end_page)
