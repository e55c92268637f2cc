"""Sweeps, and the program by the package."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import clausius
from program import run_program

SMALL = {"run.measure": 5, "run.equilibrate": 1, "species.0.count": 100}

try:
    import pandas
except ImportError:
    pandas = None


@unittest.skipIf(pandas is None, "pandas is not installed")
class Sweeps(unittest.TestCase):
    def test_the_same_as_the_program(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            sets = [f"--set={key}={value}" for key, value in SMALL.items()]
            run_program("sweep", "pressure", "--vary", "box.packing_fraction=0.1,0.2", "--seeds",
                        "2", *sets, "--out", "program", "--quiet", "--no-plots", cwd=scratch)
            out = Path(scratch, "python")
            vary = {"box.packing_fraction": [0.1, 0.2]}
            frame = clausius.sweep("pressure", vary, seeds=2, set=SMALL, out=out, progress=False)
            for file in ["summary.csv", "results.csv"]:
                self.assertEqual((out / file).read_text(), Path(scratch, "program", file).read_text())
            self.assertEqual(list(frame["box.packing_fraction"]), [0.1, 0.2])
            self.assertEqual(list(frame["seeds"]), [2, 2])
            runs = clausius.sweep(
                "pressure", vary, seeds=2, set=SMALL, out=out, each_run=True, progress=False
            )
            self.assertEqual(len(runs), 4)
            mean = runs["pressure_virial"].to_numpy().reshape(2, 2).mean(axis=1)
            np.testing.assert_allclose(frame["pressure_virial"], mean, rtol=0.02)

    def test_ranges_and_seeds(self) -> None:
        frame = clausius.sweep("pressure", {"box.packing_fraction": "0.1:0.2:0.1"}, set=SMALL, jobs=1)
        self.assertEqual(len(frame), 2)
        self.assertEqual(len(clausius.sweep("pressure", seeds=2, set=SMALL)), 1)

    def test_wrong_sweeps(self) -> None:
        with self.assertRaisesRegex(clausius.InputError, "varies nothing"):
            clausius.sweep("pressure")
        with self.assertRaisesRegex(clausius.InputError, "packing_fraction"):
            clausius.sweep("pressure", {"box.packing_fractoin": [0.1]})
        with self.assertRaisesRegex(clausius.InputError, "packing_fraction"):
            clausius.sweep("pressure", {"box.packing_fraction": [0.1, 7.0]})
        with self.assertRaisesRegex(clausius.InputError, "jobs"):
            clausius.sweep("pressure", seeds=2, jobs=0)


class Program(unittest.TestCase):
    def test_the_package_is_the_program(self) -> None:
        command = ["theory", "--packing-fraction", "0.2"]
        ours = subprocess.run([sys.executable, "-m", "clausius", *command], capture_output=True)
        theirs = run_program(*command, capture_output=True)
        self.assertEqual(ours.stdout, theirs.stdout)
        self.assertEqual(ours.returncode, 0)
        wrong = subprocess.run([sys.executable, "-m", "clausius", "runn"], capture_output=True)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn(b"did you mean", wrong.stderr)
