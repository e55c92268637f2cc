#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "paths.h"
#include "program.h"

// Frames in the readers of the field: Debian's python3-ase, python3-mdanalysis and openbabel, which
// only this test needs.

namespace {

// Prints what the readers find in a trajectory, and writes it back by ASE.
const char* const kScript = R"(
import numpy
from ase.io import read, write
frames = read("run/trajectory.xyz", ":")
last = frames[-1]
write("back.xyz", last)
print("ase", len(frames), len(last), last.get_chemical_symbols()[0], last.get_chemical_symbols()[-1])
print("tilt", repr(last.cell[1][0]), all(last.pbc))
import MDAnalysis
universe = MDAnalysis.Universe("run/trajectory.xyz")
universe.trajectory[-1]
same = numpy.abs(universe.atoms.positions - last.positions).max() < 1e-5
print("mdanalysis", len(universe.trajectory), universe.atoms.n_atoms, universe.atoms.names[-1], same)
rows = [line.split() for line in open("run/final.xyz").read().splitlines()[2:]]
print("velo", numpy.abs(last.arrays["velo"] - [[float(x) for x in r[4:7]] for r in rows]).max() == 0)
)";

// The Python in a chapter of the page on output.
std::vector<std::string> python_of(const std::string& chapter) {
  const std::string page = read_file(project_folder() / "studies/reference/output.md");
  const std::size_t begin = page.find("\n## " + chapter + "\n"),
                    end = page.find("\n## ", begin + 1);
  const std::string open = "```python\n";
  std::vector<std::string> blocks;
  for (std::size_t at = begin; (at = page.find(open, at)) < end;) {
    at += open.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

}  // namespace

TEST_CASE("ASE has velocities by the lines that the page on output says", "[cli][slow]") {
  const ScratchFolder scratch;
  const auto run = [&](const std::string& command) { return run_in(scratch.path(), command); };
  if (run("/usr/bin/python3 -c 'import ase'").code != 0)
    FAIL("a reader is missing: apt-get install python3-ase");
  const std::vector<std::string> blocks = python_of("Velocities in ASE");
  REQUIRE(blocks.size() == 2);
  const std::string more = "[run]\nequilibrate = 2\nmeasure = 2\n";
  write_file(scratch.path() / "reduced.toml",
             "box.packing_fraction = 0.1\n[[species]]\nname = \"Ar\"\ncount = 30\n"
             "[[species]]\nname = \"He\"\ncount = 10\nmass = 0.1\n" +
                 more);
  write_file(scratch.path() / "si.toml",
             "units.system = \"SI\"\nbox.pressure = 101325.0\n[[species]]\nname = \"Ar\"\n"
             "gas = \"argon\"\ncount = 200\ntemperature = 300.0\n" +
                 more);
  const auto read = [&](const std::string& study, const std::string& script) {
    REQUIRE(run("$CLAUSIUS run " + study + ".toml --out " + study + " --no-plots --quiet").code ==
            0);
    write_file(scratch.path() / study / "read.py", script);
    const auto outcome = run("cd " + study + " && /usr/bin/python3 -W ignore read.py");
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.out;
  };
  CHECK(read("reduced", blocks[0] +
                            "print(abs(atoms.get_velocities() - atoms.arrays['velo']).max() < "
                            "1e-14, abs(atoms.get_velocities()).max() > 1)\n") == "True True\n");
  // With one fewer, because momentum is zero.
  const std::string kelvin = read("si", blocks[1] +
                                            "print(atoms.get_temperature() * 200 / 199)\n"
                                            "print(atoms.cell.lengths()[0], max(atoms.positions[:, "
                                            "0]) < atoms.cell.lengths()[0])\n");
  CHECK(std::stod(kelvin) == Approx(300).epsilon(1e-3));
  // 200 argon atoms at 1 atm and 300 K, in ångström.
  CHECK(std::stod(kelvin.substr(kelvin.find('\n'))) == Approx(201.6).epsilon(2e-3));
  CHECK_THAT(kelvin, Catch::EndsWith("True\n"));
}

TEST_CASE("Unwrapped positions are the same by ASE and by h5py", "[cli][slow]") {
  const ScratchFolder scratch;
  const auto run = [&](const std::string& command) { return run_in(scratch.path(), command); };
  if (run("/usr/bin/python3 -c 'import ase, h5py'").code != 0)
    FAIL("a reader is missing: apt-get install python3-ase python3-h5py");
  write_file(scratch.path() / "gas.toml",
             "[box]\nsize = [6.0, 5.0, 7.0]\nshear_rate = 0.5\n[[species]]\nname = \"Ar\"\n"
             "count = 30\n[run]\nequilibrate = 1\nduration = 12.0\nsamples = 4\ntrajectory = 4\n"
             "trajectory_images = true\n");
  for (const std::string format : {"xyz", "h5md"})
    REQUIRE(run("$CLAUSIUS run gas.toml --set run.trajectory_format=" + format + " --out " +
                format + " --no-plots --quiet")
                .code == 0);
  write_file(scratch.path() / "read.py", R"(
import h5py, numpy
from ase.io import read
file = h5py.File("h5md/trajectory.h5")["particles/all"]
frames = read("xyz/trajectory.xyz", ":")
farthest = 0
for k, atoms in enumerate(frames):
    ours = atoms.positions + atoms.arrays["image"] @ atoms.cell[:]
    image, edges = file["image/value"][k], file["box/edges/value"][k]
    theirs = file["position/value"][k] + image @ edges
    farthest = max(farthest, abs(ours - theirs).max())
print(len(frames), farthest < 1e-12, (frames[0].arrays["image"] == 0).all(), abs(image).max() > 1)
print(file["image/value"].dtype, file["image/value"].shape)
)");
  const auto read = run("/usr/bin/python3 -W ignore read.py");
  INFO(read.err);
  CHECK(read.out == "4 True True True\nint32 (4, 30, 3)\n");
}

TEST_CASE("h5py and MDAnalysis read our H5MD", "[cli][slow]") {
  const ScratchFolder scratch;
  const auto run = [&](const std::string& command) { return run_in(scratch.path(), command); };
  if (run("/usr/bin/python3 -c 'import h5py, MDAnalysis'").code != 0)
    FAIL("a reader is missing: apt-get install python3-h5py python3-mdanalysis");
  std::ofstream(scratch.path() / "gas.toml")
      << "[box]\nsize = [9.0, 9.0, 9.0]\nshear_rate = 0.5\n[[species]]\nname = \"Ar\"\ncount = 30\n"
         "[run]\nequilibrate = 0\nduration = 2.3\nsamples = 4\ntrajectory = 3\n"
         "trajectory_format = \"h5md\"\n";
  std::ofstream(scratch.path() / "read.py") << R"(
import h5py, numpy, MDAnalysis
file = h5py.File("run/trajectory.h5")
last = file["particles/all/position/value"][-1]
rows = [line.split() for line in open("run/final.xyz").read().splitlines()[2:]]
print("h5py", file["particles/all/velocity/value"].shape, list(file["h5md"].attrs["version"]))
print("same", (last == [[float(x) for x in r[1:4]] for r in rows]).all())
print("kinetic", len(file["observables/kinetic_energy/value"]) == len(file["observables/kinetic_energy/time"]))
universe = MDAnalysis.Universe.empty(30, trajectory=False)
universe.load_new("run/trajectory.h5", format="H5MD", convert_units=False)
universe.trajectory[-1]
print("mdanalysis", len(universe.trajectory), numpy.abs(universe.atoms.positions - last).max() < 1e-5)
print("cell", universe.trajectory.ts.dimensions[5] < 89)
)";
  REQUIRE(run("$CLAUSIUS run gas.toml --out run --no-plots --quiet").code == 0);
  const auto read = run("/usr/bin/python3 -W ignore read.py");
  INFO(read.err);
  CHECK_THAT(read.out, Catch::Contains("h5py (3, 30, 3) [1, 1]") && Catch::Contains("same True"));
  CHECK_THAT(read.out, Catch::Contains("kinetic True"));
  CHECK_THAT(read.out, Catch::Contains("mdanalysis 3 True") && Catch::Contains("cell True"));
}

