"""A check: computed values with the required ones, and their source."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from cellwise.rounding import with_half_width


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over replications with the half-width of its interval."""

    mean: float
    half_width: float
    replications: int

    def __str__(self) -> str:
        return f"{with_half_width(self.mean, self.half_width)} (n={self.replications})"


#: What a check computes.
Value = int | float | str | Estimate

#: What became of a value: it is as it must be; it is known not to be as printed; it is neither.
Verdict = Literal["good", "differs", "failed"]


class Expected(Protocol):
    """What a computed value must be."""

    def admits(self, computed: Value) -> bool:
        """Return whether a computed value is as it must be."""

    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Exactly:
    """One value and no other."""

    value: int | str

    def admits(self, computed: Value) -> bool:
        """Return whether a computed value is this one."""
        return type(computed) is type(self.value) and computed == self.value

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Within:
    """A value and how far from it is allowed, in its own unit."""

    value: float
    tolerance: float

    def admits(self, computed: Value) -> bool:
        """Return whether a computed number is near enough; not-a-number never is."""
        return isinstance(computed, int | float) and abs(computed - self.value) <= self.tolerance

    def __str__(self) -> str:
        return f"{self.value:.6g} ± {self.tolerance:.2g}"


@dataclass(frozen=True, slots=True)
class Between:
    """A band with both its ends."""

    low: float
    high: float

    def admits(self, computed: Value) -> bool:
        """Return whether a computed number is in the band; not-a-number never is."""
        return isinstance(computed, int | float) and self.low <= computed <= self.high

    def __str__(self) -> str:
        if self.high == math.inf:
            return f"at least {self.low:g}"
        return f"{self.low:.4g} to {self.high:.4g}"


@dataclass(frozen=True, slots=True)
class Covered:
    """A value that the interval of an estimate must hold, and how narrow that interval must be.

    An interval that is too wide to see an error is no evidence, and fails.
    """

    value: float
    sharpness: float
    """Largest half-width, as a part of the value."""

    def admits(self, computed: Value) -> bool:
        """Return whether the interval is narrow enough and holds the value."""
        if not isinstance(computed, Estimate) or not computed.half_width <= self.sharpness * abs(self.value):
            return False
        return abs(computed.mean - self.value) <= computed.half_width

    def __str__(self) -> str:
        return f"{self.value:.5g}, half-width at most {100 * self.sharpness:g} %"


@dataclass(frozen=True, slots=True)
class Differs:
    """A printed value that the simulator is known not to reach, and what it gives instead.

    Neither is a check that the simulator is right. But whatever moves our value is noticed.
    """

    printed: Within
    ours: int

    def admits(self, computed: Value) -> bool:
        """Return whether a computed value is near enough to the printed one after all."""
        return self.printed.admits(computed)

    def is_known(self, computed: Value) -> bool:
        """Return whether a computed value is the one that is known to differ."""
        return Exactly(self.ours).admits(computed)

    def __str__(self) -> str:
        return str(self.printed)


@dataclass(frozen=True, slots=True)
class Item:
    """One computed value with the required one."""

    quantity: str
    """What it is, with its unit."""
    computed: Value
    expected: Expected

    @property
    def holds(self) -> bool:
        """Whether it is as it must be."""
        return self.expected.admits(self.computed)

    @property
    def verdict(self) -> Verdict:
        """What became of it."""
        if self.holds:
            return "good"
        known = isinstance(self.expected, Differs) and self.expected.is_known(self.computed)
        return "differs" if known else "failed"


@dataclass(frozen=True, slots=True)
class Check:
    """One check by name."""

    name: str
    what: str
    """What it compares, in one line."""
    source: str
    """Where the expected values come from."""
    measure: Callable[[], Sequence[Item]]
    """Runs what is needed and gives computed values; the same whenever it is called."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a check."""

    check: Check
    items: Sequence[Item]
    took_s: float
    fault: str = ""
    """Why it could not be completed; empty if it was."""

    @property
    def holds(self) -> bool:
        """Whether it was carried through, and nothing is otherwise than it must be or is known to be."""
        verdicts = {item.verdict for item in self.items}
        return not self.fault and "good" in verdicts and "failed" not in verdicts

    @property
    def differing(self) -> int:
        """How many values are known not to be as printed."""
        return sum(item.verdict == "differs" for item in self.items)

    def to_dict(self) -> dict[str, Any]:
        """Give the outcome as JSON takes it."""
        return {
            "check": self.check.name,
            "what": self.check.what,
            "source": self.check.source,
            "holds": self.holds,
            "fault": self.fault,
            "took_s": round(self.took_s, 3),
            "items": [
                {
                    "quantity": item.quantity,
                    "computed": _plain(item.computed),
                    "expected": str(item.expected),
                    "holds": item.holds,
                    "verdict": item.verdict,
                }
                for item in self.items
            ],
        }


def _plain(value: Value) -> Any:
    if isinstance(value, Estimate):
        return {"mean": value.mean, "half_width": value.half_width, "replications": value.replications}
    return value if not isinstance(value, float) or math.isfinite(value) else None
