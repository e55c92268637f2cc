"""The package as pip installs it, and the notebooks as their readers run them."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ["CLAUSIUS"]).parent

# What a notebook must say in its outputs, by its name.
NOTEBOOKS = {
    "1_equal_speeds": ["checks passed", "Maxwell", "image/png"],
    "2_equation_of_state": ["Carnahan", "largest deviation", "image/png"],
    "3_haffs_law": ["tau", "image/png"],
    "4_a_measurement_of_your_own": ["<again", "<hardest_hit", "image/png"],
}


def run(*command: object, **options: object) -> str:
    done = subprocess.run([str(one) for one in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


@unittest.skipIf(importlib.util.find_spec("venv") is None or importlib.util.find_spec("pip") is None
                 or importlib.util.find_spec("wheel") is None, "pip, venv or wheel is not installed")
class Package(unittest.TestCase):
    def test_pip_installs_it(self) -> None:
        alone = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        with tempfile.TemporaryDirectory() as scratch:
            venv = Path(scratch, "venv")
            run(sys.executable, "-m", "venv", "--system-site-packages", venv)
            copy = Path(scratch, "clausius", "src", "python")
            copy.parent.mkdir(parents=True)
            for name in ["CMakeLists.txt", "src/python"]:
                run("cp", "-r", ROOT / name, Path(scratch, "clausius", name))
            run(venv / "bin" / "pip", "install", "--no-build-isolation", "--no-deps", copy,
                env=alone | {"CLAUSIUS_BUILD": str(BUILD)}, cwd=scratch)
            asked = "import clausius; print(clausius.run('collision').passed, clausius.__file__)"
            said = run(venv / "bin" / "python", "-c", asked, env=alone, cwd=scratch)
            self.assertTrue(said.startswith(f"True {venv}"), said)
            self.assertIn("Subcommands", run(venv / "bin" / "clausius", "--help", env=alone))
            folder = Path(said.split()[1]).parent
            for file in ["py.typed", "_core.pyi", "_study.pyi", "theory.pyi"]:
                self.assertTrue((folder / file).exists(), file)


@unittest.skipIf(importlib.util.find_spec("nbconvert") is None
                 or importlib.util.find_spec("ipykernel") is None
                 or importlib.util.find_spec("matplotlib") is None, "no notebooks here")
class Notebooks(unittest.TestCase):
    def test_they_say_what_they_should(self) -> None:
        files = sorted((ROOT / "studies" / "notebooks").glob("*.ipynb"))
        self.assertEqual([file.stem for file in files], list(NOTEBOOKS))
        for file in files:
            with self.subTest(file.stem), tempfile.TemporaryDirectory() as scratch:
                written = json.loads(file.read_text())
                for cell in written["cells"]:
                    self.assertFalse(cell.get("outputs"), "stored with outputs")
                run(sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute",
                    "--output-dir", scratch, file,
                    env=os.environ | {"HOME": scratch, "IPYTHONDIR": scratch})
                done = json.loads(Path(scratch, file.name).read_text())
                outputs = json.dumps([cell.get("outputs") for cell in done["cells"]])
                for words in NOTEBOOKS[file.stem]:
                    self.assertIn(words, outputs)

    def test_their_code_has_right_types(self) -> None:
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed")
        with tempfile.TemporaryDirectory() as scratch:
            Path(scratch, "clausius").symlink_to(Path(os.environ["PYTHONPATH"], "clausius"))
            for file in (ROOT / "studies" / "notebooks").glob("*.ipynb"):
                cells = json.loads(file.read_text())["cells"]
                code = ["".join(one["source"]) for one in cells if one["cell_type"] == "code"]
                program = Path(scratch, "lesson" + file.stem[0] + ".py")
                program.write_text("\n".join(code))
                run(sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports",
                    program.name, cwd=scratch)
