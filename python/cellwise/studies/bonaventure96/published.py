"""The numbers of the text, with the case and measure that each is compared with; the figures are lost."""

from collections.abc import Mapping

from cellwise.studies.bonaventure96.cases import Transfer
from cellwise.studies.bonaventure96.frames import Spaced, Train
from cellwise.study import files
from cellwise.study.definition import Number, Row, Table
from cellwise.study.kinds import Printed

PACKAGE = "cellwise.studies.bonaventure96"

#: How far from our median a number still counts as near, as a fraction of it.
NEAR = 0.3

#: Case and measure by item.
COMPARED: Mapping[str, tuple[str, str]] = {
    "ping_rtt": (Transfer().name, "handshake_us"),
    "inter_SDU_4832": (Train(4832).name, "sdu_us"),
    "inter_SDU_9188": (Train(9188).name, "sdu_us"),
    "I_p_4832": (Train(4832).name, "gap_us"),
    "I_p_9188": (Train(9188).name, "gap_us"),
    "raw_throughput_4832": (Train(4832).name, "raw_mbps"),
    "raw_throughput_9188": (Train(9188).name, "raw_mbps"),
    "idle_after_burst_500ms_roughly": (Transfer().name, "idle_after_burst_s"),
    "idle_after_lost_retransmission_500ms": (Transfer().name, "idle_after_lost_s"),
    "idle_needed_for_192_cells": (Spaced().name, "idle_ms"),
    "data_packets_9188": (Transfer().name, "data_packets"),
    "retransmitted_MBS1000_10ms": (Transfer(tick_ms=10).name, "retransmitted_percent"),
    "retransmitted_MBS4000_10ms": (Transfer(mbs=4000, tick_ms=10).name, "retransmitted_percent"),
    "retransmitted_MBS4000_200_500ms": (Transfer(mbs=4000).name, "retransmitted_percent"),
    "burst_MBS2000_9188_10ms": (Transfer(mbs=2000, tick_ms=10).name, "burst_sent"),
    "discarded_tail_of_that_burst": (Transfer(mbs=2000, tick_ms=10).name, "burst_lost"),
    "throughput_552_200ms_MBS4000_almost": (Transfer(552, 4000, 200).name, "throughput_mbps"),
    "throughput_552_200ms_MBS1000": (Transfer(552, 1000, 200).name, "throughput_mbps"),
    "throughput_shaped_large_MTU_about": (Transfer(shaping="scr").name, "ceiling_percent"),
}

#: Numbers that are set, or follow from what is set by arithmetic.
INPUTS = ("T_PCR", "T_SCR", "SCR", "window", "file", "MBS_min", "MBS_max")

#: Bounds, which claims 1, 5 and 9 test.
BOUNDS = (
    "throughput_large_MTU_500ms_below",
    "throughput_larger_MTU_200ms_below",
    "throughput_shaped_552_below",
)


def read() -> list[Printed]:
    """Read the numbers of the text, as printed."""
    return files.published(PACKAGE, "text-numbers")


def tables() -> list[Table]:
    """Give the table of the numbers that runs are compared with."""
    rows = [_row(line) for line in read() if line["item"] in COMPARED]
    note = (
        f"Near: within {100 * NEAR:g} % of our median. The text has one number for 200 and 500 ms at "
        "MBS 4000; it is compared with 500 ms here, with both in claim 6."
    )
    return [Table("text", "Numbers of the text", ("what", "section", "unit"), {"value": "value"}, rows, note)]


def _row(line: Printed) -> Row:
    case, measure = COMPARED[line["item"]]
    label = (line["item"].replace("_", " "), line["where"], line["unit"])
    return Row(label, {"value": Number(line["value"], case, measure, near=NEAR, kind=line.kind("value"))})


def near(ours: float, printed: float) -> bool:
    """Tell whether a printed number is near ours."""
    return abs(ours - printed) <= NEAR * printed
