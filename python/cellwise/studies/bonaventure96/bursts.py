"""Bursts of packets and the idle times between them, from a sender's state over time.

A sender that waits for its retransmission timer neither sends nor gets acknowledgments: packets come in
*bursts*, with *idle times* between them. The packets that are sent follow from the next sequence number and
*the
acknowledged one. A packet that moves neither is not seen: of fast retransmissions nothing is known; a packet
that is sent again by a second timeout is known by its acknowledgment, with which its burst then begins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cellwise.series import Series

#: An idle time is a time without packets and acknowledgments that is longer than so many ticks of the
#: retransmission timer. A timeout of two ticks takes more than one; no other pause is as long.
IDLE_TICKS = 0.9


@dataclass(frozen=True, slots=True)
class Burst:
    """Packets between two idle times."""

    begin_s: float
    end_s: float
    sent: int
    """Packets sent, retransmissions among them."""
    passed: float
    """Packets that the acknowledgment moves forward by."""
    train: float
    """The most of them in one train, which a pause in which the policer becomes idle would end."""


def bursts(
    sequence: Series, acknowledgment: Series, mss: int, tick_s: float, pause_s: float = np.inf
) -> list[Burst]:
    """List the bursts of a sender, in order of time.

    `sequence` and `acknowledgment` have every change of the number sent next, and of the one up to which all
    is acknowledged, in octets, and `mss` the octets of a full segment. `tick_s` is the granularity of the
    retransmission timer, and `pause_s` the time in which the policer becomes idle again, its burst tolerance,
    both in seconds.
    """
    sent_s, packets = _sends(sequence, acknowledgment, mss)
    forward = np.diff(acknowledgment.value, prepend=0.0) > 0
    acked_s, known = acknowledgment.time_s[forward], acknowledgment.value[forward]
    times = np.union1d(sent_s, acked_s)
    starts = np.flatnonzero(np.diff(times, prepend=-np.inf) > IDLE_TICKS * tick_s)
    return [
        _burst(times[start:end], (sent_s, packets), (acked_s, known), mss, pause_s)
        for start, end in pairwise([*starts.tolist(), len(times)])
    ]


def idle_times_s(found: Sequence[Burst]) -> NDArray[np.float64]:
    """Give the times between bursts, in seconds, shape (n_bursts - 1,)."""
    return np.array([later.begin_s - one.end_s for one, later in pairwise(found)])


def _burst(
    times: NDArray[np.float64],
    sends: tuple[NDArray[np.float64], NDArray[np.int64]],
    acknowledgments: tuple[NDArray[np.float64], NDArray[np.float64]],
    mss: int,
    pause_s: float,
) -> Burst:
    """Give the burst whose packets and acknowledgments are at some instants."""
    (sent_s, packets), (acked_s, known) = sends, acknowledgments
    begin, end = times[0], times[-1]
    inside = (sent_s >= begin) & (sent_s <= end)
    known = np.concatenate([[0.0], known])
    before = known[np.searchsorted(acked_s, begin, side="left")]
    # What is acknowledged when a train begins was sent before it.
    trains = times[1:][np.diff(times) > pause_s]
    marks = known[np.searchsorted(acked_s, [*trains, end], side="right")]
    return Burst(
        begin_s=float(begin),
        end_s=float(end),
        sent=int(packets[inside].sum()) + bool(begin in acked_s),
        passed=float(marks[-1] - before) / mss,
        train=float(np.diff(marks, prepend=before).max()) / mss,
    )


def _sends(
    sequence: Series, acknowledgment: Series, mss: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Instants at which packets were sent, and how many."""
    at = np.searchsorted(acknowledgment.time_ps, sequence.time_ps, side="right")
    acknowledged = np.concatenate([[0.0], acknowledgment.value])[at]
    after = sequence.value
    before = np.concatenate([[0.0], after[:-1]])
    # A timeout goes back to what is acknowledged; an acknowledgment beyond it goes forward without sending.
    begun = np.maximum(before, acknowledged)
    begun = np.where(after < begun, acknowledged, begun)
    packets = np.ceil((after - begun) / mss).astype(np.int64)
    sent = packets > 0
    return sequence.time_s[sent], packets[sent]
