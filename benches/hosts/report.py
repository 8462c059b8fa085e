"""The report: the questions, the claims, and every run with its verdict."""

import platform
from collections.abc import Callable, Sequence
from pathlib import Path

from cellwise.files import write_whole
from cellwise.reports.text_tables import markdown_table

from . import controls, goodput, policed, staircase
from .claims import claims, kernel_s
from .figures import figures
from .points import Measured

COMMAND = "python -m benches.hosts"
#: A report has the same results under the same questions and limits.
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "real-hosts.md"
RESULTS = "## Results"


def write_report(place: Path, measured: Sequence[Measured]) -> None:
    """Write the report, and its pictures into a folder next to it that has its name.

    Raises
    ------
    OSError
        If something cannot be written.
    """
    folder = place.with_suffix("")
    pictures = []
    for name, caption, drawing in figures(measured):
        folder.mkdir(parents=True, exist_ok=True)
        drawing.with_footer(COMMAND).save(folder / f"{name}.svg")
        pictures.append(f"![{caption}]({folder.name}/{name}.svg)\n\n{caption}")
    parts = [questions(), RESULTS, _machine(measured), _claims(measured), _verdicts(measured)]
    parts += [text for form in _PARTS if (text := _part(form, measured))]
    if pictures:
        parts += ["## Figures", *pictures]
    write_whole(place, ("\n\n".join(parts) + "\n").encode())


def questions() -> str:
    """Give the page of the documentation up to its results."""
    return PAGE.read_text(encoding="utf-8").partition(RESULTS)[0].strip()


def _machine(measured: Sequence[Measured]) -> str:
    late = [one for one in measured if not one.counts]
    counts = (
        f"{len(late)} of {len(measured)} runs do not count" if late else f"All {len(measured)} runs count"
    )
    system = f"{platform.system()} {platform.release().split('-')[0]}, {platform.machine()}"
    return (
        f"One run of each on one machine ({system}), written by `{COMMAND}`. Hosts are not deterministic, so "
        f"another run has other numbers. {counts}."
    )


def _claims(measured: Sequence[Measured]) -> str:
    rows = [[one.name, one.says, one.verdict, one.runs] for one in claims(measured)]
    return markdown_table(["name", "claim", "verdict", "runs in which it holds, of those that count"], rows)


def _verdicts(measured: Sequence[Measured]) -> str:
    rows = []
    for one in measured:
        late = one.report["late"]
        rows.append(
            [
                f"{one.part} {one.name}",
                *(f"{late[key]:.0f}" for key in ("p50_us", "p90_us", "p99_us", "max_us")),
                f"{one.report['busy']:.0%}",
                str(one.report["preempted"]),
                f"{one.twin['offers']}: {'the same' if one.twin['same'] else 'DIFFERS'}",
                one.verdict,
            ]
        )
    headings = ["run", "late p50, us", "p90", "p99", "max", "busy", "preempted", "offered again", "verdict"]
    return "## How late\n\n" + markdown_table(headings, rows)


_Form = tuple[str, str, str, tuple[str, ...], Callable[[Measured], list[str]]]


def _name(one: Measured, name: str) -> str:
    return name if one.counts else f"{name} (does not count)"


def _staircase(one: Measured) -> list[str]:
    seen = staircase.seen(one)
    return [
        _name(one, one.name),
        ", ".join(map(str, staircase.steps(one))),
        ", ".join(map(str, staircase.expected_steps(one))),
        f"{seen['step_ms'] * 1e3:.1f}",
        f"{one.ours['step_ms'] * 1e3:.1f}",
        f"{seen['machine_us']:.0f}",
    ]


def _goodput(one: Measured) -> list[str]:
    found, wanted = one.found["goodput_bps"] / 1e6, one.ours["goodput_bps"] / 1e6
    return [_name(one, one.name), f"{found:.3f}", f"{wanted:.3f}", f"{found / wanted - 1:+.2%}"]


def _controls(one: Measured) -> list[str]:
    transfers = one.found["transfers"]
    return [
        _name(one, one.name),
        ", ".join(f"{transfer['took_s']:.3f}" for transfer in transfers),
        f"{one.ours['took_s']:.3f}",
        f"{kernel_s(one) / one.ours['took_s'] - 1:+.1%}",
        ", ".join(str(transfer["retransmitted"]) for transfer in transfers),
        str(one.ours["retransmitted"]),
    ]


def _policed(one: Measured) -> list[str]:
    return [
        _name(one, f"{one.ours['burst_cells']}"),
        str(one.found["mtu"]),
        f"{one.found['goodput_bps'] / 1e6:.2f}",
        f"{one.ours['goodput_bps'] / 1e6:.2f}",
        f"{one.ours['ceiling_bps'] / 1e6:.2f}",
        str(one.found["retransmitted"]),
        str(one.ours["retransmitted"]),
    ]


_POLICED_NOTE = (
    "Goodput in Mbit/s, as the receiver's `ttcp` prints it: with a kernel of today, with our hosts of the "
    "profile `linux-6`, and the most that the contract carries after a first burst. The document's hosts of "
    "1996 with timers of 200 ms reached almost 6 with packets of 552 octets and 4000 cells, 2 with 1000 "
    "cells, and less than 2 with larger packets. With timers of 500 ms larger packets reached less than 1."
)
_PARTS: tuple[_Form, ...] = (
    (
        staircase.PART,
        "Pings",
        "Sizes are octets of data. The last column is the least time that the machine adds to a round trip.",
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
        "Transfer times of the kernel and of our own hosts (profile `linux-6`) over the same network.",
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
    return "\n\n".join(filter(None, [f"## {title}", note, markdown_table(headings, rows)])) if rows else ""
