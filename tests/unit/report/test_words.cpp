#include <catch2/catch.hpp>
#include <string>

#include "report/words.h"
#include "study/results/observables.h"
#include "sweep/results.h"

using namespace clausius;

TEST_CASE("Keys and observables have words for axes", "[report]") {
  CHECK(words_of_key("collisions.restitution").symbol == "e");
  CHECK(words_of_key("box.packing_fraction").words == "packing fraction");
  CHECK(words_of_key("species.1.count").words == "number of particles");
  CHECK(words_of_key("species[1].count").symbol == "N");
  CHECK(words_of_key("wall.0.temperature").words == "temperature of the wall");
  CHECK(words_of_key("wall.0.temperature").unit(true, 3) == "K");
  CHECK(words_of_key("wall.0.temperature").unit(false, 3) == "1");
  CHECK(words_of_key("box.number_density").unit(true, 2) == "1/m^2");
  CHECK(words_of_key("run.some_key").words == "some key");
  CHECK(words_of_observable("compressibility_factor") == "compressibility factor Z");
  CHECK(words_of_observable("mean_free_path_argon") == "mean free path argon");
  CHECK(words_of_observable("energy_lost_fraction") == "fraction of the energy lost");
  for (const MeasurementKind& kind : all_kinds())
    for (const DeclaredObservable& one : kind.observables)
      CHECK(words_of_observable(one.name).find_first_of("_.") == std::string::npos);
}
