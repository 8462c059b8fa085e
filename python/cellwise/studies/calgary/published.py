"""The published numbers, with the case and measure that each is compared with; the figures are lost."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from cellwise.studies.calgary.cases import LINES, Factors, single, some_noisy
from cellwise.studies.calgary.counts import MANY, relative_standard_error
from cellwise.study import files
from cellwise.study.definition import Number, Row, Table
from cellwise.study.kinds import Printed

PACKAGE = "cellwise.studies.calgary"

#: Models by what columns of published tables are called.
_BURST, _INDEPENDENT = ("burst", "independent")

#: How far from our median a number still counts as near, as a fraction of it: at CER 1e-3, and below.
NEAR_AT_HIGH_CER = 0.06
NEAR = 0.02

#: Cells of Table 5.2 are counted per million.
MILLION = 10**6

#: Why Figure 3.6(b) cannot be of what is said above it.
NOT_200_US = (
    "bursts of 200 us at 1.5 Mbit/s error 1.32 cells if any, and 57 % of the cells in bursts of one; the "
    "published numbers need 473 us"
)


def tables() -> list[Table]:
    """Give the published tables and the numbers of the text."""
    return [
        _observed("table3.1", _BURST, "Table 3.1: burst errors on one line, 50000 s"),
        _observed("table3.2", _INDEPENDENT, "Table 3.2: independent errors on one line, 50000 s"),
        _throughput(),
        _loss_ratios(),
        _text(),
    ]


def cer_of(printed: str) -> str:
    """Write a CER as names of cases have it.

    Examples
    --------
    >>> cer_of("1.0e-3")
    '1e-3'
    """
    return printed.replace("1.0e", "1e")


def near(cer: str) -> float:
    """Give how far from our median a number at a CER still counts as near."""
    return NEAR_AT_HIGH_CER if cer == "1e-3" else NEAR


def _observed(name: str, model: str, title: str) -> Table:
    rows = []
    for line in files.published(PACKAGE, name):
        cer, dropped = cer_of(line["target_cer"]), line["cells_dropped"]
        case = single(model, cer).name
        error = MANY * relative_standard_error(float(dropped), model)
        mantissa = line["observed_cer"].partition("e")[0]
        numbers = {
            "cells_dropped": Number(dropped, case, "errored_cells", error * float(dropped), near(cer)),
            "cells_received": Number(line["cells_received"], case, "arrived_cells", near=near(cer)),
            "observed_cer": Number(mantissa, case, "error_ratio_over_target", error),
        }
        numbers = {column: replace(one, kind=line.kind(column)) for column, one in numbers.items()}
        rows.append(Row((cer,), numbers))
    columns = {
        "cells_dropped": "cells dropped",
        "cells_received": "received",
        "observed_cer": "observed/target",
    }
    note = "Inside: within 3 standard errors of the published count. Near: within 2 %, at 1e-3 within 6 %."
    return Table(name, title, ("CER",), columns, rows, note)


def _throughput() -> Table:
    columns = {"burst": "burst, bit/s", "independent": "independent, bit/s"}
    rows = []
    for line in files.published(PACKAGE, "table5.1"):
        cer = cer_of(line["cer"])
        numbers = {
            model: Number(
                line[f"{model}_error_model_throughput_bps"],
                single(model, cer).name,
                "throughput_bps",
                near=near(cer),
                kind=line.kind(f"{model}_error_model_throughput_bps"),
            )
            for model in columns
        }
        rows.append(Row((cer,), numbers))
    note = "Near: within 2 % of our median, at CER 1e-3 within 6 %."
    return Table("table5.1", "Table 5.1: throughput of one line, 50000 s", ("CER",), columns, rows, note)


def _loss_ratios() -> Table:
    columns = {"burst": "burst, 1e-6", "independent": "independent, 1e-6"}
    rows = []
    for line in files.published(PACKAGE, "table5.2"):
        numbers = {model: _loss_ratio(line, model) for model in columns}
        rows.append(Row((f"{line['noisy_lines_percent']} %",), numbers))
    note = (
        "Means of the lines' ratios, per million cells. Inside: within 3 standard errors of a count as "
        "large as in Table 3.1 or 3.2."
    )
    return Table("table5.2", "Table 5.2: cell loss ratio, CER 1e-3", ("noisy lines",), columns, rows, note)


def _loss_ratio(line: Printed, model: str) -> Number:
    column, noisy = f"measured_clr_{model}_model", _noisy(line)
    text = f"{(Decimal(line[column]) * MILLION).normalize():f}"
    tolerance = MANY * relative_standard_error(errors_of(model, noisy), model) * float(text)
    return Number(
        text, some_noisy(noisy, model).name, "cell_loss_ratio_millionths", tolerance, kind=line.kind(column)
    )


def loss_ratios(model: str) -> dict[int, float]:
    """Give the measured column of Table 5.2 by the number of noisy lines."""
    return {
        _noisy(line): float(line[f"measured_clr_{model}_model"])
        for line in files.published(PACKAGE, "table5.2")
    }


def _noisy(line: Mapping[str, str]) -> int:
    return round(float(line["noisy_lines_percent"]) * LINES / 100)


def errors_of(model: str, noisy: int) -> float:
    """Count the errored cells that some lines have in 5000 s at CER 1e-3, by Tables 3.1 and 3.2."""
    table = "table3.1" if model == "burst" else "table3.2"
    counted_s, run_s = 49_950, 4_950
    return float(files.published(PACKAGE, table)[0]["cells_dropped"]) * noisy * run_s / counted_s


#: Case and measure by item, and how far outside our range a number still counts as inside, if that is stated.
COMPARED: Mapping[str, tuple[str, str, float | None]] = {
    "max_throughput_1.5Mbps_512": (Factors(None).name, "line_throughput_bps", None),
    "mean_cells_corrupted_per_burst": (single("burst", "1e-3").name, "cells_per_burst", None),
    "share_of_corrupted_cells_in_1_cell_bursts": (
        single("burst", "1e-3").name,
        "one_cell_bursts_percent",
        None,
    ),
    "max_cells_in_a_burst": (single("burst", "1e-3").name, "most_cells_of_burst", None),
    "max_queue_length": (Factors(None).name, "line_queue_max_cells", None),
    "drops_per_window_at_1514": (
        Factors(cer="1e-5", buffer_cells=1514).name,
        "overflow_cells_per_timeout",
        None,
    ),
    "plr_independent_cer1e-3_mss512_about": (Factors("independent").name, "packet_loss_percent", 0.2),
    "plr_independent_cer1e-3_mss9140_about": (
        Factors("independent", mss=9140).name,
        "packet_loss_percent",
        1.5,
    ),
}

#: Numbers of Figure 3.6(b), whose caption and picture disagree.
INCONSISTENT = (
    "mean_cells_corrupted_per_burst",
    "share_of_corrupted_cells_in_1_cell_bursts",
    "max_cells_in_a_burst",
)

#: Numbers that are set.
INPUTS = (
    "drop_syndrome_buffer",
    "simulation_time",
    "warmup",
    "table5.1_time",
    "adsl_distance",
    "adsl_propagation",
    "atm_propagation",
    "lan_distance",
    "wan_distance",
    "window",
    "timer_granularity",
    "delayed_ack",
)


def read() -> list[Printed]:
    """Read the numbers of the text, as printed."""
    return files.published(PACKAGE, "text-numbers")


def _text() -> Table:
    rows = [_row(line) for line in read() if line["item"] in COMPARED]
    note = f"Near: within {100 * NEAR:g} % of our median."
    return Table("text", "Numbers of the text", ("what", "section", "unit"), {"value": "value"}, rows, note)


def _row(line: Printed) -> Row:
    case, measure, tolerance = COMPARED[line["item"]]
    inconsistent = NOT_200_US if line["item"] in INCONSISTENT else None
    number = Number(line["value"], case, measure, tolerance, NEAR, inconsistent, line.kind("value"))
    return Row((line["item"].replace("_", " "), line["where"], line["unit"]), {"value": number})
