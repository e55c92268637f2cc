"""A gas that is moved from Python."""

import gc
import os
import signal
import tempfile
import threading
import unittest
import weakref
from pathlib import Path

import numpy as np

import clausius


def small(**changes: object) -> clausius.Study:
    study = clausius.Study(seed=4)
    study.box.packing_fraction = 0.1
    study.species.append(name="gas", count=300)
    for key, value in changes.items():
        setattr(study.run, key, value)
    return study


def disks() -> clausius.Study:
    study = small()
    study.box.dimensions = 2
    return study


def capsules() -> clausius.Study:
    study = small()
    study.species[0].update(shape="capsule", diameter=1, shaft=1)
    return study


class Motion(unittest.TestCase):
    def test_particles(self) -> None:
        for study, dimensions in [(small(), 3), (disks(), 2), (capsules(), 3)]:
            gas = clausius.Simulation(study)
            self.assertEqual(gas.time, 0)
            gas.run(time=0.5)
            self.assertEqual(gas.time, 0.5)
            self.assertEqual(gas.positions.shape, (300, dimensions))
            self.assertEqual(gas.velocities.shape, (300, dimensions))
            self.assertEqual(gas.box.shape, (dimensions,))
            self.assertTrue(((gas.positions >= 0) & (gas.positions < gas.box)).all())
            self.assertEqual(gas.species.tolist(), 300 * [0])
            np.testing.assert_allclose(gas.velocities.sum(axis=0), 0, atol=1e-11)

    def test_free_flight_between_collisions(self) -> None:
        # Positions are those of one instant: to the next, particles that do not collide fly on.
        gas = clausius.Simulation(small())
        gas.run(collisions=500)
        before, velocity, begin = gas.positions, gas.velocities, gas.time
        gas.run(time=1e-3)
        flown = (gas.positions - before - velocity * (gas.time - begin)) / gas.box
        flown -= np.round(flown)
        free = (gas.velocities == velocity).all(axis=1)
        self.assertGreater(free.mean(), 0.9)
        np.testing.assert_allclose(flown[free], 0, atol=1e-12)

    def test_no_overlap(self) -> None:
        gas = clausius.Simulation(small())
        gas.run(collisions_per_particle=5)
        between = gas.positions[:, None] - gas.positions[None]
        between -= gas.box * np.round(between / gas.box)
        distance = np.sqrt((between**2).sum(axis=2))
        np.fill_diagonal(distance, 9)
        self.assertGreater(distance.min(), 1 - 1e-10)

    def test_views(self) -> None:
        gas = clausius.Simulation(small())
        gas.run(collisions=10)
        velocities, positions = gas.velocities, gas.positions
        self.assertTrue(np.shares_memory(velocities, gas.velocities))
        self.assertTrue(np.shares_memory(positions, gas.positions))
        for array in (velocities, positions):
            with self.assertRaises(ValueError):
                array[0, 0] = 1
        before, kept = velocities.copy(), positions.copy()
        gas.run(collisions=1000)
        # In the engine, and so the velocities of now; positions are those of then.
        self.assertFalse((velocities == before).all())
        np.testing.assert_array_equal(velocities, gas.velocities)
        np.testing.assert_array_equal(positions, kept)
        # They stay when the gas is gone, or another is loaded.
        last = velocities.copy()
        with tempfile.TemporaryDirectory() as scratch:
            gas.save(Path(scratch, "gas"))
            gas.load(Path(scratch, "gas"))
        gas.run(collisions=100)
        np.testing.assert_array_equal(velocities, last)
        del gas
        gc.collect()
        np.testing.assert_array_equal(velocities, last)

    def test_velocities_take_no_memory(self) -> None:
        study = small()
        study.species[0].count = 50000
        gas = clausius.Simulation(study)
        gas.run(collisions=10)
        velocities = gas.velocities
        self.assertGreater(velocities.strides[0], velocities.itemsize * 3)
        self.assertEqual(velocities.strides[1], velocities.itemsize)
        # An array that owns its numbers, or a snapshot, would lie elsewhere each time.
        gas.run(collisions=10)
        self.assertEqual(velocities.ctypes.data, gas.velocities.ctypes.data)
        self.assertNotEqual(id(velocities), id(gas.velocities))

    def test_velocities_where_something_accelerates(self) -> None:
        study = small()
        study.box.gravity = [0, 0, -1]
        study.box.boundary = ["periodic", "periodic", "wall"]
        gas = clausius.Simulation(study)
        gas.run(time=0.01)
        before = gas.velocities
        kept = before.copy()
        gas.run(time=0.1)
        np.testing.assert_array_equal(before, kept)
        self.assertAlmostEqual((gas.velocities - kept)[:, 2].mean(), -0.1, delta=0.05)

    def test_bodies(self) -> None:
        self.assertIsNone(clausius.Simulation(small()).orientations)
        gas = clausius.Simulation(capsules())
        gas.run(collisions=100)
        np.testing.assert_allclose((gas.orientations**2).sum(axis=1), 1, atol=1e-12)
        self.assertEqual(gas.angular_velocities.shape, (300, 3))
        self.assertGreater(np.abs(gas.angular_velocities).max(), 0.1)

    def test_observables(self) -> None:
        gas = clausius.Simulation(small())
        gas.equilibrate(collisions_per_particle=5)
        gas.run(collisions_per_particle=50)
        path = gas.observables()["mean_free_path"]
        self.assertLess(abs(path.value - path.theory), 5 * path.error)
        # By hand, from the free flights of the collisions.
        self.assertIn("history", gas.tables())
        with self.assertRaisesRegex(RuntimeError, "equilibrate"):
            gas.equilibrate(time=1)

    def test_saved_and_loaded(self) -> None:
        study = small()
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch, "gas")
            first, second = clausius.Simulation(study), clausius.Simulation(study)
            first.run(collisions=500)
            first.save(file)
            first.run(collisions=500)
            second.load(file)
            second.run(collisions=500)
            self.assertEqual(first.record_hash, second.record_hash)
            np.testing.assert_array_equal(first.positions, second.positions)
            rate = "collision_rate"
            self.assertEqual(first.observables()[rate].value, second.observables()[rate].value)
            other = small()
            other.seed = 5
            third, alone = clausius.Simulation(other), clausius.Simulation(other)
            batches: list[int] = []
            third.on_collisions(lambda rows: batches.append(len(rows)))
            damaged = Path(scratch, "damaged")
            damaged.write_bytes(file.read_bytes()[:-100])
            for wrong in (file, damaged):
                with self.assertRaises(clausius.ArchiveError):
                    third.load(wrong)
            # It is as it was.
            third.run(collisions=300)
            alone.run(collisions=300)
            self.assertEqual(third.record_hash, alone.record_hash)
            self.assertEqual(sum(batches), 300)
            with self.assertRaises(clausius.InputError):
                second.load(Path(scratch, "nothing"))
            second.run(collisions=10)
            with self.assertRaises(clausius.OutputError):
                second.save(Path(scratch, "no", "folder"))

    def test_wrong_lengths(self) -> None:
        gas = clausius.Simulation(small())
        for length in [{}, {"time": 1, "collisions": 1}, {"time": -1.0}, {"time": float("nan")},
                       {"collisions": 0}, {"time": 1, "samples": 0}]:
            with self.subTest(length), self.assertRaises(clausius.InputError):
                gas.run(**length)
        for length in [{"collisions": 1.5}, {"time": "1"}, {"collisions": None, "time": []}]:
            with self.subTest(length), self.assertRaises(TypeError):
                gas.run(**length)
        with self.assertRaisesRegex(RuntimeError, "interrupted"):
            gas.resume()


