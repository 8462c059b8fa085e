"""Odd numbers are refused in the same words, in every way to give a quantity."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from typer.testing import CliRunner

from cellwise import ConfigError, Scenario, quantity
from cellwise.cli.app import app
from cellwise.experiments.goals import Goal
from cellwise.experiments.spaces import space_of
from cellwise.path import Path

#: Texts that are not a span of time, each with its message.
ODD = {
    "1e999 s": "is too large; the most is 10000000 s",
    "1e99999999999 s": "is too large; the most is 10000000 s",
    "-1 s": 'it is negative; give 0 or more, such as "5 us"',
    "-1..5 s": 'give a number and a unit, such as "5 us"',
    "1..5 s": 'give a number and a unit, such as "5 us"',
    "1.2.3 s": 'give a number and a unit, such as "5 us"',
    "nan s": 'give a number and a unit, such as "5 us"',
    "inf s": 'give a number and a unit, such as "5 us"',
    "+5 s": 'give a number and a unit, such as "5 us"',
    "--5 s": 'it is negative; give 0 or more, such as "5 us"',
    "1e-99 s": "cannot be kept exactly: the smallest step is 1 ps",
    "5 parsecs": '"parsecs" is not a unit of this quantity; use one of ps, ns, us, ms, s, min, h',
}

BASE = Scenario.from_template("n-source")

#: Ways in for a span; each is given a text.
SPANS: dict[str, Callable[[str], object]] = {
    "with_": lambda text: BASE.with_(duration=text),
    "set": lambda text: BASE.set("duration", text).expanded(),
    "toml": lambda text: Scenario.from_toml(f'duration = "{text}"\ntopology.template = "n-source"'),
    "json": lambda text: Scenario.from_json(f'{{"duration":"{text}","topology":{{"template":"n-source"}}}}'),
    "quantity": quantity.span_s,
}


@pytest.mark.parametrize("way", SPANS)
@pytest.mark.parametrize("text", ODD)
def test_every_way_in_says_the_same_of_a_span(way: str, text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(ODD[text])):
        SPANS[way](text)


@pytest.mark.parametrize("text", [text for text in ODD if "parsecs" not in text and text[0] in "+-1"])
def test_a_goal_and_an_end_of_a_range_say_the_same(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(ODD[text])):
        Goal.of(f"flows.delay_max_s@call <= {text}")
    if ".." in text:
        return
    with pytest.raises(ValueError, match=re.escape(ODD[text])):
        space_of("host.delay", f"{text}..9 s", 0.02)


@pytest.mark.parametrize("given", ["-1..5cells", "-1 cells..5 cells"])
def test_a_range_that_begins_below_nothing_is_refused_as_a_quantity_is(given: str) -> None:
    with pytest.raises(ValueError, match="it is negative; give 0 or more") as caught:
        space_of("switch.buffer", given, 0.02)
    assert "switch.buffer" in str(caught.value)


@pytest.mark.parametrize("number", ["1e999", "-1e999"])
def test_a_number_without_a_unit_is_finite(number: str) -> None:
    for read in (
        lambda: quantity.number_of(number),
        lambda: space_of("abr.rif", f"{number}..5", 0.02),
        lambda: Goal.of(f"efficiency >= {number}"),
        lambda: BASE.set("abr.rif", number),
        lambda: Scenario.from_toml(f'abr.rif = {number}\ntopology.template = "n-source"'),
    ):
        with pytest.raises(ValueError, match="give a finite number"):
            read()


@pytest.mark.parametrize(
    "words",
    [
        ["find", "--vary", "switch.buffer=-1..5cells", "--for", "efficiency >= 0.9"],
        ["find", "--vary", "switch.buffer=1..1e999cells", "--for", "efficiency >= 1"],
        ["find", "--vary", "abr.rif=1e999..5", "--for", "efficiency >= 0.9"],
        ["find", "--vary", "abr.rif=0.1,1", "--for", "efficiency >= 1e999"],
        ["find", "--vary", "abr.rif=0.1,1", "--for", "efficiency >= 0.9", "--confidence", "1e999"],
        ["run", "--set", "duration=1e999"],
        ["run", "--set", "duration=1e999 s"],
        ["run", "--set", "switch.buffer=-1..5cells"],
    ],
)
def test_a_command_refuses_an_odd_number_in_a_sentence(words: list[str]) -> None:
    found = CliRunner().invoke(app, [*words, "--template", "n-source"])
    assert found.exit_code == 2, found.output
    assert "Traceback" not in found.output
    assert "not allowed" in found.output, found.output


def test_a_value_that_is_set_on_a_path_says_the_same() -> None:
    text = """
        duration = "1 s"
        nodes = { a.kind = "host", b.kind = "host" }
        [links.l]
        kind = "raw"
        ends = ["a", "b"]
        rate = "1 Mbit/s"
        delay = "1 ms"
        [flows.f]
        kind = "outside"
        from = "a"
        to = "b"
    """
    path = Path(Scenario.from_toml(text), variable=["links.l.rate"])
    for odd, reported in [
        ("1e999 bit/s", "is too large"),
        ("-1 bit/s", "it is negative"),
        ("1..5 bit/s", "give a number and a unit"),
    ]:
        with pytest.raises(ValueError, match=reported):
            path.set("links.l.rate", 0.5, odd)


def test_numpy_numbers_that_are_not_finite_are_refused() -> None:
    for number in (np.inf, np.nan, -np.inf):
        with pytest.raises((ConfigError, ValueError)):
            BASE.with_({"abr.rif": number})