TEST_CASE("ASE, MDAnalysis and Open Babel read our frames, and we what ASE writes", "[cli][slow]") {
  const ScratchFolder scratch;
  const auto run = [&](const std::string& command) { return run_in(scratch.path(), command); };
  if (run("/usr/bin/python3 -c 'import ase, MDAnalysis' && obabel -V").code != 0)
    FAIL("a reader is missing: apt-get install python3-ase python3-mdanalysis openbabel");
  const std::string gas =
      "[box]\nsize = [9.0, 9.0, 9.0]\nshear_rate = 0.5\n"
      "[[species]]\nname = \"Ar\"\n[[species]]\nname = \"He\"\ndiameter = 0.5\n";
  std::ofstream(scratch.path() / "gas.toml")
      << gas << "[run]\nequilibrate = 0\nduration = 2.3\nsamples = 4\ntrajectory = 3\n";
  std::ofstream(scratch.path() / "again.toml")
      << gas << "[initial]\nplacement = \"file\"\nfile = \"back.xyz\"\n"
      << "[run]\nequilibrate = 0\nduration = 1.0\nsamples = 4\n";
  std::ofstream(scratch.path() / "read.py") << kScript;
  REQUIRE(run("$CLAUSIUS run gas.toml --set species.0.count=30 --set species.1.count=10 --out run "
              "--no-plots --quiet")
              .code == 0);
  const auto read = run("/usr/bin/python3 -W ignore read.py");
  INFO(read.err);
  CHECK_THAT(read.out, Catch::Contains("ase 3 40 Ar He"));
  CHECK_THAT(read.out, Catch::Contains("tilt 1.34999") && Catch::Contains("True"));
  CHECK_THAT(read.out, Catch::Contains("mdanalysis 3 40 He True"));
  CHECK_THAT(read.out, Catch::Contains("velo True"));
  const std::string line =
      run("awk 'NR == 3 {printf \"%s %.5f %.5f %.5f\", $1, $2, $3, $4}' run/final.xyz").out;
  CHECK_THAT(run("obabel run/final.xyz -oxyz | awk 'NR == 3 {printf \"%s %.5f %.5f %.5f\", $1, $2, "
                 "$3, $4}'")
                 .out,
             Catch::Equals(line));
  CHECK(run("$CLAUSIUS run again.toml --out again --no-plots --quiet").code == 0);
}
