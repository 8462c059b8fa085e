"""The words that all scenarios and results share, as the simulator has them."""

import json
from collections.abc import Mapping

from cellwise import _core

_WORDS = json.loads(_core.vocabulary())

#: The bits of a cell.
CELL_BITS: int = _WORDS["cell_bits"]

#: Service categories, the one served first at the head.
CATEGORIES: tuple[str, ...] = tuple(_WORDS["categories"])

#: The units of recorded values, by the probe; ``None`` for a probe that has a table of its name.
PROBES: Mapping[str, str | None] = {probe["name"]: probe["unit"] for probe in _WORDS["probes"]}

#: The keys that choose a member of a family.
TAGS: tuple[str, ...] = tuple(_WORDS["tags"])

#: By kind of quantity, the names of its units and their sizes in the smallest one.
UNITS: Mapping[str, Mapping[str, int]] = {
    kind: {unit["name"]: unit["size"] for unit in units}
    for kind, units in _WORDS["units"].items()
    if kind != "capacity"
}

#: Other spellings of units.
ALIASES: Mapping[str, str] = {
    alias: unit["name"] for units in _WORDS["units"].values() for unit in units for alias in unit["aliases"]
}
