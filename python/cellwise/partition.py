"""How one run would be divided among threads."""

from dataclasses import dataclass

from cellwise import _core
from cellwise.scenario import Scenario, ScenarioLike


@dataclass(frozen=True, slots=True)
class Partition:
    """Which nodes each thread simulates, and over which links they exchange cells.

    A run that is not divided has one part, and says why in `reason`.
    """

    nodes: tuple[tuple[str, ...], ...]
    """The names of the nodes of each part."""
    cut_links: tuple[str, ...] = ()
    """The links between parts."""
    shares: tuple[float, ...] = (1.0,)
    """The share of the expected work that each part has; they sum to 1."""
    lookahead_s: float | None = None
    """The least time in which anything comes from one part to another, in seconds."""
    expected_gain: float = 1.0
    """How many times faster the run is expected to be; rough."""
    reason: str | None = None
    """Why the run is not divided."""

    @property
    def threads(self) -> int:
        """The threads that a run takes."""
        return len(self.nodes)


def partition(scenario: ScenarioLike, threads: int = 2) -> Partition:
    """Show how a run of a scenario on several threads would be divided.

    A network is cut only at links of at least 200 us of delay, and only if the parts are busy enough: the
    threads meet several times within the least time in which a cell comes from one part to another. The
    results of a run are the same to the last bit, whether it is divided or not.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        The scenario to run, in the forms that `cellwise.run` accepts.
    threads : int
        The most threads; at least 1.

    Raises
    ------
    ConfigError
        If the scenario breaks a rule.
    OSError
        If its file cannot be read.
    ValueError
        If `threads` is below 1.

    Examples
    --------
    >>> partition(Scenario.from_template("n-source")).reason
    'no ATM link has a delay of 200 us or more'
    """
    scenario = Scenario.of(scenario)
    found = _core.partition(scenario.to_json(), checked(threads))
    if "reason" in found:
        nodes = tuple(scenario.expanded()["nodes"])
        return Partition((nodes,), reason=found["reason"])
    return Partition(
        nodes=tuple(map(tuple, found["nodes"])),
        cut_links=tuple(found["cut_links"]),
        shares=tuple(found["shares"]),
        lookahead_s=found["lookahead_s"],
        expected_gain=found["expected_gain"],
    )


def checked(threads: int) -> int:
    """Give a number of threads that can be.

    Raises `ValueError` if it is below 1.
    """
    if threads < 1:
        raise ValueError(f"threads: {threads} is out of range; give a whole number of at least 1")
    return threads
