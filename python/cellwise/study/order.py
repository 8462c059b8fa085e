"""The last request to a study, kept next to its points, so that its report can be made again from them.

The study is named there only by its name and the digest of its files: no folder is named from which
anything would be loaded, so that results can be passed to others without code.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cellwise.experiments.precision import Precision
from cellwise.files import write_whole
from cellwise.study.definition import Study
from cellwise.untrusted_files import read_json
from cellwise.version import __version__

FILE = "study.json"

#: Orders of earlier builds named a study by a path.
_OLD = "an earlier build wrote it; run the study again with its options, which keeps its points"

#: An order is some hundred octets; and no study is asked for more replications than this.
_MOST_OCTETS, _MOST_REPLICATIONS = 1 << 20, 10_000


@dataclass(frozen=True, slots=True)
class Order:
    """A study by name, and how it was run."""

    study: str
    """Its name; never a path."""
    replications: int
    digest: str = ""
    """As `Study.digest`; empty of one that was made in Python."""
    only: tuple[str, ...] = ()
    """The groups; all if empty."""
    choices: Mapping[str, Any] = field(default_factory=dict)
    """The modelling choices that were changed, by path."""
    notes: tuple[str, ...] = ()
    """What the report must say of how it was run."""
    wall_s: float = 0.0
    precision: Precision | None = None
    """The precision that the replications have to reach; None if their number was given. Until it is reached,
    `replications` is the most that are allowed."""


def write_order(folder: Path, order: Order) -> None:
    """Keep an order next to the points; raises `OSError` if it cannot be written."""
    named = {"cellwise": __version__, "study": order.study, "digest": order.digest}
    stored = {**named, **asdict(order), "wall_s": round(order.wall_s, 3)}
    write_whole(folder / FILE, (json.dumps(stored, indent=2, ensure_ascii=False) + "\n").encode())


def order_of(study: Study, replications: int, **asked: Any) -> Order:
    """Give what a study is asked for, as `Order` takes it."""
    return Order(study.name, replications, study.digest, **asked)


def changed_since(order: Order | None, study: Study) -> list[str]:
    """Say that a study has changed since it was requested, if so."""
    if order is None or order.digest == study.digest:
        return []
    return [f"the files of {study.name} are not those with which it was run last"]


def read_order(folder: Path, broken: Callable[[str], None] = lambda _why: None) -> Order | None:
    """Read what a folder's study was asked for; None if that is not there or cannot be read.

    `broken` is called with an order that is there but cannot be read, and why.
    """
    path = folder / FILE
    try:
        stored = read_json(path, _MOST_OCTETS)
        if isinstance(stored, dict) and "study" in stored and "digest" not in stored:
            raise ValueError(_OLD)
        order = Order(
            study=str(stored["study"]),
            digest=str(stored["digest"]),
            replications=int(stored["replications"]),
            only=tuple(map(str, stored["only"])),
            choices=dict(stored["choices"]),
            notes=tuple(map(str, stored["notes"])),
            wall_s=float(stored["wall_s"]),
            precision=Precision(**stored["precision"]) if stored.get("precision") else None,
        )
        if not (1 <= order.replications <= _MOST_REPLICATIONS and 0 <= order.wall_s < math.inf):
            raise ValueError("has numbers that no order has")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        broken(f"{path}: cannot be read as the request of a study, so it is skipped ({why})")
        return None
    return order
