"""TCP recovery segment by segment: one to four scripted losses in the window of Fall and Floyd.

Slow start has brought the window to 15 segments when segments 14 to 28, numbered from 0, are outstanding.
With a line much faster than the window, the segments follow the round trips, counted from 0: 14 is the last
segment of number 3, 15 to 28 are those of number 4, and their duplicate acknowledgments come at the start of
number 5.
The segments to send again, and their times, were worked out by hand from the rules.
"""

from collections.abc import Sequence

import numpy as np

from cellwise.scenario import Scenario
from cellwise.verify import simulate
from cellwise.verify.check import Check, Exactly, Item
from cellwise.verify.tcp_line import MSS_BYTES, line, round_trip_s, scripted_losses

#: Retransmissions in a later round trip are the timer's: it takes at least two ticks of 500 ms.
_LAST_ROUND = 20

#: The segments lost, those of the paper.
LOSSES = ((14,), (14, 28), (14, 26, 28), (14, 24, 26, 28))

#: For each variant and number of losses: what is sent again in which round trip; fast retransmits, timeouts.
#:
#: No fast retransmit: the timer goes back to 14 with a window of one segment, and each acknowledgment jumps
#: over what the receiver has kept; with a window of two, segments 25 and 27 are sent in vain.
#: Tahoe: the third duplicate resends 14 with a window of one, and sending goes back with it: the window of
#: two, then three that the next acknowledgments open begins with the next hole, and reaches what has arrived
#: (25, 27).
#: Tahoe that continues (as the code of 4.3BSD): too little is outstanding for duplicates, and the timer
#: repairs the second loss and those behind it.
#: Reno: one recovery per loss; after two halvings (15 to 7 to 3) nothing new may be sent, no duplicates
#: come, and the third loss waits for the timer.
#: NewReno (RFC 6582): each partial acknowledgment resends the next hole, one per round trip.
#: SACK (RFC 6675): new data are sent while `pipe` is below 7; their reports in round trip 6 show
#: that the other holes are lost, and all are resent in it.
#: FACK: what lies before the foremost segment reported is no longer outstanding, so from the report of 23 on
#: there is room below the window of 7, and holes 24 and 26 are resent as soon as 25 and 27 are reported.
EXPECTED = {
    "no-fast-retransmit": (
        "14 by the timer; 0, 1",
        "14, 28 by the timer; 0, 1",
        "14, 26, 27, 28 by the timer; 0, 1",
        "14, 24, 25, 26, 27, 28 by the timer; 0, 1",
    ),
    "tahoe": (
        "14 in 5; 1, 0",
        "14 in 5, 28 in 6; 1, 0",
        "14 in 5, 26, 27 in 6, 28 in 7; 1, 0",
        "14 in 5, 24, 25 in 6, 26, 27, 28 in 7; 1, 0",
    ),
    "tahoe, go-on": (
        "14 in 5; 1, 0",
        "14 in 5, 28 by the timer; 1, 1",
        "14 in 5, 26, 28 by the timer; 1, 1",
        "14 in 5, 24, 26, 27, 28 by the timer; 1, 1",
    ),
    "reno": (
        "14 in 5; 1, 0",
        "14 in 5, 28 in 6; 2, 0",
        "14 in 5, 26 in 6, 28 by the timer; 2, 1",
        "14 in 5, 24 in 6, 26, 28, 29 by the timer; 2, 1",
    ),
    "newreno": (
        "14 in 5; 1, 0",
        "14 in 5, 28 in 6; 1, 0",
        "14 in 5, 26 in 6, 28 in 7; 1, 0",
        "14 in 5, 24 in 6, 26 in 7, 28 in 8; 1, 0",
    ),
    "sack": (
        "14 in 5; 1, 0",
        "14 in 5, 28 in 6; 1, 0",
        "14 in 5, 26, 28 in 6; 1, 0",
        "14 in 5, 24, 26, 28 in 6; 1, 0",
    ),
    "fack": (
        "14 in 5; 1, 0",
        "14 in 5, 28 in 6; 1, 0",
        "14, 26 in 5, 28 in 6; 1, 0",
        "14, 24, 26 in 5, 28 in 6; 1, 0",
    ),
}


def measure() -> Sequence[Item]:
    """Lose the listed segments with each variant, and say what is sent again."""
    return [
        Item(f"{variant}, lost: {', '.join(map(str, lost))}", _resent(variant, lost), Exactly(expected))
        for variant, row in EXPECTED.items()
        for lost, expected in zip(LOSSES, row, strict=True)
    ]


def _resent(variant: str, lost: Sequence[int]) -> str:
    run = simulate.run(_scripted(variant, lost))
    events, flows = run.columns("segments"), run.columns("flows")
    again = events["event"] == "sent-again"
    by_round: dict[str, list[str]] = {}
    for octet, time_s in zip(events["octet"][again], events["time_s"][again], strict=True):
        by_round.setdefault(_when(float(time_s)), []).append(str(int(octet) // MSS_BYTES))
    resent = ", ".join(f"{', '.join(numbers)} {when}" for when, numbers in by_round.items())
    return f"{resent}; {int(flows['fast_retransmits'][0])}, {int(flows['timeouts'][0])}"


def _when(time_s: float) -> str:
    # Segments of a round trip are sent within 3 ms, none of them just before it.
    rounds = int(np.floor(time_s / round_trip_s() + 0.1))
    return f"in {rounds}" if rounds <= _LAST_ROUND else "by the timer"


def _scripted(variant: str, lost: Sequence[int]) -> Scenario:
    """Give a flow of 80 segments that loses the listed ones.

    Behind a comma the variant has another `after_fast_retransmit` than its own.
    """
    name, _, way = variant.partition(", ")
    changes = {
        "duration": "5 s",
        "tcp.variant": name,
        **({"tcp.after_fast_retransmit": way} if way else {}),
        "tcp.receive_window": f"{28 * MSS_BYTES} bytes",
        "tcp.timer_tick": "500 ms",
        "flow.size": f"{80 * MSS_BYTES} bytes",
        "probes": {"segments": {"flow": "tcp1"}},
    }
    return line(scripted_losses(lost), changes)


CHECK = Check(
    "tcp-timelines",
    "segments sent again after 1 to 4 scripted losses: in which round trip; fast retransmits, timeouts",
    "Fall and Floyd, CCR 26(3), 1996; RFC 5681, RFC 6582, RFC 2018, RFC 6675; Mathis and Mahdavi, "
    "SIGCOMM 1996; by hand",
    measure,
)
