"""Sweeps: one study at many points, with many seeds."""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._result import Table
from ._run import config_of
from ._study import Study

if TYPE_CHECKING:
    import pandas


def sweep(
    study: Study | str | os.PathLike[str],
    vary: Mapping[str, Sequence[Any] | str] | None = None,
    *,
    seeds: int | None = None,
    set: Mapping[str, Any] | None = None,
    seed: int | None = None,
    zip: bool = False,
    out: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    retry: bool = False,
    each_run: bool = False,
    progress: bool = True,
) -> pandas.DataFrame:
    """Runs a study at all combinations of the values of some keys, with several seeds.

    study, set, seed: as for `run`; a study with a section [sweep] needs nothing else.
    vary: values by dotted key, or a range: {"box.packing_fraction": [0.1, 0.2]} or "0.1:0.5:0.1".
    seeds: number of seeds at each point. zip: take the values side by side, not all combinations.
    out: folder of the sweep, as `clausius sweep --out` writes it: a sweep that was stopped goes on
        there. Without it the runs are thrown away.
    jobs: cases that run at once, each a process; as many as there are cores if not given.
    retry: run those cases again that failed.

    Returns a data frame of pandas with a row for each point (its keys, number of seeds, and each
    observable as mean over the seeds, with columns NAME_error and NAME_theory), or, with `each_run`,
    for each run. Raises SimulationError if a case failed, with all reasons.

    >>> small = {"run.measure": 5, "run.equilibrate": 1, "species.0.count": 100}
    >>> frame = sweep("pressure", {"box.packing_fraction": [0.1, 0.2]}, set=small)
    >>> len(frame), frame["pressure_virial"].iloc[1] > frame["pressure_virial"].iloc[0]
    (2, True)
    """
    changes = dict(set or {})
    if seed is not None:
        changes["seed"] = seed
    if vary:
        changes["sweep.vary"] = [
            {"key": key, "range" if isinstance(values, str) else "values": values}
            for key, values in vary.items()
        ]
    if seeds is not None:
        changes["sweep.seeds"] = seeds
    if zip:
        changes["sweep.zip"] = True
    if jobs is not None and (not isinstance(jobs, int) or not 1 <= jobs <= 10000):
        _core.refuse([("jobs", f"{jobs!r}; allowed: a whole number from 1 to 10000")])
    config = config_of(study, changes)
    if not config.is_sweep:
        message = "varies nothing; allowed: vary, seeds, or a [sweep] in the study"
        _core.refuse([("sweep", message)])
    if out is not None:
        return _swept(config, os.fspath(out), jobs, retry, each_run, progress)
    with tempfile.TemporaryDirectory(prefix="clausius-") as scratch:
        return _swept(config, os.path.join(scratch, "sweep"), jobs, retry, each_run, progress)


def _swept(
    config: _core.Config, out: str, jobs: int | None, retry: bool, each_run: bool, progress: bool
) -> pandas.DataFrame:
    # The program, by the package that this is, wherever it was found.
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    main = "from clausius.__main__ import main; sys.exit(main())"
    program = [sys.executable, "-c", f"import sys; sys.path.insert(0, {package!r}); {main}"]
    found = _core.sweep(config, out, jobs or 0, retry, progress, program)
    for name, reason in found["warnings"]:
        warnings.warn(f"{name}: {reason}", stacklevel=3)
    if found["faults"]:
        reasons = "\n".join(f"{name}: {reason}" for name, reason in found["faults"])
        raise _core.SimulationError(reasons)
    return Table(found["results" if each_run else "summary"]).to_pandas()
