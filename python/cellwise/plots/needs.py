"""What a plot needs to have been recorded, and what to add to a scenario if it was not."""

from collections.abc import Sequence
from dataclasses import dataclass

from cellwise.errors import CellwiseError
from cellwise.series import Series
from cellwise.source import Source


class NotRecordedError(CellwiseError, ValueError):
    """A plot or an export needs a probe that the scenario did not have; the message has the TOML to add."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe of one quantity."""

    quantity: str
    of: tuple[str, ...]
    """The keys that say what it records, such as ``port``."""
    every: str = ""
    """The sampling period that is proposed, if it records samples only."""
    may: tuple[str, ...] = ()
    """Keys that may narrow down what it records."""
    of_packets: str = ""
    """The probe that records the same of packets, if this one is of cells."""

    def keys(self) -> dict[str, str]:
        """Give what records it everywhere."""
        return dict.fromkeys(self.of, "*") | ({"every": self.every} if self.every else {})

    def toml(self) -> str:
        """Write the table that records it everywhere."""
        return "\n".join(
            [f"[probes.{self.quantity}]", *(f'{key} = "{one}"' for key, one in self.keys().items())]
        )

    def found(self, source: Source) -> list[Series]:
        """Give what it recorded in a run."""
        words = range(len(self.of), len(self.of) + len(self.may) + 1)
        return [
            one for one in source.series if one.quantity == self.quantity and len(one.target.split()) in words
        ]

    def has_nothing(self, source: Source) -> bool:
        """Whether nothing in a run's network has a value for it."""
        given = source.scenario.to_dict().get("probes", {}).get(self.quantity, [])
        asked = [set(one) & _OF for one in (given if isinstance(given, list) else [given])]
        return set(self.of) in asked or (self.of_packets != "" and not len(source.tables("ports")["port"]))


#: The keys of probes that say what is recorded.
_OF = {"port", "flow", "vc"}

#: Every probe that a plot may need.
QUEUE = Probe("queue", ("port",), of_packets="backlog")
OCCUPANCY = Probe("occupancy", ("port", "vc"), of_packets="backlog")
CWND = Probe("cwnd", ("flow",))
SSTHRESH = Probe("ssthresh", ("flow",))
SEQUENCE = Probe("sequence", ("flow",))
ACKNOWLEDGMENT = Probe("acknowledgment", ("flow",))
ACR = Probe("acr", ("vc",))
CCR = Probe("ccr", ("vc",))
ER = Probe("er", ("port", "vc"))
TRANSMITTED = Probe("transmitted", ("port",), every="10 ms")
SOJOURN = Probe("sojourn", ("port",))
BACKLOG = Probe("backlog", ("port",), may=("flow",))
BACKLOG_BYTES = Probe("backlog_bytes", ("port",), may=("flow",))
BUSY = Probe("busy", ("port",), every="10 ms")
DROP_PROBABILITY = Probe("drop_probability", ("port",), every="10 ms")


def require(source: Source, probes: Sequence[Probe], what: str) -> None:
    """Make sure that all of some probes were there.

    `what` says who needs them, such as ``plot cwnd``.

    Raises `NotRecordedError` if one is missing; the message has the TOML to add, for all that are missing,
    or says that it would record nothing.
    """
    missing = [probe for probe in probes if not probe.found(source)]
    if not missing:
        return
    for probe in missing:
        if probe.has_nothing(source):
            packets = (
                f"; it is of cells, and probes.{probe.of_packets} of packets" if probe.of_packets else ""
            )
            raise NotRecordedError(
                f"{what}: nothing in this network has a value that probes.{probe.quantity} records{packets}"
            )
    names = " and ".join(probe.quantity for probe in missing)
    verb = "was" if len(missing) == 1 else "were"
    tables = "\n\n".join(probe.toml() for probe in missing)
    raise NotRecordedError(
        f"{what}: {names} {verb} not recorded; add this at the end of the scenario and run it again:\n\n"
        f"{tables}\n\nor give {' '.join(_option(probe) for probe in missing)}"
    )


def _option(probe: Probe) -> str:
    return " ".join(f"--set probes.{probe.quantity}.{key}='{one}'" for key, one in probe.keys().items())
