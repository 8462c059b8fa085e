"""A joint search over a study's open choices, for the reading whose predictions come nearest.

A reading is one value for each choice; all tables are compared with the same one. The search sees the tables
that it fits only. Tables that are held out are run with every reading and reported separately: a reading that
helps the one and harms the other explains nothing.

The first reading is the shipped one. The sampler is seeded and readings are tried one after another, so that
the same search makes the same readings again, and finds their points stored.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Unpack

from cellwise.errors import ConfigError
from cellwise.experiments.proposals import Proposed, ask
from cellwise.experiments.spaces import Choices
from cellwise.files import write_whole
from cellwise.points.runner import PointsFailedError
from cellwise.study.definition import Setting, Study
from cellwise.study.drive import Execution, drive, without_figures
from cellwise.study.score import Score, score

FILE = "search.json"


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading that was tried, and how far off it is."""

    number: int
    """In the order of trials; 0 is the shipped reading."""
    choices: Mapping[str, Any]
    """What it changes, by path; nothing for the shipped one."""
    fitted: Score | None
    """Of the tables that are fitted; None if it cannot be simulated."""
    held_out: Score | None
    """Of the tables that are held out; None without any."""
    failure: str = ""
    """Why it cannot be simulated."""

    @property
    def crps(self) -> float | None:
        """What the search minimises."""
        return self.fitted.crps if self.fitted else None


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched, and how."""

    readings: int
    """As many are tried; one that comes twice is counted and not run again."""
    fit: tuple[str, ...]
    """The tables whose predictions are fitted."""
    hold_out: tuple[str, ...] = ()
    """Tables that are reported separately."""
    replications: int = 2
    stated: bool = False
    """Whether choices that the document states are also open."""
    seed: int = 1
    """Of the sampler."""


def options_of(study: Study, *, stated: bool) -> dict[str, list[Any]]:
    """Give the readings of every choice that is open, the study's own first, by path."""
    return {
        setting.path: [setting.value, *_others(setting)]
        for setting in study.settings
        if _others(setting) and (stated or not setting.stated)
    }


def check(study: Study, request: Search) -> None:
    """Find out before a search what cannot be searched.

    Raises `ValueError` if a table is not known, is both fitted and held out, or has no prediction that is
    counted, or if no choice is open. All faults are reported at once.
    """
    faults = [*_table_faults(study, request)]
    if not options_of(study, stated=request.stated):
        faults.append(f"--search: no choice of {study.name} is open")
    if faults:
        raise ValueError("\n".join(faults))


def search(
    study: Study,
    folder: Path,
    request: Search,
    *,
    report: Callable[[Reading], None] = lambda _reading: None,
    **execution: Unpack[Execution],
) -> list[Reading]:
    """Try readings, and give each that is different from the others once, in the order of trials.

    Points that are stored are kept. A reading that cannot be simulated is reported with its reason.

    Raises `ValueError` as `check`. Raises `ImportError` if Optuna is not installed. Raises `ExecutorError`,
    `KeyboardInterrupt` as `drive`.
    """
    check(study, request)
    execution.setdefault("quiet", True)
    options = options_of(study, stated=request.stated)
    # Readings are distinguished by their places: values of several choices may look alike.
    places = {path: Choices(tuple(range(len(ones)))) for path, ones in options.items()}
    made: dict[tuple[int, ...], Reading] = {}

    def try_one(proposed: Proposed) -> float | None:
        at = tuple(proposed.values())
        if at not in made:
            changes = {path: options[path][place] for path, place in proposed.items() if place}
            made[at] = _try(study, folder, request, len(made), changes, execution)
            report(made[at])
        return made[at].crps

    ask(
        places,
        request.readings,
        lambda batch: [try_one(one) for one in batch],
        maximise=False,
        seed=request.seed,
        first=dict.fromkeys(options, 0),
    )
    return list(made.values())


def best(made: Sequence[Reading]) -> list[Reading]:
    """Order readings by the error that the search minimises, the best first, without those that failed."""
    return sorted((one for one in made if one.crps is not None), key=lambda one: (one.crps, one.number))


def as_plain(study: Study, request: Search, made: Sequence[Reading]) -> dict[str, Any]:
    """Give a search as plain values: what was asked for, the readings, the best first, and what failed."""
    return {
        "study": study.name,
        **asdict(request),
        "options": options_of(study, stated=request.stated),
        "trials": [asdict(one) for one in best(made)],
        "failed": [asdict(one) for one in made if one.crps is None],
    }


def save(folder: Path, found: Mapping[str, Any]) -> None:
    """Keep a search next to the study's points; raises `OSError` if it cannot be written."""
    write_whole(folder / FILE, (json.dumps(found, indent=2, ensure_ascii=False) + "\n").encode())


def _others(setting: Setting) -> list[Any]:
    return [one for one in setting.others if one != setting.value]


def _try(
    study: Study,
    folder: Path,
    request: Search,
    number: int,
    changes: Mapping[str, Any],
    execution: Execution,
) -> Reading:
    base = {setting.path: setting.value for setting in study.settings}
    try:
        outcome = drive(
            without_figures(study.rebuild({**base, **changes}) if changes else study),
            folder,
            replications=request.replications,
            only=[*request.fit, *request.hold_out],
            **execution,
        )
    except (ConfigError, PointsFailedError) as error:
        return Reading(number, changes, None, None, str(error))
    fitted, held = (
        [one for table in tables for one in outcome.comparisons[table]]
        for tables in (request.fit, request.hold_out)
    )
    return Reading(number, changes, score(fitted), score(held) if held else None)


def _table_faults(study: Study, request: Search) -> list[str]:
    tables = {table.name: table for table in study.tables}
    faults = []
    for option, names in (("--tables", request.fit), ("--hold-out", request.hold_out)):
        unknown = [name for name in names if name not in tables]
        if unknown:
            known = ", ".join(tables) or f"none, {study.name} compares no published number"
            faults.append(f"{option}: {', '.join(unknown)}: not known; the tables are {known}")
    twice = [name for name in request.fit if name in request.hold_out]
    if twice:
        faults.append(f"--hold-out: {', '.join(twice)}: what is fitted cannot be held out")
    numbers = [
        number
        for name in request.fit
        if name in tables
        for row in tables[name].rows
        for number in row.numbers.values()
    ]
    counted = [one for one in numbers if one.kind == "prediction" and not one.trivial]
    if not faults and all(one.inconsistent for one in counted):
        faults.append(f"--tables: no prediction of {study.name} is counted there")
    return faults
