"""Whether replications differ at all: where nothing in a scenario is random, they are one and the same."""

from collections.abc import Iterable

from cellwise.result_tables import TABLES, fingerprint
from cellwise.source import Source

#: The text that replaces an interval. Only results are compared: random numbers that were drawn and
#: changed nothing leave no trace.
NOTHING_RANDOM = (
    "nothing in this is random: all replications gave the same results, in every table; noise, web flows or "
    "random phases make them differ"
)


def are_one(runs: Iterable[Source]) -> bool:
    """Say whether several runs have the same results, in every table and series.

    Examples
    --------
    >>> import cellwise as cw
    >>> alone = cw.Scenario.from_template("n-source").with_({"topology.sources": 1}, duration="60 ms")
    >>> are_one(Source.of_run(run) for run in cw.replicate(alone, 2))
    True
    """
    found = [outcome(run) for run in runs]
    return len(found) > 1 and len(set(found)) == 1


def outcome(run: Source) -> str:
    """Give the fingerprint of the results of a run, without the single events that probes have recorded."""
    return fingerprint(run.recorded_tables(TABLES), run.series)
