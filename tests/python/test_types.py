"""Types, by mypy: of the package as it is built, of its sources, and of programs that use it."""

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import clausius

BUILT = Path(clausius.__file__).parent
SOURCES = Path(__file__).parents[2] / "src" / "python" / "clausius"

#: A program, and what is wrong with its lines.
PROGRAM = """
import clausius
import numpy as np
from clausius import theory

study = clausius.Study(name="gas", seed=3)
study.box.packing_fraction = 0.1
study.species.append(name="argon", count=500)
result = clausius.run(study, set={"run.measure": 3}, seed=7)
value: float = result["mean_free_path"].value
error: float | None = result["mean_free_path"].error
speeds = np.linalg.norm(clausius.Simulation(study).velocities, axis=1)
rate = theory.collision_rate(0.1, kt=2.0)

class Mine(clausius.Measurement):
    observables = {"mine": "Mine."}
    def on_sample(self, gas: clausius.Sample) -> None:
        self.last = gas.velocities.max()
    def report(self) -> dict[str, clausius.Estimate]:
        return {"mine": clausius.Estimate(float(self.last))}

clausius.run(study, measurements=[Mine()])
"""
WRONG = """
import clausius
clausius.run(3)
clausius.Study().box.packing_fraktion = 0.1
clausius.run("relaxation")["mean_free_path"].valu
clausius.theory.no_formula(0.1)
"""


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "mypy is not installed")
class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.cache = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.cache.cleanup)

    def check(self, what: str, where: Path) -> str:
        command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports",
                   "--cache-dir", self.cache.name, what]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stdout + done.stderr

    def test_the_package(self) -> None:
        for folder in (BUILT, SOURCES):
            self.assertEqual(self.check("clausius", folder.parent), "")

    def test_programs(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            Path(scratch, "clausius").symlink_to(BUILT)
            Path(scratch, "good.py").write_text(PROGRAM)
            Path(scratch, "wrong.py").write_text(WRONG)
            self.assertEqual(self.check("good.py", Path(scratch)), "")
            found = self.check("wrong.py", Path(scratch))
        for line in (3, 4, 5, 6):
            self.assertIn(f"wrong.py:{line}: error", found)
