"""The newcomer's paths through the pages, with a clock: ``python -m tests.docs.newcomer``.

Each path begins at the README, follows links from page to page, types what the pages say, and stops when its
goal is reached.
"""

import re
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.docs.typed import ROOT, Place, place_in

README = "README.md"
#: Pages that a newcomer should have to open, the README among them.
MOST_PAGES = 3

_SHOWN = 90


@dataclass(frozen=True)
class Route:
    """The pages to a goal, each of which links to the next."""

    pages: tuple[str, ...]
    is_reached: Callable[[Place], bool]


ROUTES = {
    "a first scenario of your own, plotted": Route(
        (README, "docs/tutorial/index.md"), lambda place: any(place.folder.glob("*.svg"))
    ),
    "a sweep in a paper, as a table in LaTeX and a figure": Route(
        (README, "docs/how-to/paper.md"),
        lambda place: all((place.folder / name).exists() for name in ("table.tex", "efficiency.pdf")),
    ),
    "the setting of CAKE for your line": Route(
        (README, "docs/how-to/shaper-rate.md", "docs/access-lines.md"),
        lambda place: re.search(r"^tc qdisc .* cake bandwidth", place.printed, re.MULTILINE) is not None,
    ),
}


@dataclass
class Walk:
    """What a newcomer typed, with the seconds that each command or program took."""

    place: Place
    steps: list[tuple[str, float]] = field(default_factory=list)
    followed: dict[str, int] = field(default_factory=dict)
    """How many blocks of each page."""

    def __post_init__(self) -> None:
        """Let the place note the time of each command."""
        run = self.place._run

        def noted(command: list[str]) -> object:
            started = time.monotonic()
            done = run(command)
            self.steps.append((" ".join(command[2:]).partition("\n")[0], time.monotonic() - started))
            return done

        self.place._run = noted  # type: ignore[method-assign, assignment]


def links(page: str) -> set[str]:
    """Name the files of the repository to which a page links."""
    folder = (ROOT / page).parent
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / page).read_text(encoding="utf-8"))
    found = [(folder / target).resolve() for target in targets if "://" not in target]
    return {path.relative_to(ROOT).as_posix() for path in found if path.is_relative_to(ROOT)}


def walk(route: Route, folder: Path) -> Walk:
    """Go a route in an empty folder.

    Raises
    ------
    AssertionError
        If a page does not link to the next, a command fails, or the goal is not reached.
    """
    place = place_in(folder)
    made = Walk(place)
    for before, page in zip(route.pages, route.pages[1:], strict=False):
        assert page in links(before), f"{before} has no link to {page}"
        made.followed[page] = place.follow(ROOT / page, until=lambda: route.is_reached(place))
    assert route.is_reached(place), "the pages do not lead to the goal"
    return made


def main() -> None:
    """Print every route with the seconds of its steps."""
    for goal, route in ROUTES.items():
        print(f"{goal}: {' -> '.join(route.pages)}")
        with tempfile.TemporaryDirectory() as folder:
            steps = walk(route, Path(folder)).steps
        for text, seconds in steps:
            print(f"{seconds:8.1f} s  {text[:_SHOWN]}")
        print(f"{sum(seconds for _, seconds in steps):8.1f} s  together, {len(steps)} commands")


if __name__ == "__main__":
    main()
