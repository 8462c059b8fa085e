"""The inequalities behind the claims of claims.toml."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from cellwise.studies.goyal96.cases import WINDOWS_BYTES, Factors
from cellwise.studies.goyal96.published import factors_of_table2, read
from cellwise.study import files
from cellwise.study.claims import Claim, Part
from cellwise.study.values import View

#: The twelve settings of Tables 2 and 3.
ROWS = read("table2")
LAN_ROWS = [row for row in ROWS if row["configuration"] == "LAN"]

#: How far the largest queue may be from Table 1: in cells for the LAN, as a fraction for the WAN.
LAN_QUEUE_CELLS = 2
WAN_QUEUE_FRACTION = 0.01

#: What parts hang on that hold in some replications and fail in others: these differ in nothing else.
ORDER = "the order of cells that reach the port at the same instant, which the document does not state"

#: What the queue of 15 sources in the WAN hangs on (see README.md).
TIMEOUTS_IN_VAIN = (
    "how finely the timeout follows the round trips, which the document does not state: rounded to ticks, "
    "no source times out in slow start; in exact time one or two of 15 do, and the queue is within 1 %"
)


def claims() -> list[Claim]:
    """Give the claims with their inequalities."""
    return files.claims("cellwise.studies.goyal96", PARTS)


def window_factors(window_bytes: int) -> Factors:
    """The experiments of claim 9; the standard window is that of Table 2."""
    standard = window_bytes == WINDOWS_BYTES[0]
    return Factors("LAN", 5, 1000, "tail", window_bytes=None if standard else window_bytes)


def _over(view: View, policy: str, measure: str, rows: Sequence[Mapping[str, str]]) -> np.ndarray:
    return np.array([view(factors_of_table2(row, policy).name, measure) for row in rows])


def _table1(view: View, configuration: str, sources: int, measure: str) -> float:
    return view(Factors(configuration, sources, None).name, measure)


_TABLE1_ROWS = tuple((row["configuration"], int(row["num_sources"])) for row in read("table1"))


def _all_full(view: View) -> tuple[bool, str]:
    efficiency = min(_table1(view, *row, "efficiency") for row in _TABLE1_ROWS)
    fairness = min(_table1(view, *row, "fairness") for row in _TABLE1_ROWS)
    return efficiency >= 0.985 and fairness >= 0.999, f"least {efficiency:.4f} and {fairness:.5f}"


def _queue(configuration: str, *sources: int) -> Callable[[View], tuple[bool, str]]:
    queues = {
        (row["configuration"], int(row["num_sources"])): float(row["max_queue_cells"])
        for row in read("table1")
    }
    printed = {n: queues[configuration, n] for n in sources}

    def test(view: View) -> tuple[bool, str]:
        ours = {n: _table1(view, configuration, n, "max_waiting_cells") for n in printed}
        allowed = {
            n: LAN_QUEUE_CELLS if configuration == "LAN" else WAN_QUEUE_FRACTION * printed[n] for n in printed
        }
        holds = all(abs(ours[n] - printed[n]) <= allowed[n] for n in printed)
        return holds, ", ".join(f"N={n}: {ours[n]:.0f} beside {printed[n]:.0f}" for n in printed)

    return test


def _plain_is_inefficient(view: View) -> tuple[bool, str]:
    below = int((_over(view, "ubr_tail_drop", "efficiency", LAN_ROWS) < 0.8).sum())
    return below >= 5, f"{below} of 6 rows"


def _plain_is_unfair(view: View) -> tuple[bool, str]:
    plain, selective, fba = (
        float(np.median(_over(view, policy, "fairness", ROWS)))
        for policy in ("ubr_tail_drop", "selective_drop", "fba")
    )
    return plain < selective and plain < fba, f"{plain:.3f} beside {selective:.3f} and {fba:.3f}"


def _rows_higher(
    policy: str, other: str, measure: str, rows: Sequence[Mapping[str, str]], least: int
) -> Part:
    def test(view: View) -> tuple[bool, str]:
        higher = int((_over(view, policy, measure, rows) > _over(view, other, measure, rows)).sum())
        return higher >= least, f"{higher} rows"

    return Part(f"{measure} of {policy} above {other} in {least} of {len(rows)} rows", test, hangs_on=ORDER)


def _z_of_table4(view: View) -> tuple[bool, str]:
    efficiency = {
        z: view(Factors("LAN", 5, 1000, "selective-drop", 0.9, z).name, "efficiency")
        for z in (0.2, 0.8, 1, 2)
    }
    holds = all(efficiency[0.8] > efficiency[z] for z in (0.2, 1, 2))
    return holds, ", ".join(f"Z={z:g}: {value:.3f}" for z, value in efficiency.items())


def _mean_over_r(view: View) -> tuple[bool, str]:
    means: list[float] = []
    for r in (0.1, 0.5, 0.9):
        cases = [
            Factors("LAN", int(row["num_sources"]), int(row["buffer_cells"]), "fba", r, float(row["Z"])).name
            for row in read("table5")
            if float(row["R_fraction_of_buffer"]) == r
        ]
        means.append(float(np.mean([view(case, "efficiency") for case in cases])))
    told = ", ".join(f"R={r}: {mean:.3f}" for r, mean in zip((0.1, 0.5, 0.9), means, strict=True))
    return means[0] < means[1] < means[2], told


def _fba_mean(measure: str) -> Part:
    def test(view: View) -> tuple[bool, str]:
        fba, epd, plain = (
            float(_over(view, p, measure, ROWS).mean()) for p in ("fba", "epd", "ubr_tail_drop")
        )
        return fba > epd and fba > plain, f"FBA {fba:.3f}, EPD {epd:.3f}, UBR {plain:.3f}"

    return Part(f"mean {measure} of FBA above EPD and UBR", test)


def _selective(sources: int, buffer_cells: int) -> str:
    return Factors("LAN", sources, buffer_cells, "selective-drop", 0.9, 0.8).name


def _rises_with_buffer(view: View) -> tuple[bool, str]:
    by_n = {n: [view(_selective(n, k), "efficiency") for k in (1000, 2000, 3000)] for n in (5, 15)}
    holds = all(small < medium < large for small, medium, large in by_n.values())
    return holds, ", ".join(f"N={n}: " + " ".join(f"{value:.3f}" for value in row) for n, row in by_n.items())


def _falls_with_sources(view: View) -> tuple[bool, str]:
    few, many = (view(_selective(n, 1000), "fairness") for n in (5, 15))
    return many < few, f"N=5: {few:.3f}, N=15: {many:.3f}"


def _rises_as_window_falls(view: View) -> tuple[bool, str]:
    efficiency = [view(window_factors(window).name, "efficiency") for window in WINDOWS_BYTES]
    holds = all(before < after for before, after in pairwise(efficiency))
    return holds, ", ".join(f"{w}: {e:.3f}" for w, e in zip(WINDOWS_BYTES, efficiency, strict=True))


PARTS: Mapping[str, tuple[Part, ...]] = {
    "goyal96-1": (
        Part("efficiency at least 0.985, fairness at least 0.999", _all_full),
        Part("LAN queue within 2 cells", _queue("LAN", 5, 15)),
        Part("WAN queue of 5 sources within 1 %", _queue("WAN", 5)),
        Part("WAN queue of 15 sources within 1 %", _queue("WAN", 15), hangs_on=TIMEOUTS_IN_VAIN),
    ),
    "goyal96-2": (
        Part("LAN efficiency below 0.8 in 5 of 6 rows", _plain_is_inefficient),
        Part("median fairness below Selective Drop and FBA", _plain_is_unfair),
    ),
    "goyal96-3": (
        _rows_higher("epd", "ubr_tail_drop", "efficiency", LAN_ROWS, 5),
        _rows_higher("selective_drop", "epd", "fairness", LAN_ROWS, 5),
    ),
    "goyal96-4": (_rows_higher("selective_drop", "epd", "fairness", ROWS, 9),),
    "goyal96-5": (Part("efficiency at Z=0.8 above Z=0.2, 1 and 2", _z_of_table4, hangs_on=ORDER),),
    "goyal96-6": (Part("mean LAN efficiency rises with R", _mean_over_r),),
    "goyal96-7": (_fba_mean("efficiency"), _fba_mean("fairness")),
    "goyal96-8": (
        Part("Selective Drop efficiency rises with the buffer", _rises_with_buffer),
        Part("Selective Drop fairness at K=1000 falls with the sources", _falls_with_sources),
    ),
    "goyal96-9": (
        Part(
            "efficiency rises as the window falls",
            _rises_as_window_falls,
            hangs_on=f"{ORDER}: by it one source of ours has the port to itself with the standard window, "
            "where Tables 2 and 3 print 0.21 and 0.68",
        ),
    ),
}
