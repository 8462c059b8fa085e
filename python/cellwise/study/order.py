"""What a study was last asked for, kept beside its points, so that its report can be made again from them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cellwise.files import write_whole
from cellwise.version import __version__

FILE = "study.json"


@dataclass(frozen=True, slots=True)
class Order:
    """A study by name, and how it was run."""

    study: str
    replications: int
    only: tuple[str, ...] = ()
    """The groups; all if empty."""
    choices: Mapping[str, Any] = field(default_factory=dict)
    """The modelling choices that were changed, by path."""
    command: str = ""
    notes: tuple[str, ...] = ()
    """What the report must say of how it was run."""
    wall_s: float = 0.0


def write_order(folder: Path, order: Order) -> None:
    """Keep an order beside the points; raises `OSError` if it cannot be written."""
    told = {
        "cellwise": __version__,
        "study": order.study,
        "replications": order.replications,
        "only": list(order.only),
        "choices": dict(order.choices),
        "command": order.command,
        "notes": list(order.notes),
        "wall_s": round(order.wall_s, 3),
    }
    write_whole(folder / FILE, (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode())


def read_order(folder: Path) -> Order | None:
    """Read what a folder's study was asked for; None if that is not there or cannot be read."""
    try:
        told = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return Order(
            study=str(told["study"]),
            replications=int(told["replications"]),
            only=tuple(map(str, told["only"])),
            choices=dict(told["choices"]),
            command=str(told["command"]),
            notes=tuple(map(str, told["notes"])),
            wall_s=float(told["wall_s"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
