"""Where exported numbers come from: the same few words in every format."""

from typing import TYPE_CHECKING

from cellwise.version import __version__

if TYPE_CHECKING:
    from cellwise.results import Run


def context(run: "Run") -> dict[str, str | int]:
    """Give what distinguishes a run from others: scenario, seed, replication, version."""
    document = run.scenario.to_dict()
    return {
        "scenario_id": run.scenario.id,
        "seed": document.get("seed", 1),
        "replication": document.get("replication", 0),
        "cellwise": __version__,
    }


def title(run: "Run") -> str:
    """Give the scenario's title; empty if it has none."""
    return str(run.scenario.to_dict().get("title", ""))
