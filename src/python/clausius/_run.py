"""Runs of studies."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _core
from ._measurement import Makers, Measurement
from ._result import Result
from ._study import Study

#: A function of phase, fraction done and collisions per second.
Progress = Callable[[str, float, float], None]


def config_of(
    study: Study | str | os.PathLike[str],
    changes: dict[str, Any],
    measurements: Sequence[tuple[Any, ...]] = (),
) -> _core.Config:
    """The validated study, with warnings of what no particles can be."""
    if isinstance(study, Study):
        config = study._config(changes, measurements)
    else:
        config = _core.load(os.fspath(study), changes, list(measurements))
    for text in config.warnings:
        warnings.warn(text, stacklevel=3)
    return config


def _notebook_progress() -> Progress | None:
    """A line in the output of a notebook's cell; None elsewhere."""
    try:
        from IPython import display, get_ipython
    except ImportError:
        return None
    if type(get_ipython()).__name__ != "ZMQInteractiveShell":
        return None
    handle = display.display(display.HTML(""), display_id=True)

    def show(phase: str, fraction: float, rate: float) -> None:
        text = f"{phase} {100 * fraction:.0f} %" if fraction < 1 else ""
        handle.update(display.HTML(text))

    return show


def run(
    study: Study | str | os.PathLike[str],
    *,
    set: Mapping[str, Any] | None = None,
    seed: int | None = None,
    out: str | os.PathLike[str] | None = None,
    replace: bool = False,
    resume: bool = False,
    measurements: Sequence[Measurement] = (),
    progress: bool | Progress = True,
) -> Result:
    """Runs a study to its verdict.

    study: a Study, the path of a study file, or the name of a built-in study.
    set: values in place of those of the study, by dotted keys: {"species.0.count": 1000}.
    seed: in place of that of the study.
    out: folder for the results, as `clausius run --out` writes it; `replace` allows that it holds
        an earlier run. Without it nothing is written. `resume` goes on from the checkpoint in it,
        if there is one, to the same results as without the stop.
    measurements: your own, whose observables stand beside the others.
    progress: a line on a terminal or in a notebook, or a function that is called a few times a
        second with the phase, the fraction done and the collisions per second.

    The same study and seed give the same results as with the program, bit for bit. Ctrl-C ends a
    run with KeyboardInterrupt; the folder `out` then has a checkpoint, from which `resume` goes on,
    as `clausius run --resume` does if there are no measurements of your own. Raises InputError,
    SimulationError or OutputError.

    >>> result = run("collision")
    >>> result.passed
    True
    """
    changes = dict(set or {})
    if seed is not None:
        changes["seed"] = seed
    if (replace or resume) and out is None:
        _core.refuse([("replace, resume", "need a folder; allowed: out")])
    makers = Makers(measurements)
    config = config_of(study, changes, makers.descriptions)
    call = progress if callable(progress) else _notebook_progress() if progress else None
    has_line = progress is True and call is None
    destination = None if out is None else _core.Destination(os.fspath(out), replace, resume)
    return Result(_core.run(config, destination, has_line, call, makers.descriptions))
