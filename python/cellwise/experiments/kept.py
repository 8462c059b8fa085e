"""What is kept of experiments in folders: their outcomes again, and their runs as plots see them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from cellwise.experiments.answer import Found, points_of
from cellwise.experiments.outcome import Outcome, read_kept
from cellwise.experiments.paired import PairedComparison
from cellwise.experiments.replicated import Replicated, read_replicated
from cellwise.experiments.sweep import Sweep
from cellwise.experiments.sweep_stored import gather_sweep, read_cases
from cellwise.points.folder import MARKS
from cellwise.points.store import Point, Read, plan, read_point, sources_of
from cellwise.source import Source

#: Called with every point that is missing, half written or damaged.
Skipped = Callable[[str], None]


def kind_of(folder: Path) -> str | None:
    """Give the file that says which experiment is kept in a folder; None if none is."""
    kinds = (Sweep.mark, Found.mark, PairedComparison.mark, Replicated.mark)
    return next((one for one in kinds if (folder / one).is_file()), None)


def outcome_in(
    folder: Path,
    skipped: Skipped,
    *,
    metrics: Sequence[str] = (),
    replications: int | None = None,
    read: Read = read_point,
) -> Outcome | None:
    """Give what came of the experiment that is kept in a folder; None if none is.

    `skipped` is called with every point that is missing, half written or damaged; `metrics` and
    `replications` are of a sweep, as `gather_sweep` takes them. Points are read by `read`.

    Raises `ValueError` if a metric is not known. Raises `ResultsError` if what is kept cannot be read or was
    changed, or no point is left.
    """
    kind = kind_of(folder)
    if (swept := read_cases(folder)) is not None:
        return gather_sweep(swept, folder, skipped, metrics=metrics, replications=replications, read=read)
    if kind is None:
        return None
    if kind == Replicated.mark:
        return read_replicated(folder, skipped, read)
    made = Found.from_document if kind == Found.mark else PairedComparison.from_document
    return read_kept(folder / kind, MARKS[kind], lambda one: made(one, folder))


def kept_sources(folder: Path, skipped: Skipped) -> list[Source] | None:
    """Give the stored runs of an experiment as plots see them; None if the folder has none.

    Raises `ResultsError` if what is kept cannot be read or was changed, or no point is left.
    """
    kind = kind_of(folder)
    if kind is None:
        return None
    points, again = _points(folder, kind)
    return sources_of(points, folder, skipped, again, MARKS[kind].replace("a ", "the ", 1))


def points_in(folder: Path) -> list[Point]:
    """List the points of the experiment that is kept in a folder, read or not; raises as `kept_sources`."""
    kind = kind_of(folder)
    return [] if kind is None else _points(folder, kind)[0]


def _points(folder: Path, kind: str) -> tuple[list[Point], str]:
    """List the points that are kept, with the command that makes them again."""
    if (swept := read_cases(folder)) is not None:
        return plan(swept.sweep.cases, swept.replications), swept.sweep.command
    listed = {
        Found.mark: points_of,
        PairedComparison.mark: PairedComparison.points_of,
        Replicated.mark: Replicated.points_of,
    }[kind]
    return read_kept(folder / kind, MARKS[kind], lambda one: (listed(one), str(one["command"])))
