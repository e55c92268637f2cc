"""Formulas for arrays, and the page of a gas as the program prints it."""

import inspect
import json
import unittest

import numpy as np

import clausius
from clausius import theory
from program import run_program


class Formulas(unittest.TestCase):
    def test_arrays(self) -> None:
        x = np.linspace(0.01, 0.4, 12).reshape(3, 4)
        many = theory.carnahan_starling(x)
        self.assertEqual(many.shape, (3, 4))
        np.testing.assert_allclose(many, (1 + x + x**2 - x**3) / (1 - x) ** 3, rtol=1e-14)
        self.assertIsInstance(theory.carnahan_starling(0.1), float)
        rates = theory.collision_rate(x[:, :1], kt=np.array([1.0, 4.0]))
        self.assertEqual(rates.shape, (3, 2))
        np.testing.assert_allclose(rates[:, 1], 2 * rates[:, 0], rtol=1e-14)

    def test_exact_values(self) -> None:
        self.assertAlmostEqual(theory.haff_temperature(3.0, 1.0), 1 / 16)
        self.assertAlmostEqual(theory.mean_speed(2.0, 0.5, dimensions=2), np.sqrt(np.pi * 4 / 2))
        v = np.linspace(0, 12, 4001)
        for d in (2, 3):
            self.assertAlmostEqual(np.trapz(theory.maxwell_speed_pdf(v, dimensions=d), v), 1, places=5)
        # Dilute limits: 4 sqrt(pi) n of spheres, and 5/(16 sqrt(pi)) with 1.016 of the polynomials.
        x = 1e-7
        density = 6 * x / np.pi
        self.assertAlmostEqual(theory.collision_rate(x) / (4 * np.sqrt(np.pi) * density), 1, places=5)
        self.assertAlmostEqual(theory.shear_viscosity(x), 1.016034 * 5 / 16 / np.sqrt(np.pi), places=5)

    def test_every_formula_has_a_range_and_a_source(self) -> None:
        for formula in clausius._core.formulas:
            function = getattr(theory, formula["name"])
            text = inspect.getdoc(function)
            self.assertRegex(text, r"(?s)\.\n\nRange: .+\.\nSource: .+\.\n\n>>> ")
            self.assertGreater(len(inspect.signature(function).parameters), 0)

    def test_wrong_calls(self) -> None:
        with self.assertRaises(ValueError):
            theory.carnahan_starling(1.5)
        with self.assertRaises(ValueError):
            theory.compressibility_factor(0.1, dimensions=4)
        with self.assertRaises(TypeError):
            theory.carnahan_starling("much")
        with self.assertRaises(TypeError):
            theory.carnahan_starling()
        with self.assertRaises(TypeError):
            theory.carnahan_starling(0.1, colour=3)
        with self.assertRaises(ValueError):
            theory.collision_rate([0.1, 0.2], kt=[1, 2, 3])


class Page(unittest.TestCase):
    def printed(self, *options: str) -> dict:
        done = run_program("theory", *options, "--json", capture_output=True, check=True)
        return json.loads(done.stdout)["values"]

    def same(self, page: dict, printed: dict) -> None:
        self.assertEqual(list(page), list(printed))
        for name, one in page.items():
            self.assertEqual(one.value, printed[name]["value"], name)
            self.assertEqual(one.source, printed[name]["source"], name)

    def test_as_the_program_prints_it(self) -> None:
        self.same(theory.gas(0.2), self.printed("--packing-fraction", "0.2"))
        self.same(
            theory.gas(0.1, dimensions=2, restitution=0.9, count=100),
            self.printed("--packing-fraction", "0.1", "--dimensions", "2", "--restitution", "0.9",
                         "--count", "100"),
        )
        self.same(
            theory.gas(0.2, species=[{"diameter": 1, "fraction": 0.5},
                                     {"diameter": 2, "mass": 8, "fraction": 0.5}]),
            self.printed("--packing-fraction", "0.2", "--species", "diameter=1,fraction=0.5",
                         "--species", "diameter=2,mass=8,fraction=0.5"),
        )
        self.same(
            theory.gas(gases={"argon": 1}, pressure="1 atm", temperature="20 degC"),
            self.printed("--gas", "argon=1", "--pressure", "1 atm", "--temperature", "20 degC"),
        )

    def test_wrong_gases(self) -> None:
        for wrong in [{}, {"packing_fraction": 2}, {"packing_fraction": 0.1, "dimensions": 4},
                      {"packing_fraction": 0.1, "restitution": 2},
                      {"packing_fraction": 0.1, "count": 1}, {"gases": {"argon": 1}},
                      {"gases": {"phlogiston": 1}, "pressure": 1, "temperature": 1},
                      {"packing_fraction": 0.1, "species": [{"colour": 3}]}]:
            with self.subTest(wrong), self.assertRaises(clausius.InputError):
                theory.gas(**wrong)
