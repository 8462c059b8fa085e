"""The report of the study: the question, the claims, and every run with its verdict."""

import platform
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

from cellwise.files import write_whole
from cellwise.hosts import controls, goodput, policed, staircase
from cellwise.hosts.claims import claims, kernel_s
from cellwise.hosts.figures import figures
from cellwise.hosts.points import Measured

COMMAND = "cellwise study wire"


def write_report(place: Path, measured: Sequence[Measured]) -> None:
    """Write the report, and its pictures into a folder beside it that has its name.

    Raises
    ------
    OSError
        If something cannot be written.
    """
    beside = place.with_suffix("")
    pictures = []
    for name, caption, drawing in figures(measured):
        beside.mkdir(parents=True, exist_ok=True)
        drawing.with_footer(COMMAND).save(beside / f"{name}.svg")
        pictures.append(f"![{caption}]({beside.name}/{name}.svg)\n\n{caption}")
    question = files("cellwise.hosts").joinpath("question.md").read_text(encoding="utf-8").strip()
    parts = [question, "## What came of it", _machine(measured), _claims(measured), _verdicts(measured)]
    parts += [text for form in _PARTS if (text := _part(form, measured))]
    if pictures:
        parts += ["## Figures", *pictures]
    write_whole(place, ("\n\n".join(parts) + "\n").encode())


def _machine(measured: Sequence[Measured]) -> str:
    late = [one for one in measured if not one.counts]
    told = f"{len(late)} of {len(measured)} runs do not count" if late else f"All {len(measured)} runs count"
    system = f"{platform.system()} {platform.release().split('-')[0]}, {platform.machine()}"
    return (
        f"One run of each on one machine ({system}), written by `{COMMAND}`; hosts are not deterministic, so "
        f"another run has other numbers. {told}."
    )


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _claims(measured: Sequence[Measured]) -> str:
    rows = [(one.name, one.says, one.verdict, one.runs) for one in claims(measured)]
    return _table(("claim", "what it says", "verdict", "runs in which it holds, of those that count"), rows)


def _verdicts(measured: Sequence[Measured]) -> str:
    rows = []
    for one in measured:
        late = one.report["late"]
        times = [f"{late[key]:.0f}" for key in ("p50_us", "p90_us", "p99_us", "max_us")]
        same = "the same" if one.twin["same"] else "DIFFERS"
        rows.append(
            (
                f"{one.part} {one.name}",
                *times,
                f"{one.report['busy']:.0%}",
                str(one.report["preempted"]),
                f"{one.twin['offers']}: {same}",
                "counts" if one.counts else "does not count: " + "; ".join(one.report["faults"]),
            )
        )
    headings = ("run", "late p50, us", "p90", "p99", "max", "busy", "preempted", "offered again", "verdict")
    return "## How late\n\n" + _table(headings, rows)


_Form = tuple[str, str, str, tuple[str, ...], Callable[[Measured], tuple[str, ...]]]


def _mark(one: Measured) -> str:
    return "" if one.counts else " (does not count)"


def _staircase(one: Measured) -> tuple[str, ...]:
    seen = staircase.seen(one)
    return (
        one.name + _mark(one),
        ", ".join(map(str, staircase.steps(one))),
        ", ".join(map(str, staircase.expected_steps(one))),
        f"{seen['step_ms'] * 1e3:.1f}",
        f"{one.ours['step_ms'] * 1e3:.1f}",
        f"{seen['machine_us']:.0f}",
    )


def _goodput(one: Measured) -> tuple[str, ...]:
    found, wanted = one.found["goodput_bps"] / 1e6, one.ours["goodput_bps"] / 1e6
    return one.name + _mark(one), f"{found:.3f}", f"{wanted:.3f}", f"{found / wanted - 1:+.2%}"


def _controls(one: Measured) -> tuple[str, ...]:
    transfers = one.found["transfers"]
    return (
        one.name + _mark(one),
        ", ".join(f"{transfer['took_s']:.3f}" for transfer in transfers),
        f"{one.ours['took_s']:.3f}",
        f"{kernel_s(one) / one.ours['took_s'] - 1:+.1%}",
        ", ".join(str(transfer["retransmitted"]) for transfer in transfers),
        str(one.ours["retransmitted"]),
    )


def _policed(one: Measured) -> tuple[str, ...]:
    return (
        f"{one.ours['burst_cells']}" + _mark(one),
        str(one.found["mtu"]),
        f"{one.found['goodput_bps'] / 1e6:.2f}",
        f"{one.ours['goodput_bps'] / 1e6:.2f}",
        f"{one.ours['ceiling_bps'] / 1e6:.2f}",
        str(one.found["retransmitted"]),
        str(one.ours["retransmitted"]),
    )


_POLICED_NOTE = (
    "Goodput as the receiver's `ttcp` prints it, Mbit/s: a kernel of today, ours with the profile "
    "`linux-6`, and what the contract carries at most, a first burst apart. The document's hosts of "
    "1996 reached almost 6 with packets of 552 octets and 4000 cells, 2 with 1000 cells, below 2 with "
    "larger packets (timers of 200 ms), below 1 with those of 500 ms."
)
_PARTS: tuple[_Form, ...] = (
    (
        staircase.PART,
        "Pings",
        "Sizes are the octets of data; the last column is what the machine adds to a round trip at least.",
        ("encapsulation", "rises at", "must rise at", "step, us", "arithmetic", "machine, us"),
        _staircase,
    ),
    (
        goodput.PART,
        "A transfer by iperf3",
        "",
        ("rate", "goodput, Mbit/s", "arithmetic", "off by"),
        _goodput,
    ),
    (
        controls.PART,
        "Congestion controls",
        "The times of the kernel's transfers, and of ours with the profile `linux-6` over the same network.",
        ("control", "kernel, s", "ours, s", "median off by", "retransmitted, kernel", "ours"),
        _controls,
    ),
    (
        policed.PART,
        "The policed connection",
        _POLICED_NOTE,
        ("burst, cells", "packets, octets", "kernel", "ours", "contract", "retransmitted, kernel", "ours"),
        _policed,
    ),
)


def _part(form: _Form, measured: Sequence[Measured]) -> str:
    part, title, note, headings, row = form
    rows = [row(one) for one in measured if one.part == part]
    return "\n\n".join(filter(None, [f"## {title}", note, _table(headings, rows)])) if rows else ""
