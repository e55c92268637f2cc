"""Writes the type stubs of `_study` and `theory`, whose contents are declared in the library.

python3 -m clausius._stubs FOLDER
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

from . import _core, theory
from ._study import attribute_of

HEAD = '''"""Made from the declarations of the sections by clausius._stubs."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from . import _core

def attribute_of(key: str) -> str: ...

class Section:
    def update(self, **values: Any) -> None: ...

_Table = TypeVar("_Table", bound=Section)

class Tables(Generic[_Table]):
    def append(self, **values: Any) -> _Table: ...
    def clear(self) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_Table]: ...
    def __getitem__(self, index: int) -> _Table: ...
    def __delitem__(self, index: int) -> None: ...
'''

STUDY = '''
    def __init__(self, *, name: str = "study", **values: Any) -> None: ...
    @property
    def name(self) -> str: ...
    @classmethod
    def load(cls, study: str | os.PathLike[str]) -> Study: ...
    @classmethod
    def from_toml(cls, text: str, name: str = "study") -> Study: ...
    def to_toml(self) -> str: ...
    def validate(self) -> None: ...
    def _config(
        self, changes: dict[str, Any], measurements: Sequence[tuple[Any, ...]] = ()
    ) -> _core.Config: ...
'''


def class_name(section: str) -> str:
    """Name of the class of a section: CollisionsPair."""
    return "".join(part.capitalize() for part in section.split("."))


def stub(sections: list[dict[str, Any]]) -> str:
    """The text of the stub. Inner sections come first, as their classes are needed."""
    text = HEAD
    for section in sorted(sections, key=lambda one: -len(one["name"].split(".")) * bool(one["name"])):
        path = section["name"]
        text += f"\nclass {class_name(path) if path else 'Study'}(Section):\n"
        text += f'    """{section["meaning"]}"""\n' if section["meaning"] else ""
        for key in section["keys"]:
            text += f"    {attribute_of(key['name'])}: {key['annotation']} | None\n"
            text += f'    """{key["meaning"]}"""\n'
        for inner in sections:
            outer, _, name = inner["name"].rpartition(".")
            if outer != path or not name:
                continue
            made = class_name(inner["name"])
            kind = f"Tables[{made}]" if inner["is_repeated"] else made
            text += f"    @property\n    def {name}(self) -> {kind}: ...\n"
        if not path:
            text += STUDY.lstrip("\n")
    return text


THEORY = '''"""Made from the declarations of the formulas by clausius._stubs."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy.typing as npt
'''


def theory_stub(formulas: list[dict[str, Any]]) -> str:
    """The text of the stub of `theory`."""
    # What is written in Python: the function without its body.
    head = inspect.getsource(theory.gas).split('    """')[0].rstrip()
    text = f"{THEORY}\n{inspect.getsource(theory.Value)}\n{head} ...\n\n"
    text += "# A number for numbers, an array for arrays.\n"
    for formula in formulas:
        parameters = [
            f"{name}: npt.ArrayLike" + (f" = {standard}" if standard else "")
            for name, _, standard in (one.partition("=") for one in formula["parameters"])
        ]
        text += f"def {formula['name']}({', '.join(parameters)}) -> Any:\n"
        text += f'    """{formula["meaning"]}"""\n'
    return text


if __name__ == "__main__":
    Path(sys.argv[1], "_study.pyi").write_text(stub(_core.sections()))
    Path(sys.argv[1], "theory.pyi").write_text(theory_stub(_core.formulas))
