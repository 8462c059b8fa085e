"""Scenarios: everything that a run depends on, as one immutable value.

A scenario written in TOML and one built in Python are the same thing. The schema, its checks and its
templates live in the compiled simulator; this module only carries the document about.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, Union

from cellwise import _core, left_out
from cellwise.errors import ConfigError

#: What finds a warm-up, and why no scenario holds it: its results depend on nothing but what it says.
_MSER5 = "mser5"
_TIME_ONLY = (
    "a scenario holds a time; to have it found by a pilot run, leave it out and give the command "
    "--warmup mser5, or take it from cellwise.warmup.warmup_s"
)

#: Tables whose rows keep the order in which they are written.
_ROWS = ("nodes", "links", "vcs", "flows")


#: Where files that a scenario names are looked for.
Folder = Union[str, "os.PathLike[str]"]

#: What can be taken for a scenario: one, its document, or the name of a TOML file.
ScenarioLike = Union["Scenario", Mapping[str, Any], str, "os.PathLike[str]"]


class Scenario:
    """A scenario as its author wrote it; every key that is left out has a default.

    Build one with `read`, `from_toml`, `from_dict` or `from_template`, and derive others with
    `with_`. Scenarios never change; two are equal if their documents are equal.

    Examples
    --------
    >>> scenario = Scenario.from_template("n-source").with_({"switch.drop.policy": "fba"}, seed=2)
    >>> scenario["switch"]["drop"]["policy"]
    'fba'
    >>> scenario.check()
    []
    """

    __slots__ = ("_id", "_left_out", "_sound", "_text", "_warnings")

    def __init__(self, document: Mapping[str, Any]) -> None:
        """Take a document as nested mappings; raises `ConfigError` if it breaks a rule.

        Files that it names are looked for from the working directory.
        """
        self._take(*_parsed(_dumps(document), "json", folder="."))

    def _take(self, text: str, warnings: list[dict[str, Any]] | None, *, sound: bool = True) -> None:
        """Take a document as JSON, its warnings if they are known, and whether it was checked."""
        self._text: str = text
        self._warnings = warnings
        self._sound = sound
        self._id: str | None = None
        self._left_out: tuple[str, ...] = ()

    @classmethod
    def _of_json(cls, text: str, warnings: list[dict[str, Any]] | None = None, *, sound: bool = True) -> Self:
        scenario = cls.__new__(cls)
        scenario._take(text, warnings, sound=sound)
        return scenario

    def _changed_to(self, made: Self, removed: Sequence[str] = ()) -> Self:
        """Note which settings a changed scenario has lost, without those that were to be removed."""
        made._left_out = left_out.paths(self.to_dict(), made.to_dict(), self._left_out, removed)
        return made

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file of TOML, or of JSON if its name ends in ``.json``, and the files that it names.

        These are looked for from its folder. Their contents become part of the scenario, which is then
        complete.

        Raises
        ------
        ConfigError
            If the text is neither or breaks a rule; all faults at once, each with file, line and column as
            editors open them: ``my.toml:14:9``.
        OSError
            If the file cannot be read.
        """
        raw = Path(path).read_bytes()
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise config_error(str(path), f"byte {error.start}", "a scenario is UTF-8 text") from None
        form = "json" if Path(path).suffix.lower() == ".json" else "toml"
        return cls._of_json(*_parsed(text, form, str(path), Path(path).parent))

    @classmethod
    def from_toml(cls, text: str, *, folder: Folder | None = ".") -> Self:
        """Take TOML as text; raises `ConfigError` as `read` does.

        Files that it names are looked for from `folder`; if that is None, it may name none.
        """
        if not isinstance(text, str) or ("\n" not in text and text.endswith(".toml")):
            raise config_error("scenario", repr(str(text)), "give TOML as text; `Scenario.read` reads a file")
        return cls._of_json(*_parsed(text, "toml", folder=folder))

    @classmethod
    def from_json(cls, text: str, *, folder: Folder | None = ".") -> Self:
        """Take JSON as text; raises `ConfigError` if it is not JSON or breaks a rule.

        Files that it names are looked for from `folder`; if that is None, it may name none.
        """
        return cls._of_json(*_parsed(text, "json", folder=folder))

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Take a document as nested mappings; raises `ConfigError` if it breaks a rule."""
        return cls(document)

    @classmethod
    def of(cls, given: object) -> "Scenario":
        """Take a scenario unchanged, a document as `from_dict` does, the name of a TOML file as `read`.

        Raises
        ------
        ConfigError, OSError
            As those two.
        TypeError
            If it is something else.

        Examples
        --------
        >>> Scenario.of({"topology": {"template": "n-source"}, "duration": "1 s"})["duration"]
        '1 s'
        """
        if isinstance(given, Scenario):
            return given
        if isinstance(given, Mapping):
            return cls.from_dict(given)
        if isinstance(given, str | os.PathLike):
            return cls.read(os.fspath(given))
        kind = type(given).__name__
        raise TypeError(
            f"scenario: {kind} is not allowed; give a Scenario, a mapping, or the name of a TOML file"
        )

    @classmethod
    def from_template(cls, name: str) -> Self:
        """Start from a template with all its defaults, such as ``n-source``.

        Raises
        ------
        ConfigError
            If there is no such template.
        """
        try:
            return cls._of_json(_core.template(name))
        except ValueError as error:
            raise config_error("template", None, str(error).removeprefix("template: ")) from None

    def with_(self, changes: Mapping[str, Any] | None = None, /, **keys: Any) -> Self:
        """Derive a scenario with some values changed.

        Parameters
        ----------
        changes : mapping, optional
            Values by dotted path (``"switch.drop.policy"``) or as nested mappings.
        **keys
            The same for top-level keys. Mappings are merged key by key, but one that chooses another member
            of a family (another ``policy``, say) replaces the old one whole; a path that chooses it keeps
            those settings of the old one that the new one also has; `left_out` names the rest. None removes a
            key. Files are looked for from the working directory.

        Raises
        ------
        ConfigError
            If the changed document breaks a rule.
        """
        return self.with_files_of(".", {**(changes or {}), **keys})

    def with_files_of(self, folder: Folder, changes: Mapping[str, Any]) -> Self:
        """Derive a scenario as `with_` does; files are looked for from `folder`.

        Raises
        ------
        ConfigError
            If the changed document breaks a rule, or a file cannot be read.
        """
        text, place = _dumps(changes), os.fspath(folder)
        made = type(self)._of_json(*_explained(lambda: _core.change(self._text, text, place)))
        return self._changed_to(made, left_out.removed(changes))

    def set(self, path: str, value: str | float | bool) -> Self:
        """Derive a scenario with one value set from text, as ``--set path=value`` does.

        The text is read as a TOML value, or else taken as a string. A number, also one of numpy, is taken as
        its text. Files are looked for from the working directory.

        Raises
        ------
        ConfigError
            If the path or the value cannot be there, or a file is not what it should be.
        """
        return self.set_all([(path, value)])

    def set_all(self, changes: Iterable[tuple[str, str | float | bool]]) -> Self:
        """Derive a scenario with several values set as by `set`, one after the other.

        If another member of a family is chosen, its other settings are kept, in any order, and `left_out`
        names those that the new one does not have.

        Raises
        ------
        ConfigError
            If a path or a value cannot be there.
        """
        texts = [(path, one if isinstance(one, str) else _dumps_value(one)) for path, one in changes]
        if any(path == "warmup" and text.strip().strip("\"'") == _MSER5 for path, text in texts):
            raise config_error("warmup", f'"{_MSER5}"', _TIME_ONLY)
        return self._changed_to(type(self)._of_json(_core.set_values(self._text, texts, "."), sound=False))

    def check(self) -> list[dict[str, Any]]:
        """List every rule that the scenario breaks; an empty list means that it can run.

        Only a scenario that `set` changed can break one: the others were refused when they were made.
        """
        return [] if self._sound else _core.check(self._text)

    def warnings(self) -> list[dict[str, Any]]:
        """List what can run but is probably not meant, or is outside the standards.

        Each is a dict as in `check`, with the whole text as its ``message``. ``line`` and ``column`` are
        known if the scenario was read from TOML and not changed since. Settings that an override has removed
        (see `left_out`) comes first. Nothing else if the scenario breaks a rule.

        Examples
        --------
        >>> changes = {"atm.category": "abr", "abr.rif": 0.1, "switch.rate_rule.rule": "erica"}
        >>> scenario = Scenario.from_template("two-node").with_(changes)
        >>> [(warning["path"], warning["value"]) for warning in scenario.warnings()]
        [('abr.rif', '0.1')]
        """
        own = [left_out.as_warning(one) for one in self.left_out]
        if self._warnings is None:
            try:
                _, self._warnings = _core.parse(self._text, "json")
            except ConfigError:
                return own
            self._sound = True
        return own + [dict(warning) for warning in self._warnings]

    @property
    def left_out(self) -> list[str]:
        """Say which settings `with_` and `set` have taken away, one sentence for each table.

        Choosing another member of a family, another queue discipline say, leaves out those settings of the
        old one that the new one does not have. Settings that None has removed are not named, nor are the
        values of the template alone.

        Examples
        --------
        >>> epd = {"policy": "epd", "threshold": "9 cells"}
        >>> scenario = Scenario.from_template("n-source").with_({"switch.drop": epd})
        >>> scenario.set("switch.drop.policy", "tail").left_out
        ['switch.drop: an override left out threshold; policy is tail']
        """
        return left_out.sentences(self._left_out, self.to_dict()) if self._left_out else []

    def having_left_out(self, paths: Iterable[str]) -> Self:
        """Give the same scenario with the settings that overrides had taken away before it was stored."""
        made = type(self)._of_json(self._text, self._warnings, sound=self._sound)
        made._left_out = tuple(map(str, paths))
        return made

    @property
    def paths_left_out(self) -> list[str]:
        """The paths of the settings that `left_out` names, as stored."""
        return list(self._left_out)

    def expanded(self) -> Self:
        """Write everything out: the template as a graph, every default as a value.

        Raises
        ------
        ConfigError
            If the scenario breaks a rule.
        """
        made = type(self)._of_json(_core.expand(self._text, self._sound))
        return made.having_left_out(self._left_out)

    def to_dict(self) -> dict[str, Any]:
        """Give the document as nested dicts; changing them does not change the scenario."""
        document: dict[str, Any] = json.loads(self._text)
        return document

    def to_json(self) -> str:
        """Give the document as JSON text, as the simulator reads it."""
        return self._text

    def to_toml(self) -> str:
        """Give the document as TOML text."""
        return _core.to_toml(self._text, self._sound)

    @property
    def id(self) -> str:
        """SHA-256 over the expanded scenario and the simulator's version, 64 hexadecimal digits.

        Two scenarios with the same id give the same results to the last bit.
        """
        if self._id is None:
            self._id = _core.identity(self._text, self._sound)
        return self._id

    def replications(self, count: int) -> list[Self]:
        """Derive independent repetitions, numbered from 0; they differ in ``replication`` only.

        Raises
        ------
        ConfigError
            If the scenario breaks a rule.
        """
        document, expanded = self.to_dict(), json.loads(_core.expand(self._text, self._sound))
        made = []
        for number in range(count):
            one = type(self)._of_json(_dumps({**document, "replication": number}))
            one._id = _id_of({**expanded, "replication": number})
            one._left_out = self._left_out
            made.append(one)
        return made

    def __getitem__(self, key: str) -> Any:
        return self.to_dict()[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and _sorted(self.to_dict()) == _sorted(other.to_dict())

    def __hash__(self) -> int:
        return hash(_sorted(self.to_dict()))

    def __repr__(self) -> str:
        title = self.to_dict().get("title") or "untitled"
        return f"<Scenario {title!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Scenario.from_dict, (self.to_dict(),))


def json_schema() -> str:
    """Give the JSON Schema of scenarios, for editors and other tools."""
    return _core.json_schema()


def config_error(path: str, value: str | None, rule: str) -> ConfigError:
    """Make a `ConfigError` with one issue that Python found before the simulator could."""
    message = f"{path}: {value} is not allowed; {rule}" if value else f"{path}: {rule}"
    error = ConfigError(message)
    error.issues = [{"path": path, "value": value, "rule": rule, "line": None, "column": None}]
    return error


def _parsed(
    text: str, form: str, file: str | None = None, folder: Folder | None = None
) -> tuple[str, list[dict[str, Any]]]:
    return _explained(lambda: _core.parse(text, form, file, None if folder is None else os.fspath(folder)))


def _explained(read: Callable[[], tuple[str, list[dict[str, Any]]]]) -> tuple[str, list[dict[str, Any]]]:
    """Read a document, and say where it is that ``mser5`` may be written."""
    try:
        return read()
    except ConfigError as error:
        issues = [one for one in error.issues if (one["path"], one["value"]) == ("warmup", f'"{_MSER5}"')]
        if not issues:
            raise
        given = f'warmup: "{_MSER5}" is not allowed; '
        explained = ConfigError(str(error).replace(given + issues[0]["rule"], given + _TIME_ONLY))
        explained.issues = [{**one, "rule": _TIME_ONLY} if one in issues else one for one in error.issues]
        raise explained from None


def _id_of(expanded: Mapping[str, Any]) -> str:
    content = _dumps({"version": _core.version(), "scenario": expanded})
    return hashlib.sha256(content.encode()).hexdigest()


def _dumps(document: Mapping[str, Any]) -> str:
    try:
        return json.dumps(document, separators=(",", ":"), allow_nan=False, default=plain)
    except (TypeError, ValueError) as error:
        raise config_error(
            "scenario", None, f"a document holds text, numbers and tables only: {error}"
        ) from None
    except RecursionError:
        raise config_error(
            "scenario", None, "is nested too deeply: no setting is more than a few tables deep"
        ) from None


def _dumps_value(value: Any) -> str:
    return _dumps({"": value})[len('{"":') : -1]


def plain(value: Any) -> Any:
    """Give a number of numpy's as Python's own; raises `TypeError` if a scenario can hold no such thing.

    Examples
    --------
    >>> import numpy as np
    >>> plain(np.int64(3)), plain(np.float64(0.5)), plain(np.bool_(True))
    (3, 0.5, True)
    """
    if _is_scalar(value):
        return value.item()
    raise TypeError(f"{value!r:.80} is a {type(value).__name__}")


def plain_or_itself(value: Any) -> Any:
    """Give a number of numpy's as Python's own, and anything else unchanged: the scenario refuses it."""
    return value.item() if _is_scalar(value) else value


def _is_scalar(value: Any) -> bool:
    """Without loading numpy: a scalar of it knows its shape, and gives itself as a plain number."""
    return getattr(value, "shape", None) == () and hasattr(value, "item")


def _sorted(document: Mapping[str, Any]) -> str:
    """Write a document so that only order that matters shows: that of the rows of a graph's tables."""
    rows = {key: list(document[key].items()) for key in _ROWS if isinstance(document.get(key), dict)}
    return json.dumps({**document, **rows}, sort_keys=True, separators=(",", ":"))
