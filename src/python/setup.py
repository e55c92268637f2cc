"""Makes the package of Python: CMake compiles the module, from the folder two above.

pip install --no-build-isolation ./src/python
CLAUSIUS_BUILD=FOLDER takes the module of a build that is there already.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[2]


class BuiltByCMake(build_ext):
    """Puts the module and its type stubs where the package is made."""

    def build_extension(self, ext: Extension) -> None:
        build = Path(os.environ.get("CLAUSIUS_BUILD") or Path(self.build_temp).resolve())
        if not os.environ.get("CLAUSIUS_BUILD"):
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DCLAUSIUS_TESTS=OFF",
                       f"-DPython_EXECUTABLE={sys.executable}"]
            subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *options], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "clausius_python_stubs"], check=True)
        package = Path(self.get_ext_fullpath(ext.name)).parent
        package.mkdir(parents=True, exist_ok=True)
        for file in (build / "python" / "clausius").iterdir():
            if file.is_file():
                shutil.copy(file, package)


setup(
    name="clausius",
    version=re.search(r"project\(clausius VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1],
    description="A laboratory for gases of hard particles",
    long_description=(Path(__file__).parent / "README.md").read_text(),
    long_description_content_type="text/markdown",
    packages=["clausius"],
    package_data={"clausius": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("clausius._core", sources=[])],
    cmdclass={"build_ext": BuiltByCMake},
    install_requires=["numpy"],
    python_requires=">=3.9",
    entry_points={"console_scripts": ["clausius = clausius.__main__:main"]},
    zip_safe=False,
)
