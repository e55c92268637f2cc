"""Studies whose sections and keys are attributes, as they are declared."""

from __future__ import annotations

import keyword
import os
from collections.abc import Iterator, Sequence
from typing import Any

from . import _core


def _nearest(word: str, words: list[str], what: str) -> str:
    return f"unknown {what}, did you mean {_core.nearest(word, words)}?"


def _documentation(key: dict[str, Any]) -> str:
    """What a key means, what it may be, and its default."""
    lines = [key["meaning"]]
    if key["allowed"]:
        lines.append(f"Allowed: {key['allowed']}.")
    if key["unit"]:
        lines.append(f"SI unit: {key['unit']}.")
    if key["needs"]:
        lines.append(f"Needs: {key['needs']}.")
    if key["standard"] is not None:
        lines.append(f"Default: {key['standard']!r}.")
    lines.append(f"Example: {key['example']}")
    return "\n".join(lines)


def attribute_of(key: str) -> str:
    """The attribute that is this key: `from_` for `from`, which is a word of Python."""
    return key + "_" if keyword.iskeyword(key) else key


def _key_of(attribute: str) -> str:
    key = attribute.removesuffix("_")
    return key if keyword.iskeyword(key) else attribute


class Section:
    """The keys of one section. A key that is not set has its default, or None; None unsets it."""

    _path = ""
    _keys: dict[str, dict[str, Any]] = {}

    def __init__(self, _at: str = "", **values: Any) -> None:
        object.__setattr__(self, "_at", _at or self._path)
        object.__setattr__(self, "_values", {})
        self.update(**values)

    _at: str
    _values: dict[str, Any]

    def update(self, **values: Any) -> None:
        """Sets several keys, or none if any of them is unknown."""
        self._refuse_unknown(list(values))
        for name, value in values.items():
            setattr(self, name, value)

    def _refuse_unknown(self, names: list[str]) -> None:
        problems = [name for name in names if not self._has(name)]
        if problems:
            _core.refuse([(self._dotted(name), self._unknown(name)) for name in problems])

    def _has(self, name: str) -> bool:
        return _key_of(name) in self._keys

    def _unknown(self, name: str) -> str:
        return _nearest(name, self._names(), "key")

    def _names(self) -> list[str]:
        return [attribute_of(key) for key in self._keys]

    def _dotted(self, name: str) -> str:
        return f"{self._at}.{name}" if self._at else name

    def __setattr__(self, name: str, value: Any) -> None:
        self._refuse_unknown([name])
        name = _key_of(name)
        if value is None:
            self._values.pop(name, None)
            return
        plain = _core.plain(value, self._dotted(name))
        for other in self._keys[name]["alternatives"]:
            self._values.pop(other, None)
        self._values[name] = plain

    def __getattr__(self, name: str) -> Any:
        # Called for what is no key.
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"{self._dotted(name)}: {self._unknown(name)}")

    def __delattr__(self, name: str) -> None:
        setattr(self, name, None)

    def __dir__(self) -> list[str]:
        return [*self._names(), "update"]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._tree() == other._tree()  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"<{self._at or 'study'}: {self._tree()}>"

    def _tree(self) -> dict[str, Any]:
        return dict(self._values)

    def _toml(self) -> str:
        lines = [
            f"{key} = {_core.literal(self._values[key], self._dotted(key))}\n"
            for key in self._keys
            if key in self._values
        ]
        return "".join(lines)


class Tables:
    """The tables of a repeated section, in order."""

    _path = ""

    def __init__(self, of: type[Section]) -> None:
        self._of = of
        self._all: list[Section] = []

    def append(self, **values: Any) -> Section:
        """Adds a table with these keys, and returns it."""
        table = self._of(f"{self._of._path}[{len(self._all)}]", **values)
        self._all.append(table)
        return table

    def clear(self) -> None:
        """Removes all tables."""
        self._all.clear()

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Section]:
        return iter(self._all)

    def __getitem__(self, index: int) -> Section:
        return self._all[index]

    def __delitem__(self, index: int) -> None:
        del self._all[index]
        for place, table in enumerate(self._all):
            object.__setattr__(table, "_at", f"{self._of._path}[{place}]")

    def __repr__(self) -> str:
        return repr(self._all)


_DECLARED = _core.sections()


def _property(key: dict[str, Any]) -> property:
    name, standard = key["name"], key["standard"]

    def get(self: Section) -> Any:
        return self._values.get(name, standard)

    return property(
        get,
        lambda self, value: Section.__setattr__(self, name, value),
        lambda self: Section.__delattr__(self, name),
        _documentation(key),
    )


def _section_class(declared: dict[str, Any], base: type[Section]) -> type[Section]:
    keys = {key["name"]: key for key in declared["keys"]}
    members: dict[str, Any] = {attribute_of(name): _property(key) for name, key in keys.items()}
    members |= {"_keys": keys, "_path": declared["name"], "__doc__": declared["meaning"]}
    members["__module__"] = __name__
    name = "".join(part.capitalize() for part in declared["name"].split(".")) or "Head"
    return type(name, (base,), members)


