"""The sections that only the page of a comparison has: the table of differences next to the plots."""

from cellwise.experiments.paired import PairedComparison
from cellwise.reports import html
from cellwise.reports.page import section
from cellwise.reports.text_tables import markdown_table


def beside_each_other(found: PairedComparison, differences: str, figures: str) -> str:
    """Write the one section with both: what differs and how much on the left, the plots on the right."""
    left = html.element("div", differences, html.text("h3", "What was overridden"), _overridden(found))
    right = html.element("div", figures, html.text("p", _without(found), class_="note"))
    return section("results", "Results", html.element("div", left, right, class_="beside"))


def scenarios_of(found: PairedComparison) -> str:
    """Write both scenarios of the first pair, as files; nothing if they are not here."""
    scenarios = {side: one.scenario for side, one in zip("AB", found.shown, strict=False)}
    scenarios.update(found.scenarios)
    named = sorted(scenarios.items())
    shown = [html.folded(found.labels.get(side, side), one.to_toml()) for side, one in named]
    return section("scenarios", "The scenarios", "".join(shown)) if shown else ""


def overridden_in_markdown(found: PairedComparison) -> str:
    """Write the settings that differ, with both values, as a table in Markdown; nothing if none does."""
    rows = [[found.labels.get(path, f"`{path}`"), *values] for path, values in found.overridden.items()]
    return markdown_table(_headings(found), rows) if rows else ""


def overridden_in_words(found: PairedComparison) -> list[str]:
    """Say of each setting that differs what it is on both sides."""
    a, b = _headings(found)[1:]
    return [f"{path}: {a} {one}, {b} {other}" for path, (one, other) in found.overridden.items()]


def _headings(found: PairedComparison) -> list[str]:
    return ["setting", *(found.labels.get(side, side) for side in "AB")]


def _setting(found: PairedComparison, path: str) -> str:
    label = found.labels.get(path)
    return html.text("span", label) if label else html.text("code", path)


def _overridden(found: PairedComparison) -> str:
    if not found.overridden:
        return html.text("p", "Nothing but seed, replication and title.")
    head = html.headings(_headings(found))
    rows = [
        [
            html.element("td", _setting(found, path), class_="text"),
            *(html.text("td", value, class_="text") for value in values),
        ]
        for path, values in found.overridden.items()
    ]
    return html.table(rows, head)


def _without(found: PairedComparison) -> str:
    """Say why there may be fewer plots than a user expects."""
    if not found.shown and len(found.scenarios) < len("AB"):
        return "The runs that were compared are not kept here, so there are no plots of them."
    return "A plot of anything else needs a probe in both scenarios; cellwise plot --list names them."
