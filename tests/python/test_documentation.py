"""Examples in docstrings and on the page about the module, and that everything public is explained."""

import doctest
import importlib
import inspect
import os
import re
import tempfile
import unittest
from pathlib import Path

import clausius

PAGE = Path(__file__).parents[2] / "src" / "python" / "README.md"


class Documentation(unittest.TestCase):
    def test_examples_of_docstrings(self) -> None:
        tried = 0
        for name in ["clausius", "clausius._run", "clausius._result", "clausius._study", "clausius.theory",
                     "clausius._simulation", "clausius._measurement", "clausius._sweep"]:
            failed, attempted = doctest.testmod(importlib.import_module(name))
            self.assertEqual(failed, 0, name)
            tried += attempted
        self.assertGreater(tried, 10)

    def test_examples_of_the_page(self) -> None:
        blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
        self.assertGreater(len(blocks), 1)
        names: dict[str, object] = {}
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as scratch:
            os.chdir(scratch)  # for the files that they write
            try:
                for block in blocks:
                    exec(compile(block, str(PAGE), "exec"), names)
            finally:
                os.chdir(here)

    def test_everything_public_is_explained(self) -> None:
        for name in clausius.__all__:
            thing = getattr(clausius, name)
            self.assertTrue(inspect.getdoc(thing), name)
            if not inspect.isclass(thing) or issubclass(thing, Exception):
                continue
            for inner, member in vars(thing).items():
                if not inner.startswith("_") and (callable(member) or isinstance(member, property)):
                    self.assertTrue(inspect.getdoc(member), f"{name}.{inner}")