class Calls(unittest.TestCase):
    def test_collisions(self) -> None:
        for study in [small(), disks(), capsules()]:
            gas = clausius.Simulation(study)
            energy = 0.5 * (gas.velocities**2).sum()
            sizes, rows = [], []
            gas.on_collisions(lambda batch: (sizes.append(len(batch)), rows.append(batch)), batch=300)
            gas.run(collisions=1000)
            self.assertEqual(sizes, [300, 300, 300, 100])
            all_rows = np.concatenate(rows)
            self.assertTrue((np.diff(all_rows["time"]) >= 0).all())
            self.assertEqual(all_rows["time"][-1], gas.time)
            np.testing.assert_allclose(
                all_rows["first_after"] - all_rows["first_before"],
                -all_rows["impulse"][:, None] * all_rows["normal"], atol=1e-12,
            )
            if study.species[0].shape != "capsule":
                self.assertAlmostEqual(0.5 * (gas.velocities**2).sum(), energy, places=9)
            last = all_rows[-1]
            np.testing.assert_array_equal(gas.velocities[last["first"]], last["first_after"])
            np.testing.assert_array_equal(gas.velocities[last["second"]], last["second_after"])

    def test_a_measurement_by_hand(self) -> None:
        # The mean free path is the mean of the free times times speeds of both partners.
        gas = clausius.Simulation(small())
        paths = []

        def measure(rows: np.ndarray) -> None:
            for name in ["first", "second"]:
                speed = np.linalg.norm(rows[name + "_before"], axis=1)
                paths.append((speed * rows[name + "_free_time"]).sum())

        gas.equilibrate(collisions_per_particle=5)
        begin = gas.collisions
        gas.on_collisions(measure)
        gas.run(collisions_per_particle=100)
        hits = 2 * (gas.collisions - begin)
        measured = gas.observables()["mean_free_path"]
        self.assertAlmostEqual(sum(paths) / hits / measured.value, 1, delta=0.02)

    def test_walls(self) -> None:
        study = small()
        study.box.boundary = "wall"
        gas = clausius.Simulation(study)
        seconds = []
        gas.on_collisions(lambda rows: seconds.extend(rows["second"][rows["face"] >= 0]))
        gas.run(collisions=300)
        self.assertGreater(len(seconds), 10)
        self.assertEqual(set(seconds), {-1})

    def test_samples(self) -> None:
        gas = clausius.Simulation(small())
        times = []

        def look(same: clausius.Simulation) -> None:
            self.assertIs(same, gas)
            self.assertIs(threading.current_thread(), threading.main_thread())
            times.append(gas.time)
            self.assertAlmostEqual((gas.velocities**2).sum(), energy, places=9)
            self.assertEqual(gas.positions.shape, (300, 3))

        energy = (gas.velocities**2).sum()
        gas.on_sample(look)
        gas.equilibrate(collisions_per_particle=1)
        self.assertEqual(times, [])
        gas.run(time=1, samples=10)
        self.assertEqual(len(times), 10)
        self.assertEqual(times[-1], gas.time)
        with self.assertRaises(RuntimeError):
            gas.on_sample(look)

    def test_calls_change_nothing(self) -> None:
        watched, alone = clausius.Simulation(small()), clausius.Simulation(small())
        watched.on_collisions(lambda rows: None, batch=7)
        watched.on_sample(lambda gas: gas.positions)
        for gas in (watched, alone):
            gas.run(collisions=2000)
        self.assertEqual(watched.record_hash, alone.record_hash)

    def test_exceptions(self) -> None:
        def fail(_: object) -> None:
            raise ZeroDivisionError("of the test")

        for add in [clausius.Simulation.on_sample, clausius.Simulation.on_collisions]:
            gas, other = clausius.Simulation(small()), clausius.Simulation(small())
            calls = []
            add(gas, lambda x: (calls.append(1), fail(x)))
            with self.assertRaisesRegex(ZeroDivisionError, "of the test"):
                gas.run(collisions=200000)
            self.assertEqual(len(calls), 1)
            self.assertGreater(gas.collisions, 0)
            gas._functions[0] = lambda x: None
            if gas.collisions < 200000:
                gas.resume()
            other.run(collisions=200000)
            self.assertEqual(gas.record_hash, other.record_hash)

    def test_what_calls_may_not_do(self) -> None:
        gas = clausius.Simulation(small())
        refused = []

        def attempt(*uses: object) -> None:
            for use in uses:
                try:
                    use()
                except RuntimeError as error:
                    refused.append(str(error))

        moves = [lambda: gas.run(time=1), lambda: gas.equilibrate(time=1), gas.resume,
                 gas.observables, gas.tables, lambda: gas.save("x"), lambda: gas.load("x"),
                 lambda: gas.on_sample(print), lambda: gas.on_collisions(print)]
        looks = [lambda: gas.positions, lambda: gas.time]
        gas.on_sample(lambda gas: attempt(*moves))
        gas.run(time=0.1, samples=1)
        self.assertEqual(len(refused), len(moves))
        self.assertTrue(all("the gas is moving" in text for text in refused))
        refused.clear()
        gas.on_collisions(lambda rows: attempt(*moves, *looks))
        gas.run(collisions=10, samples=1)
        self.assertGreaterEqual(len(refused), len(moves) + len(looks))
        for wrong in [None, 3, "text"]:
            with self.assertRaises(clausius.InputError):
                gas.on_collisions(wrong)
        with self.assertRaises(clausius.InputError):
            gas.on_collisions(print, batch=0)
        with self.assertRaises(TypeError):
            gas.on_collisions(print, batch=-1)

    def test_a_run_that_fails(self) -> None:
        study = clausius.Study(seed=1)
        study.box.size = [10, 10, 10]
        study.box.boundary = "periodic"
        study.species.append(name="gas", count=2)
        study.initial.placement = "listed"
        for x in (2, 6):
            study.initial.particle.append(species="gas", position=[x, 5, 5], velocity=[1, 0, 0])
        gas = clausius.Simulation(study)
        with self.assertRaisesRegex(clausius.SimulationError, "never happen"):
            gas.run(collisions=1)
        # The gas can be used as before.
        self.assertEqual(gas.collisions, 0)
        gas.run(time=1)
        np.testing.assert_allclose(gas.velocities, [[1, 0, 0], [1, 0, 0]])

    def test_interruption(self) -> None:
        gas = clausius.Simulation(small())
        threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
        with self.assertRaises(KeyboardInterrupt):
            gas.run(collisions_per_particle=1e6)
        self.assertGreater(gas.collisions, 1000)
        gas.velocities
        gas.observables()

    def test_another_thread(self) -> None:
        gas = clausius.Simulation(small())
        refused, begun = [], threading.Event()

        def look() -> None:
            begun.wait(10)
            for use in [lambda: gas.run(time=1), lambda: gas.positions, lambda: gas.time]:
                try:
                    use()
                except RuntimeError as error:
                    refused.append(error)
            os.kill(os.getpid(), signal.SIGINT)

        other = threading.Thread(target=look)
        other.start()
        gas.on_collisions(lambda rows: begun.set(), batch=1000)
        with self.assertRaises(KeyboardInterrupt):
            gas.run(collisions_per_particle=1e6)
        other.join()
        self.assertEqual(len(refused), 3)

    def test_two_at_once(self) -> None:
        alone = clausius.Simulation(small())
        alone.run(collisions=20000)
        hashes = []

        def move() -> None:
            gas = clausius.Simulation(small())
            me, threads = threading.current_thread(), set()
            gas.on_collisions(lambda rows: threads.add(threading.current_thread()), batch=50)
            gas.run(collisions=20000)
            hashes.append(gas.record_hash)
            self.assertEqual(threads, {me})

        threads = [threading.Thread(target=move) for _ in range(3)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(hashes, 3 * [alone.record_hash])

    def test_cycles_of_references_are_found(self) -> None:
        gas = clausius.Simulation(small())
        gas.on_sample(lambda _: gas.time)
        gas.on_collisions(lambda rows: gas)
        gone = weakref.ref(gas)
        gas.run(collisions=10)
        del gas
        gc.collect()
        self.assertIsNone(gone())
