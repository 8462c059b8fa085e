"""What was found, in words."""

from cellwise.column import Column
from cellwise.experiments.answer import PICTURE, Found, Surer, Tried
from cellwise.experiments.chance import NOTHING_RANDOM
from cellwise.experiments.sheet import Sheet
from cellwise.intervals import MeanInterval
from cellwise.levels import Level, text_of
from cellwise.metrics.by_name import Display
from cellwise.plots.places import ordered
from cellwise.points.estimate import span_text
from cellwise.rounding import alone, with_half_width

#: So many values are named one by one.
_NAMED = 5

#: More values than this are left to the table in the folder, where a metric was made the most of.
SHOWN = 12

#: So many more runs are out of the question.
_MANY = 100_000

#: A half-width of so small a part of the mean is that of numbers that are equal.
_NOISE = 1e-12


def says(found: Found) -> list[str]:
    """Say what was found, and how sure it is."""
    lines = _findings(found)
    if found.surer:
        lines += ["to be surer:", *(f"  {one.what}: {_costs(one)}" for one in found.surer)]
    if found.is_without_chance:
        lines.append(NOTHING_RANDOM)
    return [*lines, *(f"note: {one}" for one in _notes(found))]


def _findings(found: Found) -> list[str]:
    lines = _of_goal(found) if found.goals else _of_best(found)
    failed = [one for one in found.tried if one.failure]
    if failed:
        lines.append(f"{len(failed)} cannot run, the first of them {failed[0].name}: {failed[0].failure}")
    return lines


def _notes(found: Found) -> list[str]:
    return [*dict.fromkeys(reported for one in found.tried for reported in one.left_out), found.rule]


def sheet(found: Found) -> Sheet:
    """Give what people read of it: where a metric was made the most of, the best `SHOWN` values."""
    listed, displays = _in_order(found), [one.display for one in found.metrics.values()]
    more = len(found.tried) - len(listed)
    about, *findings = _findings(found)
    means = f"Means with their {100 * found.confidence:g} % t intervals"
    kept = f"\nkept in {found.folder}: {found.mark}, find.parquet, runs.parquet, {PICTURE}"
    return Sheet(
        title=found.asked[:1].upper() + found.asked[1:],
        about=about,
        notes=[*map(str.strip, findings), *_notes(found)],
        counts=[(str(len(found.tried)), "values")],
        columns=[
            *map(Column, found.paths),
            *(Column(one, is_number=True) for one in ("runs", *(one.label for one in displays))),
            Column("", is_prose=True),
        ],
        rows=[_cells(found, one) for one in listed],
        meaning=f"Numbers without intervals: {NOTHING_RANDOM}" if found.is_without_chance else means,
        after=[
            *([f"and {more} more"] if more else []),
            "",
            *says(found),
            *([kept] if found.folder else []),
        ],
    )


def _in_order(found: Found) -> list[Tried]:
    """Give what is shown: all values in their order with a goal, the best first without."""
    if found.goals:
        (path,) = found.paths
        levels = {one.number: Level.of(one.values[path]) for one in found.tried}
        places = ordered(set(levels.values()))
        return sorted(found.tried, key=lambda one: places.index(levels[one.number]))
    finalists = [*filter(None, [found.answer]), *(one.tried for one in found.rivals)]
    numbers = {one.number for one in finalists}
    return [*finalists, *(one for one in found.tried if one.number not in numbers)][:SHOWN]


def _cells(found: Found, one: Tried) -> list[str]:
    cells = [*map(text_of, one.values.values()), str(one.replications)]
    for name, measure in found.metrics.items():
        interval = one.interval(name, found.confidence)
        cells.append(written(one, interval, measure.display) if interval else "no value")
    answers = found.answer is not None and one.number == found.answer.number
    return [*cells, " ".join(filter(None, [one.verdict, "<- found" if answers else ""]))]


