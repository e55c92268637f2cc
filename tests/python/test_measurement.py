"""Measurements written in Python: beside those of the program, in checkpoints, and when they are wrong."""

import json
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import clausius

SHORT = {"run.measure": 20, "run.equilibrate": 1, "species.0.count": 300}


class Virial(clausius.Measurement):
    """The pressure from the impulses, and the mean of |v|, by hand."""

    observables = {"own_pressure": "Pressure by the virial.", "own_speed": "Mean speed."}
    batch = 1000

    def __init__(self):
        self.virial, self.begun, self.end, self.collisions = 0.0, 0.0, 0.0, 0
        self.speeds: list[float] = []
        self.threads = set()

    def begin(self, gas):
        self.begun, self.masses = gas.time, gas.masses
        self.volume, self.dimensions = gas.box.prod(), len(gas.box)
        self.twice_energy = (gas.masses * (gas.velocities**2).sum(axis=1)).sum()

    def on_collisions(self, collisions):
        assert len(collisions) <= self.batch
        self.collisions += len(collisions)
        self.virial += (collisions["impulse"] * collisions["separation"]).sum()

    def on_sample(self, gas):
        self.end, self.until_sample = gas.time, self.virial
        self.speeds.append(np.linalg.norm(gas.velocities, axis=1).mean())

    def report(self):
        if self.end <= self.begun:
            return {}
        # Temperatures are those of the motion beside that of the centre of mass.
        count = len(self.masses)
        sum = self.twice_energy * count / (count - 1)
        sum += self.until_sample / (self.end - self.begun)
        pressure = clausius.Estimate(sum / self.dimensions / self.volume, unit="reduced")
        return {"own_pressure": pressure, "own_speed": clausius.series_mean(self.speeds)}


class Beside(unittest.TestCase):
    def test_equals_what_the_program_measures(self) -> None:
        mine = Virial()
        result = clausius.run("relaxation", set=SHORT, seed=5, measurements=[mine])
        pressure = result["pressure_virial"].value
        # The collision at whose instant the measured part begins belongs to it or not.
        self.assertAlmostEqual(
            result["own_pressure"].value, pressure, delta=2 * pressure / mine.collisions
        )
        speed = result["own_speed"]
        # The mean over 300 particles; the error is that of a series of samples.
        self.assertAlmostEqual(speed.value, np.sqrt(8 / np.pi), delta=6 * speed.error + 0.02)
        self.assertEqual(mine.collisions, result.summary["collisions"])
        bare = clausius.run("relaxation", set=SHORT, seed=5)
        self.assertEqual(bare["collision_rate"].value, result["collision_rate"].value)

    def test_stands_in_the_files(self) -> None:
        check = {"observable": "own_pressure", "expected": 0.12, "tolerance": 0.05}
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch, "run")
            result = clausius.run(
                "relaxation", set=SHORT | {"check.0": check}, out=out, measurements=[Virial()]
            )
            summary = json.loads((out / "summary.json").read_text())
            names = list(summary["observables"])
            self.assertEqual(names[-2:], ["own_pressure", "own_speed"])
            self.assertIn("own_speed", (out / "observables.csv").read_text())
        self.assertIn("own_pressure", result._repr_html_())
        self.assertTrue(next(one for one in result.checks if one.name == "own_pressure").passed)

    def test_in_a_simulation(self) -> None:
        gas = clausius.Simulation(clausius.Study.load("relaxation"))
        gas.add(Virial())
        gas.run(collisions_per_particle=5)
        found = gas.observables()
        self.assertAlmostEqual(
            found["own_pressure"].value, found["pressure_virial"].value, delta=2e-5
        )

    def test_replicas_and_series(self) -> None:
        series = {"key": "box.packing_fraction", "values": [0.05, 0.1]}
        changes = SHORT | {"run.replicas": 3, "series": series}
        mine = Virial()
        result = clausius.run("relaxation", set=changes, measurements=[mine])
        factors = [case["own_pressure"] for case in result.cases.values()]
        self.assertLess(factors[0].value, factors[1].value)
        self.assertGreater(factors[0].error, 0)

    def test_disks_and_bodies(self) -> None:
        for study in ["capsule_gas", "disks" if "disks" in clausius.built_in_studies() else "mixture"]:
            mine = Virial()
            clausius.run(study, set={"run.measure": 2, "run.equilibrate": 1}, measurements=[mine])
            self.assertGreater(mine.collisions, 0)
        study = clausius.Study(seed=2)
        study.box.dimensions = 2
        study.box.packing_fraction = 0.1
        study.species.append(name="disks", count=100)
        study.run.measure = 5
        mine = Virial()
        clausius.run(study, measurements=[mine])
        self.assertGreater(mine.collisions, 200)


