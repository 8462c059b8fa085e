"""The reports of a path: packets that arrived or were lost, the keys to set, and the progress of senders."""

from dataclasses import dataclass
from typing import Literal

Ecn = Literal["not-ect", "ect1", "ect0", "ce"]

#: The codepoints by the two bits of the IP header (RFC 3168, 5).
CODEPOINTS: tuple[Ecn, ...] = ("not-ect", "ect1", "ect0", "ce")

PS_PER_S = 10**12


@dataclass(frozen=True, slots=True)
class Delivery:
    """A packet that has arrived.

    Attributes
    ----------
    port
        The port at which it arrived.
    at_ps, offered_ps
        When it did, and the instant for which it was offered, in ps.
    tag
        The tag with which it was offered.
    octets
        The length of the IP packet.
    ecn
        Its codepoint: "ce" if it was marked on the way.
    dscp
        Its differentiated services codepoint, from 0 to 63.
    """

    port: str
    at_ps: int
    tag: int
    octets: int
    ecn: Ecn
    dscp: int
    offered_ps: int

    @property
    def at_s(self) -> float:
        """When it arrived, in s."""
        return self.at_ps / PS_PER_S

    @property
    def delay_s(self) -> float:
        """How long it was under way, in s."""
        return (self.at_ps - self.offered_ps) / PS_PER_S


@dataclass(frozen=True, slots=True)
class Fate:
    """A packet that was lost: where it was offered, its tag, when the first of it was lost, where and why."""

    port: str
    tag: int
    offered_ps: int
    lost_ps: int
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A value that may be set while the path runs: a congestion window, or something of a link.

    Attributes
    ----------
    unit
        Its unit: "octets" of a window, "bit/s" of a rate, "1" of a share (error ratios).
    least, most
        The least and the greatest value to set. Of a window: a segment, and the largest that the flow's
        settings allow.
    flow
        The flow whose window it is, of which ``tcp.variant`` is "external"; None of a link.
    segment_octets
        Octets of data in a full segment of that flow; None of a link.
    """

    unit: str
    least: int
    most: int
    flow: str | None = None
    segment_octets: int | None = None


@dataclass(frozen=True, slots=True)
class Sending:
    """The counts of a sender whose congestion window is set from outside, all since its start.

    Attributes
    ----------
    cwnd_octets
        The window that was set last.
    acked_octets
        Octets acknowledged, each once.
    flight_octets
        Octets sent and not acknowledged.
    segments, resent_segments
        Segments sent, and those among them that were sent again.
    recoveries, timeouts
        Losses that acknowledgments have shown, and expiries of the retransmission timer.
    marked_windows
        Windows of data for which a congestion mark was echoed.
    is_over
        Whether all that was written is acknowledged, or the connection was given up.
    round_trips, round_trip_sum_ps
        How many round-trip times were measured, outside of recoveries, and their sum, in ps.
    last_round_trip_ps, least_round_trip_ps
        The last and the shortest of them, in ps; None before the first.
    """

    cwnd_octets: int
    acked_octets: int
    flight_octets: int
    segments: int
    resent_segments: int
    recoveries: int
    timeouts: int
    marked_windows: int
    is_over: bool
    round_trips: int
    round_trip_sum_ps: int
    last_round_trip_ps: int | None
    least_round_trip_ps: int | None
