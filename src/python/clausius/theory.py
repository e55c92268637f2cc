"""What kinetic theory says of gases of hard particles.

Each function takes numbers or arrays of NumPy, of shapes that fit together, and gives a number or
an array of that shape. Lengths, masses and times are in any consistent units, kt is k_B T;
`dimensions` is 3 for spheres and 2 for disks. Outside its range a formula may still give a number;
a ValueError says where it has none.

>>> from clausius import theory
>>> theory.mean_free_path([0.01, 0.1]).round(3)
array([11.492,  0.904])
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core


class Value(NamedTuple):
    """A number from theory; value and uncertainty are None where the formula does not hold."""

    value: float | None
    uncertainty: float | None
    unit: str
    source: str
    range: str


def gas(
    packing_fraction: float | None = None,
    *,
    dimensions: int = 3,
    species: Sequence[Mapping[str, float]] = (),
    gases: Mapping[str, float] | None = None,
    pressure: float | str = "",
    temperature: float | str = "",
    restitution: float = 1.0,
    count: float | None = None,
) -> dict[str, Value]:
    """All that theory says of one gas, by name, as `clausius theory` prints it.

    packing_fraction: from 0 to 0.999; or named gases with their parts of the particles, in SI
        units, with pressure and temperature: gases={"nitrogen": 0.78, "argon": 0.01},
        pressure="1 atm", temperature="20 degC".
    species: of a mixture, each {"diameter": 1, "mass": 1, "fraction": 1}.
    temperature: k_B T if no gases are named. restitution: of all collisions.
    count: particles of a periodic box at constant energy.

    >>> found = gas(0.1, restitution=0.9)
    >>> round(found["cooling_rate_reduced"].value, 4), found["cooling_kurtosis_a2"].source
    (0.0631, 'Montanero & Santos (2000)')
    """
    faults = []
    if (packing_fraction is None) == (gases is None):
        faults.append(("packing_fraction", "allowed: either it or gases"))
    if packing_fraction is not None and not 0 <= packing_fraction <= 0.999:
        faults.append(("packing_fraction", f"{packing_fraction}; allowed: from 0 to 0.999"))
    if dimensions not in (2, 3):
        faults.append(("dimensions", f"{dimensions}; allowed: 2 or 3"))
    if not 0 <= restitution <= 1:
        faults.append(("restitution", f"{restitution}; allowed: from 0 to 1"))
    if count is not None and not 2 <= count <= 1e12:
        faults.append(("count", f"{count}; allowed: from 2 to 1e12"))
    if faults:
        _core.refuse(faults)
    page = _core.theory_page(
        packing_fraction or 0.0,
        dimensions,
        [",".join(f"{key}={value!r}" for key, value in one.items()) for one in species],
        [f"{name}={part!r}" for name, part in (gases or {}).items()],
        str(pressure),
        str(temperature),
        restitution,
        count,
    )
    return {
        name: Value(one["value"], one["uncertainty"], one["unit"], one["source"], one["range"])
        for name, one in json.loads(page).items()
    }


def _parameter(text: str) -> inspect.Parameter:
    name, _, standard = text.partition("=")
    number = float(standard) if standard else 0.0
    default: Any = int(number) if number.is_integer() else number
    return inspect.Parameter(
        name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=default if standard else inspect.Parameter.empty,
    )


def _function(formula: dict[str, Any]) -> Any:
    signature = inspect.Signature([_parameter(text) for text in formula["parameters"]])
    compiled = formula["function"]

    @functools.wraps(compiled)
    def function(*values: Any, **named: Any) -> Any:
        bound = signature.bind(*values, **named)
        bound.apply_defaults()
        if any(np.ndim(value) for value in bound.args):
            return compiled(*np.broadcast_arrays(*bound.args))
        return compiled(*bound.args)

    call, shown = formula["example"].split("\n")
    function.__name__ = function.__qualname__ = formula["name"]
    function.__module__ = __name__
    function.__doc__ = (
        f"{formula['meaning']}\n\nRange: {formula['range']}.\nSource: {formula['source']}.\n\n"
        f">>> {call}\n{shown}\n"
    )
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


__all__ = ["Value", "gas"]
for _formula in _core.formulas:
    globals()[_formula["name"]] = _function(_formula)
    __all__.append(_formula["name"])
