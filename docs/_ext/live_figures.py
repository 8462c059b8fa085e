"""Figures whose example readers can change, where the site has a simulator for their browsers.

A page holds a comment such as ``<!-- live: tutorial-epd -->``; ``docs/figures/tutorial-epd.toml`` describes
the figure. A model's page without a comment has the figure of its family, where there is one, before what it
says of its validation. A picture directly above the comment is the figure's picture; elsewhere the example
is run and drawn when the site is built. Without JavaScript or a simulator, readers see the picture.

What a description has:

- ``about``: a sentence, where the page does not show the example; then the figure is a section of its own.
- ``title``: what the picture shows. ``plot``: the plot by name. ``from_s``, ``to_s``: the part that is shown.
- ``compared``: whether the unchanged example stays in the picture, next to the reader's.
- ``scenario``: the example; or ``page`` and ``file`` of one that a page shows, with ``changes``.
- ``controls``: each has a ``label``, the ``paths`` of the settings that take the value, and the ``values``,
  of which the example has the ``value``.
- ``family`` and ``member``, a setting: the figure is of the model that the page describes. Readers may choose
  another one of the family, but those ``without``, unless it has ``only_own``.
"""

import base64
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import cellwise as cw

DOCS = Path(__file__).parents[1]
FIGURES = DOCS / "figures"

COMMENT = re.compile(r"^(!\[(?:.*)\]\(.*\)\n\n)?<!-- live: ([a-z0-9-]+) -->$", re.MULTILINE)
_CATALOGUED = re.compile(r"`([a-z0-9-]+)/([a-z0-9-]+)`")

Table = Mapping[str, Any]


def fill(text: str) -> str:
    """Replace the comments of a page by figures."""
    text = commented(text)
    return COMMENT.sub(lambda found: _reported(found[2]) + _figure(read(found[2]), text, found[1]), text)


def commented(text: str) -> str:
    """Give a model's page the comment of its family's figure, if it has none."""
    if "<!-- live: " in text or "\nCatalogue: " not in text:
        return text
    for family, name in _CATALOGUED.findall(text):
        figure = _figures_of_families().get(family)
        if figure and name != "none":
            head, validation, rest = text.partition("\n## Validation")
            return f"{head.rstrip()}\n\n<!-- live: {figure} -->\n{validation}{rest}"
    return text


@cache
def _figures_of_families() -> dict[str, str]:
    found = {path.stem: read(path.stem) for path in sorted(FIGURES.glob("*.toml"))}
    return {given["family"]: name for name, given in found.items() if "family" in given}


def read(name: str) -> Table:
    """Read the description of a figure."""
    return tomllib.loads(_source(name))


def _source(name: str) -> str:
    return (FIGURES / f"{name}.toml").read_text(encoding="utf-8")


def _reported(name: str) -> str:
    """Describe the example where the page does not."""
    given = read(name)
    if "about" not in given:
        return ""
    _, _, example = _source(name).partition("[scenario]\n")
    listing = example.partition("\n[[controls]]")[0]
    parts = ["## Try it", given["about"], "<details><summary>The example</summary>"]
    return "\n\n".join([*parts, f"```toml\n{listing}```", "</details>", ""])


def _figure(given: Table, page: str, picture: str | None) -> str:
    """Write a figure as Markdown: the data for the script around a still picture."""
    scenario, controls = example(given, page)
    data = {
        "title": given["title"],
        "scenario": scenario.to_json(),
        "from_s": given.get("from_s"),
        "to_s": given.get("to_s"),
        "compared": given.get("compared", False),
        "controls": controls,
    }
    opening = f'<div class="cw-live" data-figure="{escape(json.dumps(data))}"><div class="cw-still">'
    return "\n\n".join([opening, picture or _drawn(given, scenario), "</div></div>"])


def example(given: Table, page: str) -> tuple[cw.Scenario, list[Table]]:
    """Give the example of a figure on a page, and what can be changed in it.

    Raises
    ------
    ConfigError
        If the example, or a value of a control, breaks a rule.
    ValueError
        If the example has no value of a control.
    """
    controls = [dict(one) for one in given.get("controls", [])]
    changes = [(path, one["value"]) for one in controls for path in one["paths"]]
    if "family" in given:
        chosen = _members(given, page)
        controls.insert(0, chosen)
        changes.insert(0, (given["member"], chosen["value"]))
    scenario = _scenario(given).set_all(changes)
    for one in controls:
        for value in one["values"]:
            # Expanding resolves, which also checks rules that need the whole network.
            scenario.set_all([(path, value) for path in one["paths"]]).expanded()
    return scenario, [_control(one) for one in controls]


def _scenario(given: Table) -> cw.Scenario:
    if "scenario" in given:
        return cw.Scenario.from_dict(given["scenario"])
    text = (DOCS / given["page"]).read_text(encoding="utf-8")
    (found,) = re.findall(rf"```toml\n# {re.escape(given['file'])}\n(.*?)```", text, re.DOTALL)
    return cw.Scenario.from_toml(found).with_(given.get("changes", {}))


def _members(given: Table, page: str) -> dict[str, Any]:
    """Give the choice among the models of a family: the page's own is chosen."""
    family = given["family"]
    left_out = given.get("without", [])
    names = [entry.name for entry in cw.catalogue(family) if entry.name not in left_out]
    own = [name for of, name in _CATALOGUED.findall(page) if of == family and name in names]
    if given.get("only_own"):
        names = own
    return {
        "label": given["label"],
        "paths": [given["member"]],
        "values": names,
        "value": own[0],
        "kind": "choice",
    }


def _control(given: Table) -> Table:
    """Describe a control as the script reads it."""
    values: Sequence[str] = given["values"]
    if given["value"] not in values:
        raise ValueError(f"{given['label']}: {given['value']} is none of {', '.join(values)}")
    named = {"label": given["label"], "paths": given["paths"], "kind": given.get("kind", "slider")}
    return {**named, "values": values, "at": values.index(given["value"])}


def _drawn(given: Table, scenario: cw.Scenario) -> str:
    """Run the example and draw it."""
    options = {name: given[name] for name in ("from_s", "to_s") if name in given}
    drawing = cw.run(scenario).plot(given["plot"], **options).labelled(title=given["title"], footer=False)
    encoded = base64.b64encode(drawing.to_svg().encode()).decode()
    return f'<img class="cw-drawn" alt="{escape(given["title"])}" src="data:image/svg+xml;base64,{encoded}">'


def on_source_read(_app: object, _page: str, source: list[str]) -> None:
    """Change what Sphinx has read of a page."""
    source[0] = fill(source[0])


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("source-read", on_source_read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