def shown(found: Found, one: Tried) -> str:
    """Say what the metrics of some values are."""
    reported = []
    for name, measure in found.metrics.items():
        display, interval = measure.display, one.interval(name, found.confidence)
        if interval is None:
            reported.append(f"{display.label}: no value")
        else:
            reported.append(f"{display.label}: {written(one, interval, display)}")
    fresh = one.replications - (one.chosen_by or 0)
    apart = " that had no part in the choice" if one.chosen_by and fresh else ""
    return f"{', '.join(reported)}, mean of {fresh or one.replications} runs{apart}"


def written(one: Tried, interval: MeanInterval, display: Display) -> str:
    """Write a mean with its interval, if anything is random, in the unit in which it is shown."""
    if one.is_without_chance:
        return alone(display.scale * interval.mean)
    # The mean of equal numbers may differ from them by a last bit.
    is_none = interval.half_width < _NOISE * abs(interval.mean)
    half_width = 0.0 if is_none else display.scale * interval.half_width
    return with_half_width(display.scale * interval.mean, half_width, display.within)


def _of_goal(found: Found) -> list[str]:
    count = len(found.tried)
    level = f"{100 * found.confidence:g} % confidence"
    if found.answer is None:
        ends = [*found.tried[:1], *found.tried[1:][-1:]]
        return [
            f"{found.asked}: none of the {count} values that were tested was shown to, with {level}",
            *[f"  at {one.name}, {one.verdict}: {shown(found, one)}" for one in ends],
        ]
    lines = [
        f"{found.asked}, with {level}: {found.answer.name}",
        f"  {shown(found, found.answer)}",
    ]
    if found.beyond is None:
        side = "below" if found.which == "least" else "above"
        lines.append(f"  it is an end of the range: values {side} it were not tested")
    else:
        became = "fails" if found.beyond.verdict == "fails" else f"is {found.beyond.verdict}"
        became = "has no value" if found.beyond.verdict == "no value" else became
        lines.append(f"  at {found.beyond.name} it {became}: {shown(found, found.beyond)}")
    return [*lines, _monotone(found)]


def _monotone(found: Found) -> str:
    on = "up" if found.which == "least" else "down"
    if found.counter is not None:
        return (
            f"NOT MONOTONE: further {on} it fails again, at {found.counter.name} "
            f"({shown(found, found.counter)}); it may hold at values that were not tested"
        )
    return (
        f"monotone in the {len(found.tried)} tested values: none from there {on} fails, and none on the "
        "other side was shown to hold"
    )


def _of_best(found: Found) -> list[str]:
    if found.answer is None:
        return _none_is_best(found)
    lines = [f"{found.asked}, of {len(found.tried)} tried:"]
    lines += [f"  {path} = {text_of(value)}" for path, value in found.answer.values.items()]
    lines.append(f"  {shown(found, found.answer)}")
    level = f"{100 * found.confidence:g} % confidence"
    apart = [one for one in found.rivals if one.is_apart]
    near = [one.tried.name for one in found.rivals if not one.is_apart]
    if apart:
        lines.append(
            f"  better than {len(apart)} of the {len(found.rivals)} next best with {level}, in pairs"
        )
    if near:
        more = f" and {len(near) - _NAMED} more" if len(near) > _NAMED else ""
        lines.append(f"  not distinguished with {level}: {'; '.join(near[:_NAMED])}{more}")
    return lines


def _none_is_best(found: Found) -> list[str]:
    again = [one for one in found.tried if one.chosen_by]
    if not found.limits or not again:
        return [f"{found.asked}: none of the {len(found.tried)} that were tried has a value"]
    level = f"{100 * found.confidence:g} % confidence"
    return [
        f"{found.asked}: none of the {len(found.tried)} that were tried was shown to be there, with {level}",
        *(f"  at {one.name}, {one.verdict}: {shown(found, one)}" for one in again[:_NAMED]),
    ]


def _costs(one: Surer) -> str:
    if not one.runs:
        return "nothing more, these runs show it"
    if one.runs >= _MANY:
        return f"more than {_MANY} more runs"
    runs = str(one.runs) if one.runs < 100 else f"about {float(f'{one.runs:.2g}'):.0f}"
    time = "under a second" if one.cpu_s < 1 else f"about {span_text(one.cpu_s)}"
    return f"{runs} more run{'s' if one.runs > 1 else ''}, {time} of processor time"
