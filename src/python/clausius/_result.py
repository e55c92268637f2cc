"""Results of runs, as notebooks show them."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core

if TYPE_CHECKING:
    import pandas


class Table(np.ndarray):  # type: ignore[type-arg]
    """A table of a run: a structured array with a field for each column.

    `units` maps the columns to their units: '1' for pure numbers, '' for text.
    """

    units: dict[str, str]

    def __new__(cls, columns: list[tuple[str, str, np.ndarray[Any, Any]]]) -> Table:
        kinds = [(name, values.dtype) for name, _, values in columns]
        made = np.empty(len(columns[0][2]) if columns else 0, dtype=kinds).view(cls)
        for name, _, values in columns:
            made[name] = values
        made.units = {name: unit for name, unit, _ in columns}
        made.flags.writeable = False
        return made

    def __array_finalize__(self, source: Any) -> None:
        self.units = getattr(source, "units", {})

    def __reduce__(self) -> Any:
        if self.dtype.names is None or self.ndim != 1:
            return super().__reduce__()
        return Table, ([(n, self.units.get(n, ""), np.asarray(self[n])) for n in self.dtype.names],)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas, which must be installed."""
        import pandas

        return pandas.DataFrame({name: np.asarray(self[name]) for name in self.dtype.names or ()})


class Figure:
    """A picture of a run, which a notebook shows."""

    def __init__(self, name: str, format: str, data: bytes) -> None:
        self.name = name
        self.format = format
        self.data = data

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(path).write_bytes(self.data)

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.format == "svg" else None

    def __repr__(self) -> str:
        return f"<Figure {self.name}, {self.format}, {len(self.data)} bytes>"


@dataclass(frozen=True)
class _Stored:
    """The results of a run as a pickle holds them, with the members of the compiled Outcome."""

    passed: bool
    name: str
    title: str
    toml: str
    observables: list[_core.Observable]
    checks: list[_core.Check]
    warnings: list[str]
    tables: dict[str, _core.Columns]
    cases: list[tuple[str, _Stored]]
    folder: str | None
    written: tuple[str, str, str]
    files: dict[str, bytes]  # of the run folder, if that was a temporary one

    @classmethod
    def of(cls, one: _core.Outcome | _Stored, files: dict[str, bytes]) -> _Stored:
        cases = [(value, cls.of(case, {})) for value, case in one.cases]
        return cls(one.passed, one.name, one.title, one.toml, one.observables, one.checks,
                   one.warnings, one.tables, cases, one.folder,
                   (one.summary(), one.text(), one.html()), files)

    def summary(self) -> str:
        return self.written[0]

    def text(self) -> str:
        return self.written[1]

    def html(self) -> str:
        return self.written[2]

    def write(self, folder: str) -> None:
        if not self.files:
            raise _core.OutputError("a case of a series has no files in a pickle")
        for name, data in self.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def _style() -> str:
    """The rules of the page of a report that concern its tables, for a part of another page."""
    rules = []
    for line in _core.page_style().splitlines():
        found = re.fullmatch(r"\s*([^{}@]+)\{(.*)\}\s*", line)
        if found and found[1].startswith((".", "td", "th", "code", "caption", "table")):
            names = ", ".join(".clausius " + one.strip() for one in found[1].split(","))
            rules.append(f"{names} {{{found[2]}}}")
    colours = re.search(r":root \{(.*?)\}", _core.page_style(), re.S)
    # Notebooks set texts in tables to the right.
    rules.append(".clausius th:first-child, .clausius td:first-child {text-align: left}")
    return f".clausius {{{colours[1] if colours else ''}}}\n" + "\n".join(rules)


class Result(Mapping[str, _core.Observable]):
    """The results of a run: its observables by name, and all else that was found.

    >>> import clausius
    >>> result = clausius.run("collision")
    >>> sorted(result)[:2]
    ['collision_rate', 'collision_rate_projectile']
    """

    def __init__(self, outcome: _core.Outcome | _Stored) -> None:
        self._outcome = outcome
        self._observables = {one.name: one for one in outcome.observables}

    def __getitem__(self, name: str) -> _core.Observable:
        try:
            return self._observables[name]
        except KeyError:
            near = _core.nearest(str(name), list(self._observables))
            raise KeyError(f"{name} was not measured, did you mean {near}?") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._observables)

    def __len__(self) -> int:
        return len(self._observables)

    @property
    def passed(self) -> bool:
        """Whether every check that was made passed, and the run can be judged."""
        return self._outcome.passed

    @property
    def title(self) -> str:
        """Title of the study."""
        return self._outcome.title

    @property
    def checks(self) -> list[_core.Check]:
        """The checks of the study and those of every run, each with its verdict."""
        return self._outcome.checks

    @property
    def warnings(self) -> list[str]:
        """What the run warns of."""
        return self._outcome.warnings

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The tables of the run folder by name, as structured arrays."""
        return {name: Table(columns) for name, columns in self._outcome.tables.items()}

    @cached_property
    def cases(self) -> dict[str, Result]:
        """The results of the cases of a series, by the value of its key."""
        return {value: Result(outcome) for value, outcome in self._outcome.cases}

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The fields of `summary.json`."""
        return json.loads(self._outcome.summary())  # type: ignore[no-any-return]

    @property
    def study(self) -> str:
        """The study as TOML text, with every default written out."""
        return self._outcome.toml

    @cached_property
    def folder(self) -> Path:
        """The run folder; a temporary one if the run was not given any."""
        if self._outcome.folder is not None:
            return Path(self._outcome.folder)
        self._temporary = tempfile.TemporaryDirectory(prefix="clausius-")
        folder = Path(self._temporary.name) / "run"
        self._outcome.write(str(folder))
        return folder

    @property
    def figures(self) -> list[str]:
        """Names of the figures that can be drawn of the run."""
        return _core.figure_names(str(self.folder), "png")

    def plot(self, name: str, *, format: str = "png", style: str = "slide") -> Figure:
        """Draws a figure of the run, as `clausius plot` does.

        format: png, svg, pdf, or dumb for text; style: slide, or paper for a journal's column.
        Raises KeyError if the run has no such figure, OutputError if it cannot be drawn.
        """
        names = _core.figure_names(str(self.folder), format)
        if name not in names:
            near = _core.nearest(name, names) if names else "none"
            raise KeyError(f"the run has no figure {name}, did you mean {near}?")
        image = _core.draw(str(self.folder), name, format, style)
        return Figure(name, format, Path(image).read_bytes())

    def __reduce__(self) -> tuple[Any, ...]:
        files: dict[str, bytes] = {}
        if self._outcome.folder is None:  # the pictures of a run are drawn from its folder
            paths = [path for path in self.folder.rglob("*") if path.is_file()]
            files = {str(one.relative_to(self.folder)): one.read_bytes() for one in paths}
        return Result, (_Stored.of(self._outcome, files),)

    def __str__(self) -> str:
        return self._outcome.text()

    def __repr__(self) -> str:
        return f"<Result of {self.title!r}: {'passed' if self.passed else 'not passed'}>"

    def _repr_html_(self) -> str:
        return f"<div class='clausius'><style>{_style()}</style>{self._outcome.html()}</div>"
