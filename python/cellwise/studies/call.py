"""A study in one call."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from cellwise import studies
from cellwise.points.progress import Form
from cellwise.study.definition import Study
from cellwise.study.drive import StudyResults, drive


def study(
    name: str | Path | Study,
    folder: str | Path | None = None,
    *,
    replications: int = 5,
    only: Sequence[str] = (),
    choose: Mapping[str, Any] | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    fresh: bool = False,
    progress: Form = "none",
) -> StudyResults:
    """Run a document's experiments, as ``cellwise study`` does, and give their results.

    Parameters
    ----------
    name : str, Path or Study
        A study by name, such as ``goyal96``, the folder of one of your own, or one made in Python.
    folder : str or Path, optional
        Where its points are stored; by default ``results/NAME``. Workers of an executor must share it.
    replications : int
        Independent runs of every case; at least 1.
    only : sequence of str
        Tables and other groups to run; all if empty.
    choose : mapping, optional
        Modelling choices that are changed, by path.
    jobs : int
        Runs at a time in threads, if there is no executor; at least 1.
    executor : concurrent.futures.Executor, optional
        Where to run instead: a process pool, ``Client(...).get_executor()`` of Dask, or any other. It is not
        closed. Results do not depend on it.
    fresh : bool
        Whether points that are stored are simulated again instead of kept.
    progress : {"auto", "json", "none"}
        How progress is reported on standard error.

    Raises
    ------
    ValueError
        If there is no such study, group or choice, or a number is below 1.
    ConfigError
        If it is a folder whose study breaks rules.
    PointsFailedError
        If points failed; all others are stored.
    ExecutorError
        If the executor or one of its workers cannot be used, or is lost; finished points are kept.
    OSError
        If points cannot be stored.

    Examples
    --------
    >>> import cellwise as cw
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outcome = cw.study("goyal96", folder, only=["table1"], replications=1)
    >>> outcome.runs
    4
    """
    for option, number in (("replications", replications), ("jobs", jobs)):
        if number < 1:
            raise ValueError(f"{option}: {number} is not allowed; give at least 1")
    chosen = name if isinstance(name, Study) else studies.get(str(name))
    if choose:
        chosen = chosen.rebuild(choose)
    return drive(
        chosen,
        Path("results") / chosen.name if folder is None else Path(folder),
        replications=replications,
        only=only,
        jobs=jobs,
        executor=executor,
        fresh=fresh,
        progress=progress,
    )
