"""What describes live figures is checked when the site is built."""

import importlib.util
import json
import re
from html import unescape
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cellwise as cw

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def live_figures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("live_figures", DOCS / "_ext" / "live_figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figure(**control: Any) -> dict[str, Any]:
    given = {
        "label": "Buffer",
        "paths": ["switch.buffer"],
        "values": ["1 cells", "9 cells"],
        "value": "9 cells",
    }
    scenario = {"duration": "10 ms", "topology": {"template": "n-source"}}
    return {"title": "Queue", "scenario": scenario, "controls": [{**given, **control}]}


def test_the_example_has_the_values_that_its_controls_begin_with(live_figures: ModuleType) -> None:
    scenario, (control,) = live_figures.example(figure(), "")
    assert scenario["switch"]["buffer"] == "9 cells"
    assert (control["at"], control["kind"]) == (1, "slider")


def test_a_value_that_breaks_a_rule_is_refused(live_figures: ModuleType) -> None:
    with pytest.raises(cw.ConfigError, match=r"switch\.buffer"):
        live_figures.example(figure(values=["no cells", "9 cells"]), "")


def test_a_value_that_is_none_of_the_controls_is_refused(live_figures: ModuleType) -> None:
    with pytest.raises(ValueError, match="Buffer: 5 cells is none of 1 cells, 9 cells"):
        live_figures.example(figure(value="5 cells"), "")


def test_a_page_shows_its_own_model_first(live_figures: ModuleType) -> None:
    page = "Catalogue: `drop-policies/fba`.\n\n<!-- live: drop-policies -->\n"
    text = live_figures.fill(page)
    (data,) = re.findall(r'data-figure="(.*?)"', text)
    found = json.loads(unescape(data))
    choice = found["controls"][0]
    assert choice["values"][choice["at"]] == "fba"
    assert json.loads(found["scenario"])["switch"]["drop"]["policy"] == "fba"
    assert "data:image/svg+xml" in text


def test_every_description_is_on_a_page_and_every_comment_has_one(live_figures: ModuleType) -> None:
    pages = [path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md") if "_build" not in path.parts]
    named = {
        found[2] for page in pages for found in live_figures.COMMENT.finditer(live_figures.commented(page))
    }
    assert named == {path.stem for path in (DOCS / "figures").glob("*.toml")}


def test_a_models_page_without_a_comment_has_the_figure_of_its_family(live_figures: ModuleType) -> None:
    page = "# FBA\n\nCatalogue: `drop-policies/fba`. A policy.\n\n## Validation\n\nNone yet.\n"
    text = live_figures.fill(page)
    assert 0 < text.index("## Try it") < text.index("data-figure=") < text.index("## Validation")
    other = "# None\n\nCatalogue: `error-models/none`. No errors.\n\n## Validation\n"
    assert live_figures.fill(other) == other
