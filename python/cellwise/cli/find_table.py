"""What was found, on the screen."""

from pathlib import Path

from rich.console import Console

from cellwise.experiments.answer import FILE, PICTURE, Found, Tried
from cellwise.experiments.answer_text import written
from cellwise.levels import Level
from cellwise.plots.places import ordered
from cellwise.terminal_table import Column, print_table

#: More values than this are left to the table in the folder, where a metric was made the most of.
SHOWN = 12


def print_found(found: Found, console: Console, folder: Path) -> None:
    """Print what was looked at, what was found, and where it is kept."""
    shown = _in_order(found)
    numbers = ("runs", *(measure.display.label for measure in found.metrics.values()))
    columns = [*map(Column, found.paths), *(Column(one, is_number=True) for one in numbers), Column("")]
    print_table(console, columns, [_cells(found, one) for one in shown], names=len(found.paths))
    if len(shown) < len(found.tried):
        console.print(f"and {len(found.tried) - len(shown)} more")
    console.print("")
    for line in found.says():
        console.print(line)
    console.print(f"\nkept in {folder}: {FILE}, find.parquet, runs.parquet, {PICTURE}")


def _in_order(found: Found) -> list[Tried]:
    """Give what is shown: all values in their order with a goal, the best first without."""
    if found.goals:
        (path,) = found.paths
        levels = {one.number: Level.of(one.values[path]) for one in found.tried}
        places = ordered(set(levels.values()))
        return sorted(found.tried, key=lambda one: places.index(levels[one.number]))
    finalists = [*filter(None, [found.answer]), *(one.tried for one in found.rivals)]
    numbers = {one.number for one in finalists}
    return [*finalists, *(one for one in found.tried if one.number not in numbers)][:SHOWN]


def _cells(found: Found, one: Tried) -> list[str]:
    cells = [*map(str, one.values.values()), str(one.replications)]
    for name, measure in found.metrics.items():
        interval = one.interval(name, found.confidence)
        cells.append(written(one, interval, measure.display) if interval else "no value")
    answers = found.answer is not None and one.number == found.answer.number
    return [*cells, " ".join(filter(None, [one.verdict, "<- found" if answers else ""]))]
