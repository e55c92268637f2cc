#include "clausius/study/keys.h"

namespace clausius {

const std::vector<StudyKey>& study_keys() {
  static const std::vector<StudyKey> keys{
      {"", "title", "\"A gas\"", "heads the results and the figures"},
      {"", "seed", "1", "of every random number; whole number >= 0; default 1"},

      {"units", "system", "\"reduced\"", "\"reduced\" (k_B = 1; default) | \"SI\" (m, kg, s, K)"},

      {"box", "dimensions", "3", "3 (spheres, default) | 2 (disks, a true two-dimensional gas)"},
      {"box", "packing_fraction", "0.05",
       "volume (area) fraction; exactly one of packing_fraction, number_density, size"},
      {"box", "number_density", "0.1", "particles per volume (area) of a cube (square)"},
      {"box", "size", "[40.0, 40.0, 40.0]", "edge along each axis"},
      {"box", "boundary", "\"periodic\"",
       "\"periodic\" (default) | \"wall\", or a list with one per axis"},

      {"species", "name", "\"gas\"", "letters, digits and _ + - . ; each species its own"},
      {"species", "count", "4000", "particles; may be left out where a file or a list gives them"},
      {"species", "shape", "\"sphere\"",
       "\"sphere\" (default) | \"capsule\" | \"clump\" of spheres (disks in two dimensions)"},
      {"species", "diameter", "1.0", "> 0, of a sphere or a capsule; default 1 in reduced units"},
      {"species", "shaft", "1.0",
       "of a capsule, along x: a cylinder of this length >= 0 with round ends; default 1"},
      {"species", "spheres", "[[-0.5, 0.0, 0.0, 0.5], [0.5, 0.0, 0.0, 0.5]]",
       "of a clump: x, y, z, radius of each; may overlap or stand apart; x, y, radius in 2D"},
      {"species", "mass", "1.0", "> 0; default 1 in reduced units; or density"},
      {"species", "density", "1.9098593171027443", "mass per volume (area) of a particle"},
      {"species", "mass_convention", "\"union\"",
       "of a clump: \"union\" (default, exact) | \"sum\" (overlaps twice) | \"grid\" (sampled)"},
      {"species", "grid_division", "20", "cells per smallest radius of the grid; default 20"},
      {"species", "temperature", "1.0",
       "of this species at the start; default 1; 0 where all is at \"rest\""},
      {"species", "velocities", "\"maxwell\"",
       "\"maxwell\" (default) | \"equal-speed\" | \"beam\" (along x, half each way) | \"rest\""},
      {"species", "angular_velocities", "\"maxwell\"",
       "of capsules and clumps: \"maxwell\" (default) | \"rest\""},

      {"collisions", "restitution", "1.0", "0 ... 1 of all pairs; default 1"},
      {"collisions", "wall_restitution", "1.0", "0 ... 1 of the walls; default 1"},
      {"collisions", "contact_duration", "\"auto\"",
       "a hit so soon after the last is elastic: a time, 0 = off, \"auto\" (default)"},

      {"collisions.pair", "species", "[\"gas\", \"gas\"]", "names of the two (may be the same)"},
      {"collisions.pair", "restitution", "0.9", "0 ... 1 of this pair, instead of the general one"},

      {"initial", "placement", "\"random\"",
       "\"lattice\" | \"random\" (default) | \"file\" | \"listed\" ([[initial.particle]] tables)"},
      {"initial", "file", "\"start.xyz\"",
       "extended XYZ, beside this study, taken exactly as written (placement = \"file\")"},

      {"initial.particle", "species", "\"gas\"", "name of its species"},
      {"initial.particle", "position", "[1.0, 1.0, 1.0]", "of its centre, in the box"},
      {"initial.particle", "velocity", "[1.0, 0.0, 0.0]", "one number per axis"},
      {"initial.particle", "orientation", "[0.0, 0.0, 0.0, 1.0]",
       "of a capsule or clump: unit quaternion x, y, z, w from the frame written in to space"},
      {"initial.particle", "angular_velocity", "[0.0, 0.0, 0.5]",
       "of a capsule or clump: x, y, z in space; default at rest"},

      {"run", "mode", "\"event-driven\"",
       "\"event-driven\" (default) | \"time-step\": overlaps are sought at the ends of steps"},
      {"run", "time_step", "\"auto\"",
       "length of the steps, \"auto\" (default); event-driven: what such steps miss is counted"},
      {"run", "substeps", "\"none\"",
       "\"none\" (default) | \"auto\": steps are cut so that at most 1e-3 of contacts are missed"},
      {"run", "compare", "\"none\"",
       "\"none\" (default) | \"event-driven\": time steps beside that mode, from the same start"},
      {"run", "scheduler", "\"calendar\"", "\"calendar\" (default) | \"heap\"; the same results"},
      {"run", "equilibrate", "20.0",
       "mean collisions per particle, not measured; default 20 (0 where none can happen)"},
      {"run", "measure", "100.0",
       "mean collisions per particle, measured; default 100; or duration"},
      {"run", "duration", "50.0", "simulated time, measured"},
      {"run", "until", "\"pressure_virial within 0.1 %\"",
       "ends the run before that: when an error is so small (or \"... within 0.001\", absolute)"},
      {"run", "replicas", "1",
       "independent runs with seeds of their own, side by side on the cores; default 1"},
      {"run", "samples", "200", "equal-time samples over the measured part; default 200"},
      {"run", "trajectory", "0", "frames of extended XYZ to write; default 0"},
      {"run", "checkpoint_every", "300.0", "seconds of wall time; default 300"},
      {"run", "audit_every", "0",
       "collisions from one audit to the next; default 0: only at the end"},
      {"run", "collision_log", "0", "collisions to write out one by one; default 0"},
      {"run", "collision_statistics", "false",
       "true: distributions of free times, free paths and impact parameters; default false"},
      {"run", "transport", "false",
       "true: diffusion, viscosities and thermal conductivity; default false"},
      {"run", "structure", "false",
       "true: g(r), structure factor and density profiles of spheres and disks; default false"},
      {"run", "cell_edge", "0.0",
       "least edge of a neighbour cell in largest diameters; 0 = automatic (default)"},

      {"drive", "kind", "\"random-kicks\"",
       "\"random-kicks\" | \"andersen\" (thermostat) | \"rescale\" | \"reversal\" of all "
       "velocities"},
      {"drive", "strength", "0.01",
       "of random kicks: what the mean square of each velocity component grows by per time"},
      {"drive", "temperature", "1.0", "of \"andersen\" and \"rescale\""},
      {"drive", "rate", "0.1", "of \"andersen\": new velocities a particle gets per time"},
      {"drive", "interval", "\"auto\"",
       "in each of which it acts once; \"auto\" (default): a tenth of the mean free time at first"},
      {"drive", "time", "10.0", "of \"reversal\": since the start of the run"},

      {"check", "observable", "\"pressure_virial\"",
       "a name of summary.json, or energy_balance, momentum_drift, overlap"},
      {"check", "expected", "1.0", "default: what theory says"},
      {"check", "tolerance", "0.01", "absolute; default: 4 standard errors"},
      {"check", "relative_tolerance", "0.01", "in parts of the expected value"},

      {"series", "key", "\"collisions.restitution\"", "the study runs again for each value of it"},
      {"series", "values", "[1.0, 0.9]", "values of that key"},

      {"series.fit", "observable", "\"missed_fraction\"",
       "prefactor * value^order is fitted to it over the series, and to its theory"},
      {"series.fit", "order_tolerance", "0.3", "absolute, of the order; default: no check"},
      {"series.fit", "prefactor_tolerance", "0.2", "in parts of that of theory; default: no check"},
  };
  return keys;
}

}  // namespace clausius
