"""Studies whose sections are attributes."""

import copy
import inspect
import pickle
import unittest

import numpy as np

import clausius


def small() -> clausius.Study:
    study = clausius.Study(name="small", seed=4)
    study.box.packing_fraction = 0.1
    study.species.append(name="argon", count=200)
    study.run.update(equilibrate=1, measure=5)
    return study


class Studies(unittest.TestCase):
    def test_a_study_runs_as_its_text_does(self) -> None:
        study = small()
        study.validate()
        result = clausius.run(study)
        again = clausius.run(clausius.Study.from_toml(study.to_toml(), name="small"))
        self.assertEqual(
            result["collision_rate"].value, again["collision_rate"].value
        )
        self.assertEqual(result.study, again.study)
        changed = clausius.run(study, set={"species.0.count": 100}, seed=5)
        self.assertEqual(changed.summary["particles"], 100)
        self.assertEqual(changed.summary["seed"], 5)

    def test_every_built_in_study_keeps_its_meaning(self) -> None:
        names = clausius.built_in_studies()
        self.assertGreater(len(names), 40)
        for name in names:
            with self.subTest(name):
                study = clausius.Study.load(name)
                as_text = clausius.Study.from_toml(study.to_toml(), name=name)
                written = clausius._core.load(name, {}, []).toml
                self.assertEqual(study._config({}).toml, written)
                self.assertEqual(as_text._config({}).toml, written)
                self.assertEqual(study, as_text)

    def test_values(self) -> None:
        study = small()
        self.assertEqual(study.run.samples, 200)  # the default
        self.assertIsNone(study.box.size)
        study.box.size = np.array([5.0, 5, 6])
        self.assertEqual(study.box.size, [5, 5, 6])
        self.assertIsNone(study.box.packing_fraction)  # its alternative
        del study.box.size
        self.assertIsNone(study.box.size)
        study.box.size = (4, 4, 4)
        study.box.size = None
        self.assertNotIn("size", study.to_toml())

    def test_tables(self) -> None:
        study = small()
        study.species.append(name="helium", count=100, mass=0.1)
        study.collisions.pair.append(species=["argon", "helium"], restitution=0.9)
        study.collisions.restitution = 1
        study.validate()
        self.assertEqual([one.name for one in study.species], ["argon", "helium"])
        self.assertIn("[[collisions.pair]]", study.to_toml())
        del study.species[0]
        self.assertEqual(len(study.species), 1)
        with self.assertRaisesRegex(clausius.InputError, r"species\[0\].masss"):
            study.species[0].masss = 1
        study.species.clear()
        with self.assertRaisesRegex(clausius.InputError, "species"):
            study.validate()

    def test_a_key_that_is_a_word_of_python(self) -> None:
        study = small()
        study.relabel.append(from_="a", to="b")
        self.assertEqual(study.relabel[0].from_, "a")
        self.assertIn('from = "a"', study.to_toml())
        self.assertIn("from_", dir(study.relabel[0]))

    def test_nearest_names(self) -> None:
        study = small()
        with self.assertRaisesRegex(clausius.InputError, '"packing_fraction"'):
            study.box.packing_fracton = 0.1
        with self.assertRaisesRegex(AttributeError, '"packing_fraction"'):
            study.box.packing_fracton
        with self.assertRaisesRegex(clausius.InputError, '"species"'):
            study.specis = 1
        with self.assertRaisesRegex(clausius.InputError, "append"):
            study.species = []
        with self.assertRaises(clausius.InputError) as raised:
            study.species.append(nam="x", cont=3)
        self.assertEqual(len(raised.exception.problems), 2)
        self.assertEqual(len(study.species), 1)

    def test_all_faults_at_once(self) -> None:
        study = small()
        study.box.packing_fraction = -3
        study.run.samples = "many"
        study.species[0].diameter = -1
        with self.assertRaises(clausius.InputError) as raised:
            study.validate()
        keys = {problem.key for problem in raised.exception.problems}
        self.assertEqual(keys, {"box.packing_fraction", "run.samples", "species[0].diameter"})
        self.assertTrue(all(problem.line == 0 for problem in raised.exception.problems))
        with self.assertRaises(clausius.InputError):
            clausius.run(study)

    def test_values_that_no_study_can_have(self) -> None:
        study = small()
        for value in [object(), {1, 2}, 1 << 64, b"text"]:
            with self.subTest(value), self.assertRaisesRegex(clausius.InputError, "allowed"):
                study.run.samples = value
        self.assertEqual(study.run.samples, 200)

    def test_faults_of_a_text_have_lines(self) -> None:
        with self.assertRaises(clausius.InputError) as raised:
            clausius.Study.from_toml("seed = 1\n[box]\nsize = [1, 2]\n")
        lines = {problem.key: problem.line for problem in raised.exception.problems}
        self.assertEqual(lines["box.size"], 3)
        with self.assertRaisesRegex(clausius.InputError, "TOML"):
            clausius.Study.from_toml("seed = = 1")

    def test_documentation(self) -> None:
        study = small()
        self.assertIn("packing_fraction", dir(study.box))
        self.assertIn("species", dir(study))
        meaning = inspect.getdoc(type(study.box).packing_fraction)
        self.assertIn("Allowed:", meaning)
        for section in [study, study.box, study.species[0], study.run, study.collisions]:
            for name in dir(section):
                self.assertTrue(inspect.getdoc(getattr(type(section), name, None)) or
                                hasattr(section, name), name)

    def test_copies(self) -> None:
        study = small()
        for twin in [pickle.loads(pickle.dumps(study)), copy.deepcopy(study)]:
            self.assertEqual(twin, study)
            self.assertEqual(twin.name, "small")
            twin.box.packing_fraction = 0.2
            self.assertNotEqual(twin, study)
            self.assertEqual(study.box.packing_fraction, 0.1)
        error = pickle.loads(pickle.dumps(self._error(study)))
        self.assertEqual(error.problems[0].key, "box.packing_fraction")

    def _error(self, study: clausius.Study) -> clausius.InputError:
        study.box.packing_fraction = -1
        with self.assertRaises(clausius.InputError) as raised:
            study.validate()
        return raised.exception
