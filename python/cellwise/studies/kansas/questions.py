"""The open questions of the thesis (section 6.2): cases, tables of what came out, and claim 13.

The thesis expects something of most of them; where it does, that is the inequality of the claim. What it
leaves open is tested as "ABR stays ahead".
"""

from collections.abc import Sequence
from typing import Any

from cellwise.studies.kansas.cases import SOURCES, Factors
from cellwise.study.claims import Part
from cellwise.study.definition import Exploration
from cellwise.study.values import View

#: Policies that the edge could have.
EDGE_POLICIES = ("tail", "epd", "red", "selective-drop", "fba")

#: Buffers of all edges together, and of a switch's port, in cells.
EDGE_BUFFERS = (2048, 4096, 8192, 16384)
SWITCH_BUFFERS = (2048, 4096, 8192, 16384)

#: Many connections.
MANY = (50, 100)

#: Drop policies that UBR could have in the place of EPD.
UBR_POLICIES = ("epd", "selective-drop", "fba")

_MEASURES = {
    "goodput_mbps": "goodput, Mbit/s",
    "efficiency_percent": "efficiency, %",
    "fairness": "fairness",
    "clr_percent": "CLR, %",
    "plr_percent": "PLR, %",
    "retransmitted_percent": "resent, %",
}


def _two(service: str, **factors: Any) -> Factors:
    return Factors(**{"network": "two-node", "service": service, **factors})


def _named(service: str, policy: str = "epd") -> str:
    return "ABR" if service == "abr" else f"UBR, {policy}"


BURSTY = {
    (f"{sources} sources, VBR {load} Mbit/s", _named(service)): _two(
        service, sources=sources, load_mbps=load, bursty=True
    )
    for sources, load in ((5, 0), (5, 30), (20, 0))
    for service in ("abr", "ubr")
}
EDGE = {
    (where, policy): _two(
        "abr", routers=True, crowded=crowded, edge_policy=None if policy == "tail" else policy
    )
    for where, crowded in (("one flow per router", False), ("five flows behind router 1", True))
    for policy in EDGE_POLICIES
}
SPLITS = {
    **{("ABR", f"edge {cells}"): _two("abr", routers=True, edge_cells=cells) for cells in EDGE_BUFFERS},
    **{
        ("ABR", f"switch {cells}"): _two("abr", routers=True, switch_cells=cells)
        for cells in SWITCH_BUFFERS
        if cells != 8192
    },
    **{
        ("UBR, epd", f"switch {cells}"): _two("ubr", routers=True, switch_cells=cells)
        for cells in SWITCH_BUFFERS
    },
}
CROWDS = {
    (str(sources), _named(service)): _two(service, sources=sources)
    for sources in (*SOURCES, *MANY)
    for service in ("abr", "ubr")
}
POLICIES = {
    **{
        ("two nodes", str(sources), _named("ubr", policy)): _two("ubr", sources=sources, policy=policy)
        for sources in SOURCES
        for policy in UBR_POLICIES
    },
    **{("two nodes", str(sources), "ABR"): _two("abr", sources=sources) for sources in SOURCES},
    **{
        ("three links", "4", _named("ubr", policy)): Factors("mnc1", "ubr", policy=policy)
        for policy in UBR_POLICIES
    },
    ("three links", "4", "ABR"): Factors("mnc1", "abr"),
}

_TABLES: Sequence[tuple[str, str, tuple[str, ...], dict[Any, Factors], str]] = (
    (
        "bursty",
        "Bursty sources: greedy TCP for half a second on average, then none for as long",
        ("case", "service"),
        BURSTY,
        "Efficiency is over the whole link, which the sources together do not always ask for.",
    ),
    ("edge", "Drop policies in the edge device, ABR, TCP", ("case", "policy"), EDGE, ""),
    (
        "splits",
        "Other buffers at the edge and in the switch, 5 TCP connections over routers",
        ("service", "cells"),
        SPLITS,
        "The edge has so many cells together; the other buffers have 8192 cells.",
    ),
    ("crowds", "Many connections, TCP, end to end", ("sources", "service"), CROWDS, ""),
    (
        "policies",
        "UBR with Selective Drop and Fair Buffer Allocation against ABR, TCP, end to end",
        ("network", "sources on a link", "service"),
        POLICIES,
        "",
    ),
)


def explorations() -> list[Exploration]:
    """Give the tables of what came out."""
    return [
        Exploration(
            name, title, labels, _MEASURES, {row: factors.name for row, factors in rows.items()}, note
        )
        for name, title, labels, rows, note in _TABLES
    ]


def needed() -> list[Factors]:
    """Give the experiments that the tables need."""
    return [factors for _, _, _, rows, _ in _TABLES for factors in rows.values()]


def _ahead(pairs: Sequence[tuple[Factors, Factors]], measure: str) -> Part:
    def test(view: View) -> tuple[bool, str]:
        numbers = [(view(abr.name, measure), view(ubr.name, measure)) for abr, ubr in pairs]
        told = ", ".join(f"{abr:.3g} beside {ubr:.3g}" for abr, ubr in numbers)
        return all(abr > ubr for abr, ubr in numbers), told

    return Part(f"ABR ahead in {measure.removesuffix('_percent')}", test)


def _said(prefix: str, part: Part) -> Part:
    return Part(f"{prefix}: {part.says}", part.test)


def _bursty_pairs() -> list[tuple[Factors, Factors]]:
    cases = list(BURSTY.values())
    return list(zip(cases[::2], cases[1::2], strict=True))


def _edge_helps(where: str) -> Part:
    def test(view: View) -> tuple[bool, str]:
        reached = {policy: view(EDGE[where, policy].name, "efficiency_percent") for policy in EDGE_POLICIES}
        told = ", ".join(f"{policy} {value:.1f}" for policy, value in reached.items())
        return all(reached[policy] > reached["tail"] for policy in EDGE_POLICIES[1:]), told

    return Part(f"{where}: frame-aware dropping in the edge is more efficient than tail drop", test)


def _split_matters(view: View) -> tuple[bool, str]:
    reached = [
        view(_two("abr", routers=True, edge_cells=cells).name, "efficiency_percent") for cells in EDGE_BUFFERS
    ]
    return max(reached) - min(reached) >= 5, f"{min(reached):.1f} to {max(reached):.1f} %"


def _many_stay(view: View) -> tuple[bool, str]:
    numbers = [
        (
            view(_two("abr", sources=n).name, "efficiency_percent"),
            view(_two("abr", sources=n).name, "fairness"),
        )
        for n in MANY
    ]
    told = ", ".join(f"{efficiency:.1f} %, fairness {fairness:.3f}" for efficiency, fairness in numbers)
    return all(efficiency >= 95 and fairness >= 0.95 for efficiency, fairness in numbers), told


_ENHANCED = [
    (POLICIES[where, sources, "ABR"], factors)
    for (where, sources, service), factors in POLICIES.items()
    if service not in ("ABR", "UBR, epd")
]

PARTS = (
    _said("bursty sources", _ahead(_bursty_pairs(), "efficiency_percent")),
    _said("bursty sources", _ahead(_bursty_pairs(), "fairness")),
    _edge_helps("one flow per router"),
    _edge_helps("five flows behind router 1"),
    Part("the size of the edge buffers moves efficiency by 5 points or more", _split_matters),
    Part("50 and 100 connections: ABR at 95 % and fairness 0.95 at least", _many_stay),
    _said("UBR with Selective Drop or FBA", _ahead(_ENHANCED, "efficiency_percent")),
    _said("UBR with Selective Drop or FBA", _ahead(_ENHANCED, "fairness")),
)
