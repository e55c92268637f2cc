"""A gas that a program moves, looks at and measures."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._measurement import Measurement, Watcher, require_measurement
from ._result import Table
from ._run import config_of
from ._study import Study

Numbers = npt.NDArray[np.float64]


class Simulation:
    """A gas that moves when it is told to, measured as in the run of a study.

    study: a Study, the path of a study file, or the name of a built-in study. Its replicas, series,
    checks and the lengths of its run play no part.

    Arrays may not be written to, and are valid until the gas moves on: `velocities` of spheres and
    disks that fly straight lie in the engine and then change, without a copy of them, all others
    are snapshots. What is asked for twice at one instant is the same memory.

    >>> gas = Simulation("relaxation")
    >>> gas.run(collisions_per_particle=1)
    >>> gas.velocities.shape
    (4000, 3)
    """

    def __init__(self, study: Study | str | os.PathLike[str]) -> None:
        self._gas = _core.Simulation(config_of(study, {}))
        self._functions: list[Callable[..., object]] = []
        self._watchers: list[Watcher] = []  # which the compiled part calls

    def equilibrate(
        self,
        *,
        collisions_per_particle: float | None = None,
        collisions: int | None = None,
        time: float | None = None,
        samples: int = 200,
    ) -> None:
        """Moves the gas without measuring, for one of three lengths. Only before `run()`."""
        self._gas.equilibrate(collisions_per_particle, collisions, time, samples)

    def run(
        self,
        *,
        collisions_per_particle: float | None = None,
        collisions: int | None = None,
        time: float | None = None,
        samples: int = 200,
    ) -> None:
        """Moves the gas and measures it; several runs make one measured part.

        One of three lengths: mean collisions of a particle with others, collisions between
        particles, or simulated time. samples: number of equal-time samples, from whose scatter
        errors follow (fewer than about 20 give none).

        Ctrl-C, or an exception of a function of `on_sample` or `on_collisions`, ends the run with
        that exception; the simulation can be used as before, and `resume()` goes on.
        """
        self._gas.run(collisions_per_particle, collisions, time, samples)

    def resume(self) -> None:
        """Goes on with the run that ended before its length, to the same end."""
        self._gas.resume()

    def on_sample(self, function: Callable[[Simulation], object]) -> None:
        """Has `function(simulation)` called at every sample of the measured part.

        To be said before `run()`. The function may look at the particles and the time; it is
        called on the thread that called `run()`.
        """
        self._gas.on_sample(partial(_call, weakref.ref(self), self._kept(function), True))

    def on_collisions(
        self, function: Callable[[npt.NDArray[Any]], object], batch: int = 10000
    ) -> None:
        """Has `function(collisions)` called after every `batch` collisions, and at the end of a run.

        collisions: a structured array with the fields `time`, `first`, `second` (ids; second is -1
        at a wall or an obstacle), `face`, `first_species`, `second_species`, `normal`,
        `contact_point`, `first_before`, `first_after`, `second_before`, `second_after` (vectors),
        `impulse`, `separation`, `restitution`, `predicted_energy_change`, `work`, `heat`,
        `first_free_time` and `second_free_time`. It is called on the thread that called `run()`,
        and may not look at the simulation.
        """
        self._gas.on_collisions(
            partial(_call, weakref.ref(self), self._kept(function), False), batch
        )

    def add(self, measurement: Measurement) -> None:
        """Has a measurement of your own made in the measured part; to be said before `run()`.

        What it reports is among `observables()`, and it is saved with the gas.
        """
        self._watchers.append(Watcher(require_measurement(measurement)))
        self._gas.add(self._watchers[-1])

    def _kept(self, function: Callable[..., object]) -> int:
        # Kept here and not in the compiled part, where a cycle of references would never be found.
        if not callable(function):
            _core.refuse([("function", f"{function!r} cannot be called; allowed: a function")])
        self._functions.append(function)
        return len(self._functions) - 1

    @property
    def time(self) -> float:
        """Simulated time."""
        return self._gas.time

    @property
    def collisions(self) -> int:
        """Number of collisions between particles so far."""
        return self._gas.collisions

    @property
    def positions(self) -> Numbers:
        """Positions of all particles now, by id, in the box: (N, D)."""
        return self._gas.positions

    @property
    def velocities(self) -> Numbers:
        """Velocities of all particles now, by id: (N, D).

        Of spheres and disks between collisions without gravity a view of the engine, which changes
        as the gas moves on and takes no memory of its own; `copy()` keeps it. Otherwise (gravity,
        walls and obstacles that are not plain, bodies, time steps) a snapshot.
        """
        return self._gas.velocities

    @property
    def orientations(self) -> Numbers | None:
        """Orientations of bodies as unit quaternions x, y, z, w: (N, 4); None for spheres."""
        return self._gas.orientations

    @property
    def angular_velocities(self) -> Numbers | None:
        """Angular velocities of bodies and rough spheres, in space: (N, 3); None for others."""
        return self._gas.angular_velocities

    @property
    def species(self) -> npt.NDArray[np.uint8]:
        """Index of the species of each particle: (N,)."""
        return self._gas.species

    @property
    def box(self) -> Numbers:
        """Lengths of the edges of the box: (D,)."""
        return self._gas.box

    def observables(self) -> dict[str, _core.Observable]:
        """What was measured up to the last sample, each with its theory if that is known."""
        return {one.name: one for one in self._gas.observables}

    def tables(self) -> dict[str, Table]:
        """The tables of what was measured, as structured arrays."""
        return {name: Table(columns) for name, columns in self._gas.tables.items()}

    @property
    def record_hash(self) -> int:
        """Equal for two simulations exactly when their trajectories are the same bit for bit."""
        return self._gas.record_hash

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the state of the simulation and of all that it measures to a file."""
        self._gas.save(os.fspath(path))

    def load(self, path: str | os.PathLike[str]) -> None:
        """Goes on from what `save()` wrote, in a simulation of the same study and functions.

        It then goes on bit for bit as the saved one. Raises ArchiveError if the file is damaged or
        of another study; the simulation is then as it was.
        """
        self._gas.load(os.fspath(path))

    def __repr__(self) -> str:
        return f"<Simulation at time {self.time:.6g}>"


def _call(
    whose: weakref.ref[Simulation], index: int, passes_gas: bool, rows: Any = None
) -> None:
    simulation = whose()
    if simulation is not None:
        simulation._functions[index](simulation if passes_gas else rows)
