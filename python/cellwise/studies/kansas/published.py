"""The published tables, with the case and measure that each number is compared with."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.studies.kansas.cases import Factors
from cellwise.studies.kansas.inconsistent import reason
from cellwise.study import files
from cellwise.study.definition import Number, Row, Table
from cellwise.study.kinds import Printed

#: How far from our median a number still counts as near, as a fraction of it: with ABR from end to end,
#: where hardly anything is left to chance; for single connections with ABR, of which the thesis' own sums are
#: off by up to 6 %; and elsewhere.
NEAR_ABR = 0.02
NEAR_ABR_SINGLE = 0.1
NEAR = 0.15

#: Of Table 5.1 the thesis itself says: within about 1 %.
NEAR_BASELINE = 0.012

#: Measures and headings by column.
MEASURES: Mapping[str, tuple[str, str]] = {
    "aggregate_goodput_Mbps": ("goodput_mbps", "goodput"),
    "efficiency_percent": ("efficiency_percent", "efficiency"),
    "fairness_index": ("fairness", "fairness"),
    "cell_loss_ratio_percent": ("clr_percent", "CLR"),
    "packet_loss_ratio_percent": ("plr_percent", "PLR"),
    "retransmitted_percent": ("retransmitted_percent", "resent"),
    "link_utilization_percent": ("utilization_percent", "link used"),
    "simulated_goodput_Mbps": ("goodput_mbps", "goodput"),
    "switch_queue_max_cells": ("switch_queue_max_cells", "switch max"),
    "switch_queue_mean_cells": ("switch_queue_mean_cells", "switch mean"),
    "edge_queue_per_vc_max_cells": ("edge_queue_max_cells", "edge max"),
    "edge_queue_per_vc_mean_cells": ("edge_queue_mean_cells", "edge mean"),
    "Bs_plus_N_Be_cells": ("total_queue_cells", "total"),
    "mean_delay_ms": ("mean_delay_ms", "delay, ms"),
    "fair_share_link_rate_Mbps": ("share_mbps", "link rate"),
    "fair_share_goodput_abr_Mbps": ("share_goodput_abr_mbps", "with ABR"),
    "fair_share_goodput_ubr_epd_Mbps": ("share_goodput_ubr_mbps", "with UBR+EPD"),
    "aggregate_goodput_sources_1_5_Mbps": ("first5_goodput_mbps", "1-5"),
    "aggregate_goodput_sources_6_10_Mbps": ("after5_goodput_mbps", "6-10"),
    "mean_plr_sources_1_5_percent": ("first5_plr_percent", "PLR 1-5"),
    "mean_plr_sources_6_10_percent": ("after5_plr_percent", "PLR 6-10"),
    "link1_mean_utilization_percent": ("link1_utilization_percent", "link 1"),
    "link2_mean_utilization_percent": ("link2_utilization_percent", "link 2"),
    "aggregate_goodput_router1_sources_1_5_Mbps": ("first5_goodput_mbps", "router 1"),
    "aggregate_goodput_other_sources_Mbps": ("after5_goodput_mbps", "others"),
}

#: Columns of a table by single sources, by the services that they belong to.
SOURCE_MEASURES = {
    "goodput_Mbps": ("goodput_mbps", "goodput"),
    "clr_percent": ("clr_percent", "CLR"),
    "plr_percent": ("plr_percent", "PLR"),
    "retransmitted_percent": ("retransmitted_percent", "resent"),
}
SERVICES = {"ABR": "abr", "UBR+EPD": "ubr", "TCP-ABR": "abr", "TCP-UBR": "ubr"}

END_TO_END = "End to end: "
BACKBONE = "ATM backbone: "


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one published table is read."""

    name: str
    title: str
    factors: Callable[[Mapping[str, str]], Factors]
    """The experiment of a row."""


def _row(**fixed: Any) -> Callable[[Mapping[str, str]], Factors]:
    """The experiment of a row that gives the service, and the number of sources perhaps."""

    def factors(row: Mapping[str, str]) -> Factors:
        sources: dict[str, Any] = {"sources": int(row["num_sources"])} if "num_sources" in row else {}
        return Factors.of(**{"network": "two-node", "service": SERVICES[row["service"]], **fixed, **sources})

    return factors


def baseline(row: Mapping[str, str]) -> Factors:
    """The experiment of a row of Table 5.1, such as ``TCP-ABR``."""
    traffic, _, service = row["case"].lower().partition("-")
    return Factors("two-node", service, traffic, sources=1)


def _of_shares(_row: Mapping[str, str]) -> Factors:
    return Factors("mnc2", "abr")


