"""Measurements that are written in Python."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from . import _core


class Estimate(NamedTuple):
    """A measured number: value, one standard error, theory, its standard error, unit and source.

    >>> Estimate(1.02, 0.01, theory=1.0)
    Estimate(value=1.02, error=0.01, theory=1.0, theory_uncertainty=0.0, unit='1', source='')
    """

    value: float
    error: float | None = None
    theory: float | None = None
    theory_uncertainty: float = 0.0
    unit: str = "1"
    source: str = ""


#: What `Measurement.report` gives for a name: a number, a value with its error, or more.
Reported = Union[float, "tuple[float, float]", Estimate]


def series_mean(samples: npt.ArrayLike) -> Estimate:
    """The mean of a series of equal-time samples with its standard error.

    samples: (n,), which may be correlated: the error is that of blocks, as long as the series
    shows to be needed (Flyvbjerg & Petersen, J. Chem. Phys. 91 (1989) 461). Raises InputError for
    fewer than two samples.

    >>> series_mean([1.0, 3.0, 2.0, 4.0]).value
    2.5
    """
    return Estimate(*_core.series_mean(np.asarray(samples, dtype=float)))


class Measurement:
    """Something measured in Python. Derive a class from it and give it to `run` or `Simulation.add`.

    `observables` names what `report()` returns, each with a sentence of its meaning; checks of
    studies may name these. Whichever of the other functions a class has is called, on the thread
    that asked for the run. What such an object holds is kept in checkpoints, by pickle.

    >>> class HardestHit(Measurement):
    ...     observables = {"hardest_hit": "Impulse of the hardest collision."}
    ...     hardest = 0.0
    ...     def on_collisions(self, collisions):
    ...         self.hardest = max(self.hardest, collisions["impulse"].max())
    ...     def report(self):
    ...         return {"hardest_hit": self.hardest}
    >>> import clausius
    >>> result = clausius.run("relaxation", set={"run.measure": 2}, measurements=[HardestHit()])
    >>> result["hardest_hit"].value > 1
    True
    """

    #: Names of what is reported, with their meanings.
    observables: Mapping[str, str] = {}
    #: Most collisions that are given to `on_collisions` at a time.
    batch: int = 10000

    def begin(self, gas: _core.Sample) -> None:
        """Called when the measured part of the run begins."""

    def on_collisions(self, collisions: npt.NDArray[Any]) -> None:
        """Called with the next collisions, a structured array (see `Simulation.on_collisions`).

        All collisions before a sample come before it.
        """

    def on_sample(self, gas: _core.Sample) -> None:
        """Called at the equal-time samples of the measured part."""

    def report(self) -> Mapping[str, Reported]:
        """The results so far, each by its name; those that are not known yet are left out."""
        return {}


class Watcher:
    """What the compiled part calls in place of a measurement."""

    def __init__(self, measurement: Measurement) -> None:
        self._measurement = measurement
        own = type(measurement)
        self.sees_collisions = own.on_collisions is not Measurement.on_collisions
        self.sees_samples = own.on_sample is not Measurement.on_sample
        self.batch = measurement.batch
        self.begin = measurement.begin
        self.on_collisions = measurement.on_collisions
        self.on_sample = measurement.on_sample

    def report(self) -> list[tuple[Any, ...]]:
        reported = self._measurement.report()
        if not isinstance(reported, Mapping):
            message = f"returned {reported!r}; allowed: a dict of names and values"
            _core.refuse([(f"{type(self._measurement).__name__}.report()", message)])
        return [(name, *_estimate(self._measurement, name, reported[name])) for name in reported]

    def state(self) -> bytes:
        return pickle.dumps(self._measurement.__dict__)

    def restore(self, state: bytes) -> None:
        self._measurement.__dict__.clear()
        self._measurement.__dict__.update(pickle.loads(state))


def _estimate(measurement: Measurement, name: str, given: Any) -> Estimate:
    """What is reported under a name, if it is one."""
    place = f"{type(measurement).__name__}.report()[{name!r}]"
    if name not in measurement.observables:
        names = ", ".join(measurement.observables) or "none"
        _core.refuse([(place, f"is not declared; allowed: the names of `observables`: {names}")])
    one = _numbers(given)
    if one is None:
        _core.refuse([(place, f"is {given!r}; allowed: a number, (value, error) or an Estimate")])
    faults = []
    if not math.isfinite(one.value):
        message = f"is {one.value}; allowed: a finite number, or to leave the name out"
        faults.append((place, message))
    if one.error is not None and not (math.isfinite(one.error) and one.error >= 0):
        faults.append((place, f"has the error {one.error}; allowed: a number from 0, or None"))
    if faults:
        _core.refuse(faults)
    return one


def _numbers(given: Any) -> Estimate | None:
    """What is given as an Estimate; None if it cannot be one."""
    try:
        one = Estimate(*(given if isinstance(given, tuple) else (given,)))
        return Estimate(
            float(one.value),
            None if one.error is None else float(one.error),
            None if one.theory is None else float(one.theory),
            float(one.theory_uncertainty),
            str(one.unit),
            str(one.source),
        )
    except (TypeError, ValueError):
        return None


def require_measurement(one: object) -> Measurement:
    """The measurement. Raises InputError if it is none, or has wrong declarations."""
    if not isinstance(one, Measurement):
        message = "is none; allowed: objects of classes derived from clausius.Measurement"
        _core.refuse([("measurements", f"{one!r} {message}")])
    kind, faults = type(one).__name__, []
    if not isinstance(one.batch, int) or one.batch < 1:
        faults.append((f"{kind}.batch", f"{one.batch!r}; allowed: a whole number from 1"))
    wrong = sorted(name for name, _ in described(one)[1] if not name.isidentifier())
    if wrong:
        message = f"{', '.join(wrong)}; allowed: names of letters, digits and _"
        faults.append((f"{kind}.observables", message))
    if faults:
        _core.refuse(faults)
    return one


def described(one: Measurement) -> tuple[str, list[tuple[str, str]]]:
    """Name and declared observables of a measurement."""
    return type(one).__name__, [(str(n), str(m)) for n, m in one.observables.items()]


class Makers:
    """Descriptions of measurements for the compiled part, each with a function that makes a Watcher.

    The first run gets the measurement itself, each other one of a study (a replica, a case of a
    series) a copy of what it was.
    """

    def __init__(self, measurements: Sequence[Measurement]) -> None:
        self._watchers: list[Watcher] = []
        self.descriptions: list[tuple[Any, ...]] = [
            (*described(require_measurement(one)), self._maker(one)) for one in measurements
        ]

    def _maker(self, measurement: Measurement) -> Callable[[], Watcher]:
        pristine = copy.deepcopy(measurement)
        first = [measurement]

        def make() -> Watcher:
            self._watchers.append(Watcher(first.pop() if first else copy.deepcopy(pristine)))
            return self._watchers[-1]

        return make
