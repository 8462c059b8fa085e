"""What of a scenario can be changed in a widget: settings, each with the values that a reader may choose."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cellwise.scenario import Scenario

#: Values that have an order begin with a number: they are a slider, others a choice.
_NUMBER = re.compile(r"[-+]?\.?\d")

Value = str | float | bool


def controls_of(scenario: Scenario, given: Mapping[str, Sequence[Value]]) -> list[dict[str, Any]]:
    """Describe controls as the widget reads them.

    `given` has by the path of a setting, such as ``switch.buffer``, the values that it may have, as
    `Scenario.set` takes them. The one that the scenario has must be among them. Each control has ``label``,
    ``paths``, ``values`` as text, ``at``: which of them the scenario has, and ``kind``: ``slider`` or
    ``choice``.

    Raises `ConfigError` if a value breaks a rule. Raises `ValueError` if a setting has no values, or the
    scenario's own is not among them.
    """
    return [_control(scenario, path, [_text(one) for one in values]) for path, values in given.items()]


def _control(scenario: Scenario, path: str, values: list[str]) -> dict[str, Any]:
    # The same scenario, however a value is written: 1000 cells may be left out where it is the default.
    at = next((place for place, one in enumerate(values) if scenario.set(path, one).id == scenario.id), None)
    for one in values:
        scenario.set(path, one).expanded()
    if at is None:
        known = ", ".join(values) or "none"
        raise ValueError(f"controls.{path}: the scenario has none of these values; the values are {known}")
    kind = "slider" if all(_NUMBER.match(one) for one in values) else "choice"
    return {"label": path, "paths": [path], "values": values, "at": at, "kind": kind}


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