class Stops(unittest.TestCase):
    def test_goes_on_from_a_checkpoint(self) -> None:
        class Stopping(Virial):
            def on_sample(self, gas):
                super().on_sample(gas)
                if len(self.speeds) == 30 and stops:
                    raise ZeroDivisionError("of the test")

        stops = True
        # Local classes are not pickled, only what their objects hold.
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch, "run")
            with self.assertRaisesRegex(ZeroDivisionError, "of the test"):
                clausius.run("relaxation", set=SHORT, out=out, measurements=[Stopping()])
            self.assertTrue((out / "checkpoint").exists())
            stops = False
            going_on = Stopping()
            going_on.begin = lambda gas: self.fail("the run began anew")
            again = clausius.run(
                "relaxation", set=SHORT, out=out, measurements=[going_on], resume=True
            )
            whole = clausius.run("relaxation", set=SHORT, measurements=[Stopping()])
            self.assertEqual(again["own_pressure"].value, whole["own_pressure"].value)
            self.assertEqual(again["own_speed"].value, whole["own_speed"].value)
            self.assertEqual(again["own_speed"].error, whole["own_speed"].error)
            with self.assertRaisesRegex(clausius.InputError, "another study"):
                clausius.run("relaxation", set=SHORT, seed=9, out=out, resume=True)

    def test_saved_with_a_simulation(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch, "gas.state")
            first, second = clausius.Simulation("relaxation"), clausius.Simulation("relaxation")
            ours, theirs = Virial(), Virial()
            first.add(ours)
            second.add(theirs)
            first.run(collisions_per_particle=2)
            first.save(file)
            first.run(collisions_per_particle=2)
            second.load(file)
            second.run(collisions_per_particle=2)
            self.assertEqual(ours.virial, theirs.virial)
            self.assertEqual(ours.speeds, theirs.speeds)


class Wrong(unittest.TestCase):
    def fault(self, words: str, **members: object) -> None:
        kind = type("Mine", (clausius.Measurement,), {"observables": {"mine": "Mine."}, **members})
        with self.assertRaisesRegex(clausius.InputError, words):
            clausius.run("relaxation", set=SHORT, measurements=[kind()])

    def test_reports(self) -> None:
        self.fault("a dict of names", report=lambda self: 3)
        self.fault("not declared", report=lambda self: {"yours": 3})
        self.fault("a number", report=lambda self: {"mine": "x"})
        self.fault("finite", report=lambda self: {"mine": float("nan")})
        self.fault("from 0", report=lambda self: {"mine": (1, -1)})
        self.fault("a number", report=lambda self: {"mine": (1, 2, 3, 4, 5, 6, 7)})

    def test_declarations(self) -> None:
        self.fault("whole number from 1", batch=0)
        self.fault("letters", observables={"a b": "Mine."})
        for wrong in [3, Virial, object()]:
            with self.assertRaisesRegex(clausius.InputError, "derived from clausius.Measurement"):
                clausius.run("collision", measurements=[wrong])

    def test_exceptions(self) -> None:
        for member in ["begin", "on_sample", "on_collisions", "report"]:
            with self.subTest(member):
                def fails(self, *given):
                    assert threading.current_thread() is threading.main_thread()
                    raise KeyError(member)

                kind = type("Mine", (clausius.Measurement,), {member: fails})
                with self.assertRaisesRegex(KeyError, member):
                    clausius.run("relaxation", set=SHORT, measurements=[kind()])

    def test_a_sample_that_is_over(self) -> None:
        class Keeps(clausius.Measurement):
            def on_sample(self, gas):
                self.gas, self.positions = gas, gas.positions

        mine = Keeps()
        clausius.run("relaxation", set=SHORT, measurements=[mine])
        self.assertEqual(mine.positions.shape, (300, 3))
        with self.assertRaisesRegex(RuntimeError, "the sample is over"):
            mine.gas.velocities

    def test_a_run_in_a_call(self) -> None:
        class Nested(clausius.Measurement):
            observables = {"inner": "Rate of a run within the run."}

            def begin(self, gas):
                self.inner = clausius.run("relaxation", set=SHORT)["collision_rate"].value

            def report(self):
                return {"inner": self.inner}

        result = clausius.run("relaxation", set=SHORT, measurements=[Nested()])
        self.assertEqual(result["inner"].value, result["collision_rate"].value)

    def test_series_mean(self) -> None:
        noise = np.random.default_rng(3).normal(size=4000)
        one = clausius.series_mean(noise)
        self.assertAlmostEqual(one.error, 1 / np.sqrt(4000), delta=0.002)
        correlated = np.convolve(noise, np.ones(10) / 10, "valid")
        self.assertGreater(clausius.series_mean(correlated).error, 0.8 * one.error)
        for wrong in [[1.0], [], [[1.0, 2.0]], [1.0, np.nan]]:
            with self.assertRaises(clausius.InputError):
                clausius.series_mean(wrong)
