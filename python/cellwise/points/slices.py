"""Parts of a study that stand for themselves, for queueing systems that start one program per part."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cellwise.points.store import Point


@dataclass(frozen=True, slots=True)
class Slice:
    """One of several parts of equal length, give or take a point."""

    number: int
    """From 1 to `total`."""
    total: int

    @classmethod
    def parse(cls, written: str) -> "Slice":
        """Read a slice as ``3/40``.

        Raises `ValueError` if it is not written like that, or there is no such part.

        Examples
        --------
        >>> Slice.parse("3/40")
        Slice(number=3, total=40)
        """
        found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", written, re.ASCII)
        if found is None or not 1 <= int(found[1]) <= int(found[2]):
            raise ValueError(f"{written!r} is not allowed; write I/N with 1 <= I <= N, such as 3/40")
        return cls(int(found[1]), int(found[2]))

    def of(self, points: Sequence[Point]) -> list[Point]:
        """Give its points; every point is in one part, and the same one in whatever order they are given.

        The parts are drawn by the points' ids, which are as good as random, so that no part has all points of
        a long case.
        """
        unique = {point.id: point for point in points}
        return [unique[name] for name in sorted(unique)[self.number - 1 :: self.total]]
