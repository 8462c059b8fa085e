"""One thing has one colour in all figures of a study, and in the studies of factors no two look alike."""

from collections import defaultdict
from collections.abc import Iterator

import pytest
from tests.study.looks import Look, changing, looks

from cellwise import studies
from cellwise.plots import Drawing
from cellwise.study.definition import FigureData, Study
from cellwise.study.values import MissingCaseError, Values


def over_factors(study: Study) -> Iterator[Drawing]:
    """Draw the figures that need no more than numbers, from numbers that are all 1."""
    measured = {case: [defaultdict(lambda: 1.0)] for case in study.cases}
    data = FigureData(Values(measured), lambda _case, _number: None)
    for figure in study.figures:
        try:
            drawing = figure.draw(data)
        except MissingCaseError:
            continue
        if drawing is not None:
            yield drawing


@pytest.mark.parametrize("name", ["goyal96", "kansas", "bonaventure96", "calgary"])
def test_a_thing_has_one_colour_in_all_figures_over_factors(name: str) -> None:
    found = looks(over_factors(studies.get(name)))
    assert len(found) > 2
    assert changing(found) == []


def test_no_two_things_that_calgary_varies_look_alike() -> None:
    by_look: dict[Look, set[str]] = {}
    drawn = [one for one in over_factors(studies.get("calgary")) if not one.bare]
    for name, known in looks(drawn).items():
        for look in known:
            by_look.setdefault(look, set()).add(name)
    (order,) = {tuple(one.order) for one in drawn}
    assert len(by_look) == len(order)
    assert [names for names in by_look.values() if len(names) > 1] == []
