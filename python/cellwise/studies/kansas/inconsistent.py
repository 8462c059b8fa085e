"""Numbers of the thesis with which the thesis itself, or arithmetic, disagrees; they are never tuned to."""

from collections.abc import Mapping

_UDP_CLR = (
    "{n} sources at line rate into one link lose at least {least} % of their cells; the printed ratios "
    "hardly move with the number of sources, as if no more than 4.3 of them had been heard"
)
_UDP_PLR = "{n} sources at line rate through one link lose at least {least} % of their packets"
_EDGE_PLR = (
    "{n} sources at line rate, of which the printed goodput is left, have lost {true} % of their packets"
)
_MNC1_CLR = (
    "four sources at line rate into link 1 lose at least 75 % of their cells, and the local ones alone lose "
    "half of theirs on the other links"
)
_UTILIZATION = "less than the goodput that the same row prints"
_UDP_EFFICIENCY = "the printed goodput is {true} % of 130.306 Mbit/s"
_SHARE = "0.8701 x 50 Mbit/s are 43.5 Mbit/s; nothing more can pass link 2"
_SUM_512 = "20.2 + 40.58 is 60.78 Mbit/s, which is 45.2 %, not 60.05 %; the text has 40.78 for 40.58"
_SUM_518 = "62.3 + 57.75 is 120.05 Mbit/s, not 125.6"
_QUEUE = (
    "5 windows are 19200 cells, of which 3800 to 4000 are on the way, not 2000; 10 windows less the same "
    "is what the table prints for 10 sources"
)
_DELAY_5 = "60 ms of queue would be 21000 cells, more than all windows together"
_ABR_TOTAL = "4031 + 5 x 2783 is 17946; but the sum of the windows, less the pipe, leaves no more than 15400"

#: Losses that line-rate sources cannot avoid, in percent.
_LEAST = {"5": "80", "10": "90", "15": "93.3", "20": "95"}

#: Losses that follow from the goodput of Table 5.17 with ABR, in percent.
_EDGE_LOSS = {"5": "82.1", "10": "91.1", "15": "94.1", "20": "95.6"}


def _by_place() -> dict[tuple[str, tuple[str, ...], str], str]:
    ratio, packets = "cell_loss_ratio_percent", "packet_loss_ratio_percent"
    efficiency, used = "efficiency_percent", "link_utilization_percent"
    ubr = "UBR+EPD"
    places = {
        ("table5.2", ("TCP-UBR", "5"), "switch_queue_max_cells"): _QUEUE,
        ("table5.2", ("TCP-UBR", "5"), "switch_queue_mean_cells"): _QUEUE,
        ("table5.2", ("TCP-UBR", "5"), "Bs_plus_N_Be_cells"): _QUEUE,
        ("table5.2", ("TCP-UBR", "5"), "mean_delay_ms"): _DELAY_5,
        ("table5.2", ("TCP-ABR", "5"), "mean_delay_ms"): _DELAY_5,
        ("table5.2", ("TCP-ABR", "5"), "Bs_plus_N_Be_cells"): _ABR_TOTAL,
        ("table5.4", (ubr,), ratio): _UDP_CLR.format(n=5, least="80"),
        ("table5.5", ("ABR", "15"), efficiency): _UDP_EFFICIENCY.format(true="98.64"),
        ("table5.7", ("ABR",), "aggregate_goodput_Mbps"): "Table 5.8 has 122.2 to 126.3 on the same links",
        (
            "table5.7",
            ("ABR",),
            efficiency,
        ): "Table 5.8 has 122.2 to 126.3 Mbit/s on the same links, 93.8 to 96.9 %",
        ("table5.9", ("ABR",), "aggregate_goodput_Mbps"): "Table 5.10 has 122.7 to 125.1 on the same links",
        ("table5.9", ("ABR",), efficiency): _UDP_EFFICIENCY.format(true="98.48"),
        ("table5.9", (ubr,), "fairness_index"): "the sources of Table 5.10 have 0.85 to 0.885",
        ("table5.12", ("ABR",), "aggregate_goodput_sources_1_5_Mbps"): _SHARE,
        ("table5.18", (ubr,), "aggregate_goodput_Mbps"): _SUM_518,
        ("table5.18", (ubr,), efficiency): _SUM_518,
        ("table5.14", ("ABR",), used): _UTILIZATION,
        ("table5.15", ("ABR",), used): _UTILIZATION,
        ("table5.15", ("ABR",), "aggregate_goodput_Mbps"): "Table 5.17 has 120.6 for the same case",
        ("table5.17", ("ABR", "5"), "aggregate_goodput_Mbps"): "Table 5.15 has 120.16 for the same case",
        ("table5.17", ("ABR", "10"), efficiency): _UDP_EFFICIENCY.format(true="92.24"),
        ("table5.17", ("ABR", "15"), efficiency): _UDP_EFFICIENCY.format(true="91.25"),
    }
    for column in ("aggregate_goodput_sources_1_5_Mbps", "aggregate_goodput_sources_6_10_Mbps"):
        places["table5.12", (ubr,), column] = _SUM_512
    for column in ("aggregate_goodput_Mbps", efficiency):
        places["table5.12", (ubr,), column] = _SUM_512
    for table in ("table5.5", "table5.16"):
        places[table, (ubr, "20"), efficiency] = "85.3 of 134.513 Mbit/s are 63.4 %"
    for table in ("table5.6", "table5.17"):
        for n, least in _LEAST.items():
            places[table, (ubr, n), ratio] = _UDP_CLR.format(n=n, least=least)
            if n != "5":
                places[table, (ubr, n), packets] = _UDP_PLR.format(n=n, least=least)
    for n, least in _LEAST.items():
        places["table5.17", ("ABR", n), ratio] = _UDP_CLR.format(n=n, least=least)
        places["table5.17", ("ABR", n), packets] = _EDGE_PLR.format(n=n, true=_EDGE_LOSS[n])
    places["table5.15", ("ABR",), ratio] = places["table5.15", (ubr,), ratio] = _UDP_CLR.format(
        n=5, least="80"
    )
    places["table5.15", ("ABR",), packets] = _EDGE_PLR.format(n=5, true=_EDGE_LOSS["5"])
    places |= {("table5.10", (str(n),), "ubr_epd_clr_percent"): _MNC1_CLR for n in range(1, 9)}
    places["table5.9", (ubr,), ratio] = places["table5.20", (ubr,), ratio] = _MNC1_CLR
    return places


_REASONS: Mapping[tuple[str, tuple[str, ...], str], str] = _by_place()


def reason(table: str, label: tuple[str, ...], column: str) -> str | None:
    """Say why a number is inconsistent; None if it is not."""
    return _REASONS.get((table, label, column))


def places() -> list[tuple[str, tuple[str, ...], str]]:
    """Name the table, row and column of every number that is inconsistent."""
    return list(_REASONS)
