# tables: parcels.csv
# How gases made of parcels come to share the energy; and how much of the energy of each gas is
# translational, where parcels have reservoirs.
table = "parcels.csv"
reservoirs = exists("parcels_beside_theory_count") ? parcels_beside_theory_count : 0
species_of(i) = sum [k=1:species_count] (parcels_beside_theory[int(i)] eq "translational_share_".species[k] ? k : 0)
set multiplot title page("Parcels of gas share their energy") noenhanced
set lmargin at screen 0.135; set rmargin at screen 0.965
set xrange [0:30]

set tmargin at screen 0.885; set bmargin at screen (reservoirs > 0 ? 0.445 : 0.105)
if (reservoirs > 0) { set format x ''; unset xlabel } else { set xlabel "collisions per particle" }
set ylabel "share of the translational energy"
set yrange [0:(reservoirs > 0 ? 1.55 : 1.3)]
plot for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_energy_share_of[i])) \
       with points pointtype 7 pointsize 0.5 linecolor rgb colour_of(i) title species[i], \
     for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_theory_of[i])) \
       with lines linewidth 1.5 linecolor rgb ink notitle, \
     for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_parcels_of[i])) \
       with lines linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     for [i=1:species_count] table \
       using parcels_collisions_per_particle:(column(parcels_molecules_of[i])) \
       with lines dashtype 2 linewidth 1.5 linecolor rgb colour_of(i) notitle, \
     keyentry with lines linewidth 1.5 linecolor rgb colour[7] title "equal shares of parcels", \
     keyentry with lines dashtype 2 linewidth 1.5 linecolor rgb colour[7] title "of molecules: a real mixture"

if (reservoirs > 0) {
  set tmargin at screen 0.405; set bmargin at screen 0.105
  set format x '%g'
  set xlabel "collisions per particle"
  set ylabel "translational part"
  set yrange [0.5:1]
  unset key
  plot for [i=1:reservoirs] table \
         using parcels_collisions_per_particle:(column(parcels_beside_theory_value[i])) \
         with points pointtype 7 pointsize 0.5 linecolor rgb colour_of(species_of(i)), \
       for [i=1:reservoirs] table \
         using parcels_collisions_per_particle:(column(parcels_beside_theory_theory[i])) \
         with lines dashtype 2 linewidth 1.5 linecolor rgb colour_of(species_of(i))
}
unset multiplot
