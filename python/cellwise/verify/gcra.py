"""The longest trains of frames that a policer lets through, against equation (2)."""

from collections.abc import Sequence
from fractions import Fraction

from cellwise.metrics import port_row
from cellwise.scenario import Scenario
from cellwise.theory.policing import longest_conforming_train
from cellwise.verify import simulate
from cellwise.verify.check import Check, Exactly, Item
from cellwise.vocabulary import CELL_BITS

LINE_BPS, SCR_BPS = 155_520_000, 10_000_000

#: Cells of a frame, and the time from the start of one to the start of the next, in us (section 5.2).
TRAINS = ((192, 900), (101, 600))
MBS_CELLS = (1000, 2000, 3000, 4000)

#: Trailer, LLC/SNAP, IP and UDP headers.
_HEADER_BYTES = 8 + 8 + 28

#: Longer than any train that conforms here.
_MOST_FRAMES = 64


def measure() -> Sequence[Item]:
    """Find by trial the longest train that loses nothing, for each kind of train and each MBS."""
    return [_item(cells, period_us, mbs) for cells, period_us in TRAINS for mbs in MBS_CELLS]


def _item(cells: int, period_us: int, mbs: int) -> Item:
    gap_s = Fraction(period_us, 10**6) - Fraction(cells * CELL_BITS, LINE_BPS)
    frames = longest_conforming_train(cells, gap_s, mbs, LINE_BPS, SCR_BPS)
    quantity = f"frames of {cells} cells every {period_us} us, MBS {mbs}"
    return Item(quantity, _longest_train(cells, period_us, mbs), Exactly(frames or 0))


def _longest_train(cells: int, period_us: int, mbs: int) -> int:
    """Halve the range until the longest train without a discarded cell is found."""
    good, bad = 0, _MOST_FRAMES
    while bad - good > 1:
        middle = (good + bad) // 2
        if _discarded(middle, cells, period_us, mbs):
            bad = middle
        else:
            good = middle
    return good


def _discarded(frames: int, cells: int, period_us: int, mbs: int) -> bool:
    """Send a train through the policer; a cell that is missing for any reason counts as discarded."""
    payload = 48 * cells - _HEADER_BYTES
    scenario = Scenario.from_template("policed-vc").with_(
        {
            "duration": "1 s",
            "topology.scr": f"{SCR_BPS} bit/s",
            "topology.mbs": f"{mbs} cells",
            "flow.kind": "udp",
            "flow.size": f"{frames * payload} bytes",
            "udp.payload": f"{payload} bytes",
            "udp.rate": f"{payload * 8 * 1_000_000 // period_us} bit/s",
        }
    )
    run = simulate.run(scenario)
    policers = run.columns("policers")
    return bool(policers["discarded_cells"].sum()) or (
        int(port_row(run.columns("ports"), "sw1.h2")["transmitted_cells"]) != frames * cells
    )


CHECK = Check(
    "gcra",
    "longest train of frames without a discarded cell, template policed-vc",
    "ITU-T I.371, annex A; Bonaventure, Klovning and Danthine, 1996, equation (2)",
    measure,
)