class Group(Section):
    """A section that may hold other sections."""

    _inner: dict[str, Section | Tables]

    def __init__(self, **values: Any) -> None:
        object.__setattr__(self, "_inner", self._new_sections())
        super().__init__(**values)

    def _has(self, name: str) -> bool:
        return super()._has(name) or name in self._inner

    def _new_sections(self) -> dict[str, Section | Tables]:
        return {
            name: Tables(made) if repeated else made()
            for name, (made, repeated) in _SECTIONS.get(self._path, {}).items()
        }

    def __getattr__(self, name: str) -> Any:
        inner = self.__dict__.get("_inner", {})
        if name in inner:
            return inner[name]
        return super().__getattr__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._inner:
            allowed = "append(...)" if isinstance(self._inner[name], Tables) else "its keys"
            message = f"a section cannot be replaced; allowed: {allowed}"
            _core.refuse([(self._dotted(name), message)])
        super().__setattr__(name, value)

    def _names(self) -> list[str]:
        return [*super()._names(), *self._inner]

    def _tree(self) -> dict[str, Any]:
        tree = dict(self._values)
        for name, inner in self._inner.items():
            values: Any = (
                [table._tree() for table in inner] if isinstance(inner, Tables) else inner._tree()
            )
            if values:
                tree[name] = values
        return tree

    def _fill(self, tree: dict[str, Any]) -> None:
        for name, value in tree.items():
            inner = self._inner.get(name)
            if isinstance(inner, Tables):
                for table in value:
                    inner.append(**table)
            elif isinstance(inner, Group):
                inner._fill(value)
            else:
                setattr(self, name, value)

    def _all_toml(self) -> str:
        own = super()._toml()
        text = f"\n[{self._path}]\n{own}" if own and self._path else own
        for name, inner in self._inner.items():
            if isinstance(inner, Tables):
                for table in inner:
                    text += f"\n[[{table._path}]]\n{table._toml()}"
            elif isinstance(inner, Group):
                text += inner._all_toml()
        return text


# The sections in each section: name, class and whether there are several.
_SECTIONS: dict[str, dict[str, tuple[type[Section], bool]]] = {}
_HEAD: type[Section] = Group
for _declared in _DECLARED:
    if not _declared["name"]:
        _HEAD = _section_class(_declared, Group)
        continue
    _outer, _, _name = _declared["name"].rpartition(".")
    _repeated = bool(_declared["is_repeated"])
    _SECTIONS.setdefault(_outer, {})[_name] = (
        _section_class(_declared, Section if _repeated else Group),
        _repeated,
    )


class Study(_HEAD):  # type: ignore[valid-type,misc]
    """A study: what is in the box, how it moves, what is measured and checked.

    Each section of a study file is an attribute, and each key an attribute of its section. All
    that is wrong with the values is said at once by `validate()`, and before a run.

    >>> study = Study(name="argon", seed=7)
    >>> study.box.packing_fraction = 0.1
    >>> _ = study.species.append(name="argon", count=500)
    >>> study.run.measure = 20
    >>> study.validate()
    >>> print(study.to_toml())
    seed = 7
    <BLANKLINE>
    [box]
    packing_fraction = 0.1
    <BLANKLINE>
    [[species]]
    name = "argon"
    count = 500
    <BLANKLINE>
    [run]
    measure = 20
    <BLANKLINE>
    """

    _name: str
    _source: str

    def __init__(self, *, name: str = "study", **values: Any) -> None:
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_source", "")
        super().__init__(**values)

    @property
    def name(self) -> str:
        """Name of the study and of its run folder."""
        return self._name

    @classmethod
    def load(cls, study: str | os.PathLike[str]) -> Study:
        """The study in a file, or the built-in study of this name.

        Raises InputError with every fault of the file, its line and what is allowed.
        """
        return cls._of(_core.load(os.fspath(study), {}, []))

    @classmethod
    def from_toml(cls, text: str, name: str = "study") -> Study:
        """The study that is this TOML text. Raises InputError with every fault and its line."""
        study = cls._of(_core.parse(text, name + ".toml"))
        object.__setattr__(study, "_source", "")
        return study

    @classmethod
    def _of(cls, config: _core.Config) -> Study:
        study = cls(name=config.name)
        object.__setattr__(study, "_source", config.source)
        study._fill(config.tables)
        return study

    def to_toml(self) -> str:
        """The keys that are set, as a study file."""
        text: str = self._all_toml()
        return text.lstrip("\n")

    def validate(self) -> None:
        """Raises InputError with all that is wrong: keys, types, ranges, what excludes what."""
        self._config({})

    def _config(
        self, changes: dict[str, Any], measurements: Sequence[tuple[Any, ...]] = ()
    ) -> _core.Config:
        return _core.make(self._tree(), self._name, self._source, changes, list(measurements))

    def __dir__(self) -> list[str]:
        return [*self._names(), "name", "load", "from_toml", "to_toml", "validate", "update"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Study) and self._tree() == other._tree()

    def __repr__(self) -> str:
        return f"<Study {self._name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._name, self._source, self._tree())


def _restored(name: str, source: str, tree: dict[str, Any]) -> Study:
    study = Study(name=name)
    object.__setattr__(study, "_source", source)
    study._fill(tree)
    return study
