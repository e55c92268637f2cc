"""Gases of hard particles, moved from collision to collision, beside kinetic theory.

>>> import clausius
>>> result = clausius.run("relaxation", set={"run.measure": 20}, seed=7)
>>> path = result["mean_free_path"]
>>> abs(path.value - path.theory) < 5 * path.error
True
"""

from . import theory
from ._core import (
    ArchiveError,
    Check,
    InputError,
    Observable,
    OutputError,
    Problem,
    Sample,
    SimulationError,
    built_in_studies,
)
from ._core import version as __version__
from ._measurement import Estimate, Measurement, series_mean
from ._result import Figure, Result, Table
from ._run import run
from ._simulation import Simulation
from ._study import Study
from ._sweep import sweep

__all__ = [
    "ArchiveError",
    "Check",
    "Estimate",
    "Figure",
    "InputError",
    "Measurement",
    "Observable",
    "OutputError",
    "Problem",
    "Result",
    "Sample",
    "Simulation",
    "SimulationError",
    "Study",
    "Table",
    "built_in_studies",
    "run",
    "series_mean",
    "sweep",
    "theory",
]
