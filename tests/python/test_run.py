"""Runs from Python: results, the same bytes as the program, errors, interruption."""

import os
import pickle
import signal
import tempfile
import threading
import time
import unittest
from pathlib import Path

import numpy as np

import clausius
from clausius import _core
from program import run_program

SHORT = {"run.measure": 5, "run.equilibrate": 1}

#: Studies with what makes each of them short; bodies and time steps are among them.
STUDIES = {
    "relaxation": {"species.0.count": 200, **SHORT},
    "mixture": SHORT,
    "capsule_gas": SHORT,
    "rough_spheres": SHORT,
    "time_step": SHORT,
    "collision": {},
}


def reproducible(summary: str) -> list[str]:
    """The lines of a summary without times and memory."""
    return _core.reproducible_part(summary).splitlines()


class SameAsTheProgram(unittest.TestCase):
    def test_summaries_are_the_same_bytes(self) -> None:
        for study, changes in STUDIES.items():
            with self.subTest(study), tempfile.TemporaryDirectory() as scratch:
                options = [f"--set={key}={value}" for key, value in changes.items()]
                run_program("run", study, *options, "--seed", "7", "--quiet", "--no-plots", "--out",
                            "program", cwd=scratch)
                out = Path(scratch, "python")
                result = clausius.run(study, set=changes, seed=7, out=out, progress=False)
                program = Path(scratch, "program")
                ours = (out / "summary.json").read_text()
                theirs = (program / "summary.json").read_text()
                self.assertGreater(len(reproducible(ours)), 50)
                self.assertEqual(reproducible(ours), reproducible(theirs))
                self.assertEqual(reproducible(ours), reproducible(result._outcome.summary()))
                for file in ["study.toml", "final.xyz", "observables.csv"]:
                    self.assertEqual((out / file).read_bytes(), (program / file).read_bytes(), file)
                listed = {file.name for file in program.iterdir()}
                self.assertEqual({file.name for file in out.iterdir()}, listed)


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.result = clausius.run("relaxation", set={"run.measure": 60}, seed=3)

    def test_observables(self) -> None:
        path = self.result["mean_free_path"]
        self.assertAlmostEqual(path.value / path.theory, 1, delta=5 * path.error / path.theory)
        total = np.hypot(path.error, path.theory_uncertainty)
        self.assertAlmostEqual(path.z, (path.value - path.theory) / total, delta=0.3)
        self.assertIn("Enskog", path.source)
        self.assertIn("mean_free_path", self.result)
        self.assertGreater(len(self.result), 5)
        with self.assertRaisesRegex(KeyError, '"mean_free_path"'):
            self.result["mean_fre_path"]

    def test_verdict(self) -> None:
        self.assertTrue(self.result.passed)
        self.assertGreater(len(self.result.checks), 5)
        self.assertTrue(all(check.passed for check in self.result.checks))
        wrong = clausius.run(
            "relaxation",
            set={"run.measure": 5, "check.0": {"observable": "mean_free_path", "expected": 9}},
        )
        self.assertFalse(wrong.passed)
        self.assertFalse(next(c for c in wrong.checks if c.name == "mean_free_path").passed)

    def test_tables(self) -> None:
        history = self.result.tables["history"]
        self.assertEqual(history["time"].dtype, np.float64)
        self.assertTrue((np.diff(history["time"]) > 0).all())
        self.assertEqual(history.units["time"], "reduced")
        self.assertFalse(history.flags.writeable)
        columns = (self.result.folder / "history.csv").read_text().splitlines()
        self.assertEqual(len(columns) - 1, len(history))
        self.assertEqual(float(columns[-1].split(",")[0]), history[history.dtype.names[0]][-1])

    def test_pandas(self) -> None:
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = self.result.tables["history"].to_pandas()
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual(frame["time"].iloc[-1], self.result.tables["history"]["time"][-1])

    def test_figures(self) -> None:
        self.assertIn("speed_distribution", self.result.figures)
        figure = self.result.plot("speed_distribution")
        self.assertEqual(figure._repr_png_()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("<svg", self.result.plot("speed_distribution", format="svg")._repr_svg_())
        with self.assertRaisesRegex(KeyError, "speed_distribution"):
            self.result.plot("speed_distributoin")
        with self.assertRaisesRegex(clausius.InputError, "png, svg, pdf"):
            self.result.plot("speed_distribution", format="bmp")

    def test_words(self) -> None:
        page = self.result._repr_html_()
        for text in ["All ", "checks passed", "Mean free path", "mean_free_path", ".clausius .bar"]:
            self.assertIn(text.lower(), page.lower())
        self.assertEqual(page.count("<table"), page.count("</table>"))
        self.assertIn("PASSED: all", str(self.result))
        self.assertIn("passed", repr(self.result))

    def test_summary(self) -> None:
        self.assertEqual(self.result.summary["seed"], 3)
        self.assertTrue(self.result.summary["passed"])

    def test_pickled(self) -> None:
        again = pickle.loads(pickle.dumps(self.result))
        self.assertEqual(list(again), list(self.result))
        for name, one in self.result.items():
            for member in ["value", "error", "theory", "z", "source", "unit", "changes"]:
                self.assertEqual(getattr(again[name], member), getattr(one, member), name)
        self.assertEqual([c.passed for c in again.checks], [c.passed for c in self.result.checks])
        for words in [str, repr, clausius.Result._repr_html_]:
            self.assertEqual(words(again), words(self.result))
        for part in ["observables", "species", "energy", "collisions"]:
            self.assertEqual(again.summary[part], self.result.summary[part])
        self.assertEqual(again.figures, self.result.figures)
        history = pickle.loads(pickle.dumps(self.result.tables["history"]))
        self.assertEqual(history.tobytes(), self.result.tables["history"].tobytes())
        self.assertEqual(history.units, self.result.tables["history"].units)
        self.assertEqual(history[:3].units["time"], "reduced")

    def test_cases_of_a_series(self) -> None:
        series = {"key": "collisions.restitution", "values": [0.9, 0.8]}
        changes = {"species.0.count": 100, "series": series, **SHORT}
        result = clausius.run("relaxation", set=changes)
        self.assertEqual(list(result.cases), ["0.9", "0.8"])
        rates = [case["cooling_rate_reduced"].value for case in result.cases.values()]
        self.assertLess(rates[0], rates[1])


class Inputs(unittest.TestCase):
    def test_all_faults_at_once(self) -> None:
        changes = {"box.packing_fraktion": 0.1, "run.measure": -1, "species.0.count": "many"}
        with self.assertRaises(clausius.InputError) as raised:
            clausius.run("relaxation", set=changes)
        self.assertEqual(len(raised.exception.problems), 3)
        text = str(raised.exception)
        for words in ['set["run.measure"]', "packing_fraction", "count"]:
            self.assertIn(words, text)

    def test_lines_of_a_file(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch, "gas.toml")
            file.write_text("seed = 1\n[box]\npacking_fraction = -2\n[[species]]\nname = 'a'\n")
            with self.assertRaises(clausius.InputError) as raised:
                clausius.run(file)
        lines = {problem.key: problem.line for problem in raised.exception.problems}
        self.assertEqual(lines["box.packing_fraction"], 3)

    def test_every_fault_has_a_key(self) -> None:
        gas = clausius.Simulation("collision")
        for call, keys in [
            (lambda: clausius.run("collision", resume=True), ["replace, resume"]),
            (lambda: clausius.run("collision", measurements=[3]), ["measurements"]),
            (lambda: gas.on_sample(3), ["function"]),
            (lambda: gas.run(time=1, collisions=1), ["length"]),
            (lambda: clausius.sweep("pressure"), ["sweep"]),
            (lambda: clausius.series_mean([1.0]), ["samples"]),
            (
                lambda: clausius.theory.gas(2, dimensions=1, count=0),
                ["packing_fraction", "dimensions", "count"],
            ),
        ]:
            with self.assertRaises(clausius.InputError) as raised:
                call()
            self.assertEqual([one.key for one in raised.exception.problems], keys)
            self.assertEqual(len(str(raised.exception).splitlines()), len(keys))

    def test_unknown_study(self) -> None:
        with self.assertRaisesRegex(clausius.InputError, '"relaxation"'):
            clausius.run("relaxtion")

    def test_values_of_other_types(self) -> None:
        for value in [None, object(), {1: 2}, 1 << 70, {1, 2}]:
            with self.subTest(value), self.assertRaises(clausius.InputError):
                clausius.run("relaxation", set={"run.measure": value})
        for value in [float("nan"), float("inf"), "x", [1], True]:
            with self.subTest(value), self.assertRaises(clausius.InputError):
                clausius.run("relaxation", set={"run.measure": value})

    def test_numbers_of_numpy(self) -> None:
        changes = {"run.measure": np.float32(2), "species.0.count": np.int16(100)}
        changes |= {"box.size": np.array([9, 9, 9]), "run.equilibrate": np.int64(1)}
        result = clausius.run("relaxation", set=changes, seed=np.uint8(3))
        self.assertEqual(result.summary["particles"], 100)

    def test_folders(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch, "run")
            clausius.run("collision", out=out)
            with self.assertRaises(clausius.InputError):
                clausius.run("collision", out=out)
            clausius.run("collision", out=out, replace=True)

    def test_a_sweep_is_refused(self) -> None:
        with self.assertRaisesRegex(clausius.InputError, "sweep"):
            clausius.run("collision", set={"sweep.seeds": 2})


class Threads(unittest.TestCase):
    LONG = {"species.0.count": 2000, "run.measure": 100000}

    def test_interruption(self) -> None:
        timer = threading.Timer(0.7, os.kill, [os.getpid(), signal.SIGINT])
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch, "run")
            timer.start()
            begin = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                clausius.run("relaxation", set=self.LONG, out=out)
            self.assertLess(time.monotonic() - begin, 5)
            self.assertTrue((out / "checkpoint").exists())
            self.assertFalse((out / "summary.json").exists() and
                             '"interrupted": false' in (out / "summary.json").read_text())

    def test_others_run_meanwhile(self) -> None:
        count = 0

        def progress(phase: str, fraction: float, rate: float) -> None:
            self.assertIs(threading.current_thread(), threading.main_thread())
            nonlocal count
            count += 1
            if len(ticks) > 20 or time.monotonic() > begin + 60:
                raise ZeroDivisionError("of the test")

        begin = time.monotonic()
        ticks: list[float] = []
        stop = threading.Event()

        def tick() -> None:
            while not stop.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.01)

        other = threading.Thread(target=tick)
        other.start()
        with self.assertRaisesRegex(ZeroDivisionError, "of the test"):
            clausius.run("relaxation", set=self.LONG, progress=progress)
        stop.set()
        other.join()
        self.assertGreater(count, 0)
        self.assertGreater(len(ticks), 20)

    def test_two_runs_at_once(self) -> None:
        results = {}

        def run(seed: int) -> None:
            results[seed] = clausius.run("relaxation", set=SHORT, seed=seed)

        threads = [threading.Thread(target=run, args=[seed]) for seed in (1, 2)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        for seed, result in results.items():
            alone = clausius.run("relaxation", set=SHORT, seed=seed)
            self.assertEqual(result["collision_rate"].value, alone["collision_rate"].value)
        self.assertNotEqual(results[1]["collision_rate"].value, results[2]["collision_rate"].value)