PLANS = (
    _Plan("table5.1", "Table 5.1: goodput without congestion", baseline),
    _Plan("table5.2", "Table 5.2: buffer requirements for zero loss, TCP", _row(unlimited=True)),
    _Plan("table5.3", f"Table 5.3: {END_TO_END}two nodes, 5 TCP sessions", _row()),
    _Plan("table5.4", f"Table 5.4: {END_TO_END}two nodes, 5 UDP sessions", _row(traffic="udp")),
    _Plan("table5.5", f"Table 5.5: {END_TO_END}number of TCP connections", _row()),
    _Plan("table5.6", f"Table 5.6: {END_TO_END}number of UDP connections", _row(traffic="udp")),
    _Plan("table5.7", f"Table 5.7: {END_TO_END}multiple node configuration 1, TCP", _row(network="mnc1")),
    _Plan(
        "table5.9",
        f"Table 5.9: {END_TO_END}multiple node configuration 1, UDP",
        _row(network="mnc1", traffic="udp"),
    ),
    _Plan("table5.11", "Table 5.11: fair shares in the multiple node configuration 2", _of_shares),
    _Plan("table5.12", f"Table 5.12: {END_TO_END}multiple node configuration 2, TCP", _row(network="mnc2")),
    _Plan("table5.13", "Table 5.13: multiple node configuration 2, links used", _row(network="mnc2")),
    _Plan("table5.14", f"Table 5.14: {BACKBONE}two nodes, TCP", _row(routers=True)),
    _Plan("table5.15", f"Table 5.15: {BACKBONE}two nodes, UDP", _row(routers=True, traffic="udp")),
    _Plan("table5.16", f"Table 5.16: {BACKBONE}number of TCP connections", _row(routers=True)),
    _Plan("table5.17", f"Table 5.17: {BACKBONE}number of UDP connections", _row(routers=True, traffic="udp")),
    _Plan("table5.18", f"Table 5.18: {BACKBONE}five flows behind router 1", _row(routers=True, crowded=True)),
    _Plan(
        "table5.19",
        f"Table 5.19: {BACKBONE}multiple node configuration 1, TCP",
        _row(network="mnc1", routers=True),
    ),
    _Plan(
        "table5.20",
        f"Table 5.20: {BACKBONE}multiple node configuration 1, UDP",
        _row(network="mnc1", routers=True, traffic="udp"),
    ),
)

_BY_SOURCE = {
    "table5.8": (f"Table 5.8: {END_TO_END}multiple node configuration 1, TCP, single connections", "tcp"),
    "table5.10": (f"Table 5.10: {END_TO_END}multiple node configuration 1, UDP, single connections", "udp"),
}


def read(table: str) -> list[Printed]:
    """Read a published table, as printed."""
    return files.published("cellwise.studies.kansas", table)


def tables() -> tuple[list[Table], list[Factors]]:
    """Give Tables 5.1 to 5.20 and the experiments that they need."""
    needed: dict[str, Factors] = {}

    def use(factors: Factors) -> Factors:
        needed[factors.name] = factors
        return factors

    made = {plan.name: _planned(plan, use) for plan in PLANS}
    made |= {name: _by_source(name, title, traffic, use) for name, (title, traffic) in _BY_SOURCE.items()}
    order = sorted(made, key=lambda name: int(name.rpartition(".")[2]))
    return [made[name] for name in order], list(needed.values())


def _planned(plan: _Plan, use: Callable[[Factors], Factors]) -> Table:
    printed = read(plan.name)
    columns = [column for column in printed[0] if column in MEASURES]
    labels = [column for column in printed[0] if column in ("case", "service", "num_sources", "sources")]
    rows = []
    for line in printed:
        factors = use(plan.factors(line))
        label = tuple(line[column] for column in labels)
        numbers = {
            column: _number(plan.name, label, column, line, factors, _measure(plan.name, label, column))
            for column in columns
        }
        rows.append(Row(label, numbers))
    headings = {column: MEASURES[column][1] for column in columns}
    return Table(plan.name, plan.title, _labels(labels), headings, rows, _note(rows))


def _measure(table: str, label: tuple[str, ...], column: str) -> str:
    measure = MEASURES[column][0]
    if table == "table5.11":
        return f"{'first5' if label == ('1-5',) else 'after5'}_{measure}"
    return measure


def _by_source(name: str, title: str, traffic: str, use: Callable[[Factors], Factors]) -> Table:
    printed = read(name)
    pairs = [
        (f"{prefix}_{column}", service, measure, f"{heading} {told}")
        for prefix, service, told in (("abr", "abr", "ABR"), ("ubr_epd", "ubr", "UBR+EPD"))
        for column, (measure, heading) in SOURCE_MEASURES.items()
        if f"{prefix}_{column}" in printed[0]
    ]
    rows = []
    for line in printed:
        label = (line["source"],)
        numbers = {}
        for column, service, measure, _ in pairs:
            factors = use(Factors("mnc1", service, traffic))
            ours = f"source{line['source']}_{measure}"
            numbers[column] = _number(name, label, column, line, factors, ours)
        rows.append(Row(label, numbers))
    return Table(name, title, ("source",), {column: told for column, _, _, told in pairs}, rows, _note(rows))


def _number(
    table: str, label: tuple[str, ...], column: str, line: Printed, factors: Factors, measure: str
) -> Number:
    return Number(
        line[column],
        factors.name,
        measure,
        near=_near(table, factors),
        inconsistent=reason(table, label, column),
        kind=line.kind(column),
    )


def _near(table: str, factors: Factors) -> float:
    if table == "table5.1":
        return NEAR_BASELINE
    if factors.service != "abr" or factors.routers or factors.unlimited:
        return NEAR
    return NEAR_ABR_SINGLE if table in _BY_SOURCE else NEAR_ABR


def _labels(columns: Iterable[str]) -> tuple[str, ...]:
    return tuple("N" if column == "num_sources" else column for column in columns)


def _note(rows: Iterable[Row]) -> str:
    numbers = [number for row in rows for number in row.numbers.values()]
    near = sorted({100 * number.near for number in numbers if number.near is not None})
    return f"Near: within {' or '.join(f'{percent:g} %' for percent in near)} of our median."
