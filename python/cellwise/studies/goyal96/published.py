"""The published tables, with the case and measure that each number is compared with."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from cellwise.studies.goyal96.cases import Factors
from cellwise.study import files
from cellwise.study.definition import Number, Row, Table
from cellwise.study.kinds import Printed

#: The policies of Tables 2 and 3 by the first part of their columns' names.
POLICIES: Mapping[str, tuple[str, str, float | None, float | None]] = {
    "ubr_tail_drop": ("UBR", "tail", None, None),
    "epd": ("EPD", "epd", None, None),
    "selective_drop": ("Selective Drop", "selective-drop", 0.9, 0.8),
    "fba": ("FBA", "fba", 0.9, 0.8),
}

_CONTRADICTED = (
    "Table {table} has {other} for these very settings (R = 0.9, Z = 0.8), and no row of it has this pair"
)

#: Numbers with which another table of the document disagrees by more than rounding, by table, policy, row.
INCONSISTENT: Mapping[tuple[str, str, str, int, int], str] = {
    ("table2", "fba", "LAN", 5, 1000): _CONTRADICTED.format(table=5, other="0.66"),
    ("table2", "fba", "LAN", 15, 1000): _CONTRADICTED.format(table=5, other="0.60"),
    ("table3", "fba", "LAN", 5, 1000): _CONTRADICTED.format(table=5, other="0.93"),
    ("table3", "fba", "LAN", 15, 1000): _CONTRADICTED.format(table=5, other="0.71"),
}

#: The Selective Drop columns of Tables 2 and 3 differ by 0.01 from Table 4 in many rows.
SELECTIVE_DROP_TOLERANCE = 0.01

#: Table 1 prints 1 without decimals: an efficiency from 0.985 and a fairness from 0.995 on count as 1.
TABLE1_TOLERANCE = {"efficiency": 0.015, "fairness": 0.005}

_MEASURES = {"efficiency": "efficiency", "fairness_index": "fairness", "max_queue_cells": "max_waiting_cells"}
_HEADINGS = {
    "efficiency": "efficiency",
    "fairness_index": "fairness",
    "max_queue_cells": "maximum queue, cells",
}


def factors_of_table2(row: Mapping[str, str], policy: str) -> Factors:
    """The experiment of one column of Tables 2 and 3."""
    _, name, r, z = POLICIES[policy]
    return Factors(row["configuration"], int(row["num_sources"]), int(row["buffer_cells"]), name, r, z)


def _factors_of_table1(row: Mapping[str, str]) -> Factors:
    return Factors(row["configuration"], int(row["num_sources"]), None)


def _factors_of_table4(row: Mapping[str, str]) -> Factors:
    place = (row["configuration"], int(row["num_sources"]), int(row["buffer_cells"]))
    return Factors(*place, "selective-drop", 0.9, float(row["Z"]))


def _factors_of_fba(configuration: str, row: Mapping[str, str]) -> Factors:
    place = (configuration, int(row["num_sources"]), int(row["buffer_cells"]))
    return Factors(*place, "fba", float(row["R_fraction_of_buffer"]), float(row["Z"]))


def read(table: str) -> list[Printed]:
    """Read a published table, as printed."""
    return files.published("cellwise.studies.goyal96", table)


def tables() -> tuple[list[Table], list[Factors]]:
    """Give Tables 1 to 6 and the experiments that they need, each once."""
    needed: dict[str, Factors] = {}

    def use(factors: Factors) -> str:
        needed[factors.name] = factors
        return factors.name

    made = [
        _table1(use),
        _comparative("table2", "Table 2: UBR+, comparative analysis (efficiency)", "efficiency", use),
        _comparative("table3", "Table 3: UBR+, comparative analysis (fairness)", "fairness_index", use),
        _detailed("table4", "Table 4: Selective Drop using per-VC accounting", _factors_of_table4, use),
        _detailed("table5", "Table 5: Fair Buffer Allocation, LAN", lambda r: _factors_of_fba("LAN", r), use),
        _detailed("table6", "Table 6: Fair Buffer Allocation, WAN", lambda r: _factors_of_fba("WAN", r), use),
    ]
    return made, list(needed.values())


def _table1(use: Callable[[Factors], str]) -> Table:
    table = _detailed("table1", "Table 1: buffer requirements for zero loss", _factors_of_table1, use)
    rows = [
        Row(
            row.labels,
            {
                column: replace(number, tolerance=TABLE1_TOLERANCE.get(number.measure))
                for column, number in row.numbers.items()
            },
        )
        for row in table.rows
    ]
    note = "An efficiency or fairness printed as 1 is compared with 0.985 and 0.995; queues to half a cell."
    return replace(table, rows=rows, note=note)


def _detailed(
    name: str, title: str, factors: Callable[[Mapping[str, str]], Factors], use: Callable[[Factors], str]
) -> Table:
    printed = read(name)
    value_columns = [column for column in printed[0] if column in _MEASURES]
    label_columns = [column for column in printed[0] if column not in _MEASURES]
    rows = []
    for line in printed:
        case = use(factors(line))
        numbers = {
            column: Number(line[column], case, _MEASURES[column], kind=line.kind(column))
            for column in value_columns
        }
        rows.append(Row(tuple(line[column] for column in label_columns), numbers))
    return Table(name, title, _labels(label_columns), {c: _HEADINGS[c] for c in value_columns}, rows)


def _comparative(name: str, title: str, quantity: str, use: Callable[[Factors], str]) -> Table:
    label_columns = ["configuration", "num_sources", "buffer_cells"]
    rows = []
    for line in read(name):
        numbers = {}
        for policy in POLICIES:
            place = (name, policy, line["configuration"], int(line["num_sources"]), int(line["buffer_cells"]))
            column = f"{policy}_{quantity}"
            numbers[column] = Number(
                printed=line[column],
                case=use(factors_of_table2(line, policy)),
                measure=_MEASURES[quantity],
                tolerance=_comparative_tolerance(policy, line[column]),
                inconsistent=INCONSISTENT.get(place),
                kind=line.kind(column),
            )
        rows.append(Row(tuple(line[column] for column in label_columns), numbers))
    columns = {f"{policy}_{quantity}": heading for policy, (heading, *_) in POLICIES.items()}
    note = "Selective Drop is compared with a tolerance of 0.01, by which this table differs from Table 4."
    return Table(name, title, _labels(label_columns), columns, rows, note)


def _comparative_tolerance(policy: str, printed: str) -> float | None:
    if policy == "selective_drop":
        return SELECTIVE_DROP_TOLERANCE
    # A fairness printed as 1 stands among numbers with two decimals.
    return 0.005 if "." not in printed else None


def _labels(columns: list[str]) -> tuple[str, ...]:
    short = {
        "num_sources": "sources",
        "configuration": "network",
        "buffer_cells": "buffer",
        "R_fraction_of_buffer": "R",
    }
    return tuple(short.get(column, column) for column in columns)
