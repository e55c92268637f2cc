#pragma once

#include <string>
#include <vector>

namespace clausius::testing {

/// A short study of a small gas, as the text of a study file; it runs in about a third of a second.
struct KindOfStudy {
  std::string name, text;
};

/// Studies of all mechanisms: walls, plain, thermal, sliding and moving; drives; shear; gravity;
/// obstacles; mixtures; bodies; rough and granular gases; two dimensions; SI units; time steps;
/// replicas.
inline std::vector<KindOfStudy> kinds_of_study() {
  const auto run = [](const std::string& keys) { return "\n[run]\n" + keys + "\n"; };
  const auto species = [](const std::string& name, int count, const std::string& more = "") {
    return "\n[[species]]\nname = \"" + name + "\"\ncount = " + std::to_string(count) + "\n" +
           more + "\n";
  };
  const auto wall = [](const std::string& face, const std::string& keys) {
    return "\n[[wall]]\nface = \"" + face + "\"\n" + keys + "\n";
  };
  const auto drive = [](const std::string& kind, const std::string& keys) {
    return "\n[[drive]]\nkind = \"" + kind + "\"\n" + keys + "\n";
  };
  const std::string andersen = drive("andersen", "temperature = 1.0\nrate = 0.5");
  const std::string rescale = drive("rescale", "temperature = 1.0\ninterval = 0.5");
  const std::string slit =
      "[box]\nsize = [16.0, 8.0, 8.0]\nboundary = [\"wall\", \"periodic\", \"periodic\"]\n";
  const std::string flat =
      "[box]\ndimensions = 2\nsize = [30.0, 12.0]\nboundary = [\"wall\", \"periodic\"]\n";
  const std::string hot_and_cold =
      wall("x-low", "temperature = 1.4") + wall("x-high", "temperature = 0.7");
  const auto box = [](double packing_fraction, const std::string& more = "") {
    return "[box]\npacking_fraction = " + std::to_string(packing_fraction) + "\n" + more;
  };
  const std::string disks = "dimensions = 2\n", walls = "boundary = \"wall\"\n";
  const std::string usual = run("equilibrate = 20\nmeasure = 300\nsamples = 100");
  const std::string longer = run("equilibrate = 40\nmeasure = 600\nsamples = 200");
  return {
      {"fluid", box(0.3) + species("a", 200) + usual},
      {"few_samples",
       box(0.2) + species("a", 200) + run("equilibrate = 20\nmeasure = 200\nsamples = 33")},
      {"dilute", box(0.01) + species("a", 200) + usual},
      {"disks", box(0.3, disks) + species("a", 200) + usual},
      {"ten_spheres", box(0.1) + species("a", 10) + run("equilibrate = 50\nmeasure = 4000")},
      {"structure", box(0.25) + species("a", 200) +
                        run("equilibrate = 20\nmeasure = 300\nsamples = 60\nstructure = true")},
      {"structure_disks",
       box(0.5, disks) + species("a", 128) + species("b", 128) +
           run("equilibrate = 30\nmeasure = 300\nsamples = 60\nstructure = true")},
      {"flights", box(0.1) + species("a", 200) +
                      run("equilibrate = 20\nmeasure = 200\nsamples = 100\n"
                          "collision_statistics = true")},
      {"transport", box(0.3) + species("a", 100) +
                        run("equilibrate = 20\nmeasure = 300\nsamples = 100\ntransport = true")},
      {"transport_disks",
       box(0.15, disks) + species("a", 100) +
           run("equilibrate = 20\nmeasure = 300\nsamples = 100\ntransport = true")},
      {"transport_mixture",
       "[units]\nsystem = \"SI\"\n[box]\npressure = 5e6\n" +
           species("argon", 60, "diameter = 3.62e-10\nmass = 6.6335e-26\ntemperature = 300.0") +
           species("helium", 60, "diameter = 2.17e-10\nmass = 6.6465e-27\ntemperature = 300.0") +
           run("equilibrate = 20\nmeasure = 500\nsamples = 100\ntransport = true")},
      {"masses", box(0.2) + species("a", 150) + species("b", 50, "mass = 20.0") + longer},
      {"sizes", box(0.3) + species("small", 600) +
                    species("large", 8, "diameter = 4.0\nmass = 64.0") +
                    run("equilibrate = 30\nmeasure = 100\nsamples = 100")},
      {"three_species", box(0.2) + species("a", 80) +
                            species("b", 80, "diameter = 0.6\nmass = 0.3") +
                            species("c", 40, "diameter = 1.5\nmass = 3.0") + usual},
      {"plain_walls", box(0.02, walls) + species("a", 200) + usual},
      {"dense_walls", box(0.2, walls) + species("a", 200) + usual},
      {"walls_disks", box(0.1, walls + disks) + species("a", 200) + usual},
      {"walls_structure", slit + species("a", 150) +
                              run("equilibrate = 20\nmeasure = 200\nsamples = 100\n"
                                  "structure = true")},
      {"heat_flow", slit + species("a", 200) + hot_and_cold + longer},
      {"heat_flow_disks", flat + species("a", 150) + hot_and_cold + longer},
      {"one_temperature", slit + species("a", 150) + wall("x-low", "temperature = 1.0") +
                              wall("x-high", "temperature = 1.0") + longer},
      {"all_walls_thermal",
       "[box]\nsize = [8.0, 8.0]\ndimensions = 2\nboundary = \"wall\"\n" + species("a", 30) +
           wall("x-low", "temperature = 1.0") + wall("x-high", "temperature = 1.0") +
           wall("y-low", "temperature = 1.0") + wall("y-high", "temperature = 1.0") + longer},
      {"couette", slit + species("a", 200) +
                      wall("x-low", "temperature = 1.0\nvelocity = [0.0, -0.7, 0.0]") +
                      wall("x-high", "temperature = 1.0\nvelocity = [0.0, 0.7, 0.0]") + longer},
      {"heat_flow_mixture",
       slit + species("a", 100) + species("b", 100, "mass = 4.0") + hot_and_cold + longer},
      {"thermostat", box(0.1) + species("a", 200) + andersen +
                         run("equilibrate = 40\nmeasure = 300\nsamples = 200")},
      {"thermostat_replicas",
       box(0.1) + species("a", 100) + andersen +
           run("equilibrate = 40\nmeasure = 60\nsamples = 60\nreplicas = 5")},
      {"thermostat_mixture",
       box(0.1, disks) + species("a", 100) + species("b", 50, "mass = 3.0") + andersen + usual},
      {"rescaled", box(0.1) + species("a", 150) + rescale + usual},
      {"kicked", box(0.1) + species("a", 200) + "[collisions]\nrestitution = 0.8\n" +
                     drive("random-kicks", "strength = 0.3") + usual},
      {"flights_kicked", box(0.05) + species("a", 200) + "[collisions]\nrestitution = 0.8\n" +
                             drive("random-kicks", "strength = 0.3") +
                             run("equilibrate = 30\nmeasure = 300\nsamples = 100\n"
                                 "collision_statistics = true\ntransport = true")},
      {"flights_thermostat", box(0.05) + species("a", 200) + andersen +
                                 run("equilibrate = 30\nmeasure = 300\nsamples = 100\n"
                                     "collision_statistics = true\ntransport = true")},
      {"flights_rescaled", box(0.02, disks) + species("a", 100) +
                               "[collisions]\nrestitution = 0.9\n" +
                               drive("rescale", "temperature = 1.0") +
                               run("equilibrate = 30\nmeasure = 300\nsamples = 100\n"
                                   "collision_statistics = true\ntransport = true")},
      {"flights_cooling", box(0.02) + species("a", 200) + "[collisions]\nrestitution = 0.8\n" +
                              run("equilibrate = 10\nmeasure = 150\nsamples = 100\n"
                                  "collision_statistics = true\ntransport = true")},
      {"flights_cooling_disks", box(0.02, disks) + species("a", 100) +
                                    "[collisions]\nrestitution = 0.9\n" +
                                    run("equilibrate = 10\nmeasure = 150\nsamples = 100\n"
                                        "collision_statistics = true\ntransport = true")},
      {"kicked_mixture", box(0.1, disks) + species("a", 100) + species("b", 100, "mass = 2.0") +
                             "[collisions]\nrestitution = 0.8\n" +
                             drive("random-kicks", "strength = 0.3") + usual},
      {"granular_thermostat",
       box(0.1) + species("a", 200) + "[collisions]\nrestitution = 0.8\n" + andersen + usual},
      {"sheared",
       "[box]\nnumber_density = 0.3\nshear_rate = 0.2\n" + species("a", 200) + rescale + usual},
      {"sheared_thermostat",
       "[box]\nnumber_density = 0.3\nshear_rate = 0.2\n" + species("a", 200) + andersen + usual},
      {"sheared_granular", "[box]\nnumber_density = 0.2\nshear_rate = 0.3\n" + species("a", 150) +
                               "[collisions]\nrestitution = 0.8\n" +
                               run("equilibrate = 100\nmeasure = 400\nsamples = 200")},
      {"atmosphere",
       "[box]\nsize = [5.0, 5.0, 40.0]\nboundary = [\"periodic\", \"periodic\", \"wall\"]\n"
       "gravity = [0.0, 0.0, -0.2]\n" +
           species("a", 60) + "[initial]\nplacement = \"lattice\"\n" +
           run("equilibrate = 200\nmeasure = 1500\nsamples = 300")},
      {"heated_floor",
       "[box]\ndimensions = 2\nsize = [10.0, 30.0]\nboundary = [\"periodic\", \"wall\"]\n"
       "gravity = [0.0, -0.2]\n" +
           species("a", 60, "region_low = [0.0, 0.0]\nregion_high = [10.0, 15.0]") +
           wall("y-low", "temperature = 1.0") +
           run("equilibrate = 200\nmeasure = 1500\nsamples = 300")},
      {"piston",
       "[box]\nsize = [60.0, 8.0, 8.0]\nboundary = [\"wall\", \"periodic\", \"periodic\"]\n" +
           species("a", 400) + wall("x-low", "velocity = [1.0, 0.0, 0.0]") +
           run("equilibrate = 0\nduration = 18.0\nsamples = 60")},
      {"shaken", slit + species("a", 150) +
                     wall("x-low", "temperature = 1.0\namplitude = 0.3\nfrequency = 0.5") +
                     wall("x-high", "temperature = 1.0") + longer},
      {"hole",
       "[box]\nsize = [40.0, 20.0, 20.0]\nboundary = \"wall\"\n" +
           species("a", 200, "diameter = 0.3") +
           "[[obstacle]]\nkind = \"plate\"\naxis = \"x\"\nposition = 20.0\nthickness = 0.5\n"
           "hole = [[7.0, 7.0], [13.0, 13.0]]\n" +
           run("equilibrate = 0\nduration = 400.0\nsamples = 200")},
      {"ball", "[box]\nsize = [10.0, 10.0, 10.0]\n" + species("a", 150) +
                   "[[obstacle]]\nkind = \"ball\"\ncentre = [5.0, 5.0, 5.0]\nradius = 2.0\n" +
                   usual},
      {"collisionless_slit",
       "[box]\nsize = [10.0, 10.0, 10.0]\nboundary = [\"wall\", \"periodic\", \"periodic\"]\n" +
           species("a", 200, "diameter = 0.005") + hot_and_cold +
           run("equilibrate = 0\nduration = 500.0\nsamples = 250")},
      {"cooling", box(0.05) + species("a", 300) + "[collisions]\nrestitution = 0.9\n" +
                      run("equilibrate = 10\nmeasure = 40\nsamples = 100")},
      {"cooling_disks_mixture", box(0.05, disks) + species("a", 200) +
                                    species("b", 100, "mass = 3.0") +
                                    "[collisions]\nrestitution = 0.9\n" +
                                    run("equilibrate = 30\nmeasure = 40\nsamples = 100")},
      {"viscoelastic", box(0.05) + species("a", 300) +
                           "[collisions]\nlaw = \"viscoelastic\"\nviscosity = 0.1\n" +
                           run("equilibrate = 5\nmeasure = 30\nsamples = 100")},
      {"added_speed", box(0.05) + species("a", 300) +
                          "[collisions]\nlaw = \"delta\"\ndelta = 0.4\nrestitution = 0.8\n" +
                          run("equilibrate = 20\nmeasure = 60\nsamples = 100")},
      {"rough",
       box(0.1) + species("a", 200) + "[collisions]\ntangential_restitution = 1.0\n" + usual},
      {"rough_cooling", box(0.05) + species("a", 300) +
                            "[collisions]\nrestitution = 0.9\ntangential_restitution = 0.0\n" +
                            run("equilibrate = 10\nmeasure = 20\nsamples = 60")},
      {"friction", box(0.05) + species("a", 300) +
                       "[collisions]\nrestitution = 0.9\ntangential_restitution = 0.4\n"
                       "friction = 0.3\n" +
                       run("equilibrate = 20\nmeasure = 20\nsamples = 60")},
      {"sheared_grains", box(0.05, "shear_rate = 1.0\n") + species("a", 300, "temperature = 30.0") +
                             "[collisions]\nrestitution = 0.8\n" +
                             run("stress = true\nequilibrate = 40\nmeasure = 150\nsamples = 100")},
      {"rough_capsules",
       box(0.05) + species("a", 60, "shape = \"capsule\"\nshaft = 1.0") +
           "[collisions]\ntangential_restitution = 1.0\nfriction = 0.5\nrestitution = 0.9\n" +
           run("equilibrate = 10\nmeasure = 20\nsamples = 60")},
      {"capsules", box(0.05) + species("a", 60, "shape = \"capsule\"\nshaft = 1.0") +
                       run("equilibrate = 10\nmeasure = 150\nsamples = 60")},
      {"clumps_disks",
       box(0.1, disks) +
           species("a", 60, "shape = \"clump\"\nspheres = [[-0.3, 0.0, 0.3], [0.3, 0.0, 0.3]]") +
           run("equilibrate = 10\nmeasure = 150\nsamples = 60")},
      {"steps", box(0.05) + species("a", 100) +
                    run("mode = \"time-step\"\ntime_step = 0.02\nequilibrate = 10\nmeasure = 60\n"
                        "samples = 60")},
      {"parcels", box(0.05) + species("a", 200, "amount = 2000\ninternal_degrees = 2") +
                      run("equilibrate = 20\nmeasure = 150\nsamples = 100")},
      {"window", box(0.1) + species("a", 200) + usual +
                     "[[window]]\nname = \"half\"\nregion_low = [0.0, 0.0, 0.0]\n"
                     "region_high = [4.0, 4.0, 4.0]\n"},
      {"labels", box(0.1, disks) + species("a", 200) + usual +
                     "[[label]]\nname = \"well\"\n[[label]]\nname = \"ill\"\nspecies = \"a\"\n"
                     "count = 5\n[[relabel]]\nfrom = \"well\"\nto = \"ill\"\nby = \"ill\"\n"
                     "probability = 0.1\n[[relabel]]\nfrom = \"ill\"\nto = \"well\"\nrate = 0.1\n"},
  };
}

}  // namespace clausius::testing
