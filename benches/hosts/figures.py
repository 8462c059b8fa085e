"""The pictures of the report."""

from collections.abc import Iterator, Sequence

import numpy as np

from cellwise.plots import Drawing, Points, lines_plot

from . import controls, policed, staircase
from .points import Measured


def figures(measured: Sequence[Measured]) -> Iterator[tuple[str, str, Drawing]]:
    """Give name, caption and drawing of each picture."""
    for one in measured:
        if one.part == staircase.PART:
            caption = f"Round trips over packet sizes with {one.name}, measured and by arithmetic."
            yield f"staircase-{one.name}", caption, _staircase(one)
        if one.part == controls.PART:
            window = _over_time(one, "cwnd", 1, "congestion window, kB", 1e3)
            yield f"window-{one.name}", f"The congestion window of {one.name}: the kernel's and ours.", window
            acked = _over_time(one, "acked", 2, "acknowledged, MB", 1e6, most=200)
            yield f"progress-{one.name}", f"Octets acknowledged over time with {one.name}.", acked
    through = [one for one in measured if one.part == policed.PART]
    for mtu in sorted({one.found["mtu"] for one in through}):
        caption = f"Goodput over the policed connection with packets of {mtu} octets."
        yield f"policed-{mtu}", caption, _policed([one for one in through if one.found["mtu"] == mtu])


def _points(name: str, x: Sequence[float], y: Sequence[float]) -> Points:
    return Points(name, np.column_stack([np.asarray(x, np.float64), np.asarray(y, np.float64)]))


def _staircase(one: Measured) -> Drawing:
    sizes = one.found["sizes"]
    lines = [
        _points("measured", sizes, one.found["rtt_ms"]),
        _points("arithmetic", sizes, one.ours["rtt_ms"]),
    ]
    return lines_plot(lines, x_label="octets of data in the ping", y_label="round trip, ms", steps=True)


def _over_time(
    one: Measured, of_ours: str, column: int, label: str, unit: float, most: int | None = None
) -> Drawing:
    """Draw a column of the samples: in steps, or by straight lines with at most so many points."""
    lines = []
    for place, transfer in enumerate(one.found["transfers"], start=1):
        table = np.asarray(transfer["samples"], np.float64).reshape(-1, 3)
        lines.append(_points(f"kernel, {place}", table[:, 0].tolist(), (table[:, column] / unit).tolist()))
    times, values = one.ours[of_ours]
    lines.append(_points("ours", times, [value / unit for value in values]))
    if most is not None:
        lines = [Points(line.name, line.xy[:: max(1, -(-len(line.xy) // most))]) for line in lines]
    return lines_plot(lines, x_label="time, s", y_label=label, steps=most is None)


def _policed(measured: Sequence[Measured]) -> Drawing:
    rows = sorted(
        (one.ours["burst_cells"], one.found["goodput_bps"] / 1e6, one.ours["goodput_bps"] / 1e6)
        for one in measured
    )
    bursts, kernel, ours = zip(*rows, strict=True)
    lines = [_points("kernel", bursts, kernel), _points("ours", bursts, ours)]
    return lines_plot(lines, x_label="maximum burst size, cells", y_label="goodput, Mbit/s")
