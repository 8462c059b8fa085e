"""Shares: one meaning on the command line and in Python."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cellwise as cw
from cellwise.cli.options import Count
from cellwise.experiments.spaces import space_of
from cellwise.share import share_of

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

BRIEF = cw.Scenario.from_template("n-source").with_(duration="60 ms")


@given(st.integers(1, 9999), st.sampled_from(["{}%", "{} %", " {}% "]))
def test_per_cent_and_the_share_are_one_number(hundredths: int, written: str) -> None:
    per_cent = hundredths / 100
    assert share_of(written.format(per_cent), "within") == pytest.approx(hundredths / 10_000, rel=1e-12)
    assert share_of(str(hundredths / 10_000), "within") == share_of(hundredths / 10_000, "within")


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ("95", "within: '95' is not allowed; write 95% or 0.95"),
        (95, "within: 95 is not allowed; write 95% or 0.95"),
        ("1", "within: '1' is not allowed; write 1% or 0.01"),
        ("0", "within: '0' is not allowed; give a share above 0 and below 1, such as 95% or 0.95"),
        ("100%", "within: '100%' is not allowed; give a share above 0 and below 1, such as 95% or 0.95"),
        ("2 ms", "within: '2 ms' is not allowed; give a share above 0 and below 1, such as 95% or 0.95"),
        (float("nan"), "within: nan is not allowed; give a share above 0 and below 1, such as 95% or 0.95"),
    ],
)
def test_what_may_be_either_is_refused_with_both_spellings(given: str | float, reported: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reported)):
        share_of(given, "within")


@pytest.mark.parametrize("level", ["90%", "90 %", ".9"])
def test_a_confidence_is_the_same_on_both_sides(cli: Cli, tmp_path: Path, level: str) -> None:
    (tmp_path / "a.toml").write_text(BRIEF.to_toml())
    file = str(tmp_path / "a.toml")
    asked = ("--metric", "efficiency", "--replications", "2", "--confidence", level, "--json")
    shown = json.loads(cli("compare", file, file, "--set-b", "switch.drop.policy=epd", *asked).stdout)
    epd = BRIEF.set("switch.drop.policy", "epd")
    found = cw.compare(BRIEF, epd, metrics=["efficiency"], replications=2, confidence=level)
    assert shown["confidence"] == found.confidence == 0.9


@pytest.mark.parametrize("written", ["2%", "2 %", "0.02"])
def test_a_half_width_and_a_step_of_a_search_are_shares_too(written: str) -> None:
    assert Count("auto", written, 5, 50).precision() == cw.Precision(written) == cw.Precision(0.02)
    assert space_of("switch.buffer", "1000..2000 cells", share_of(written, "within")) == space_of(
        "switch.buffer", "1000..2000 cells", 0.02
    )


def test_a_bare_95_is_refused_on_both_sides(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(BRIEF.to_toml())
    file = str(tmp_path / "a.toml")
    done = cli("compare", file, file, "--confidence", "95")
    assert done.returncode == 2
    assert "--confidence: '95' is not allowed; write 95% or 0.95" in done.stderr
    with pytest.raises(ValueError, match=r"^confidence: 95 is not allowed; write 95% or 0\.95$"):
        cw.compare(BRIEF, BRIEF, confidence=95)


RANGE = {"switch.buffer": "1..9 cells"}


@pytest.mark.parametrize(
    ("words", "call"),
    [
        ("compare a.toml a.toml --replications auto --half-width 2", lambda: cw.Precision(2)),
        (
            "find a.toml --vary switch.buffer=1..9cells --for fairness>=0 --within 2",
            lambda: cw.find(BRIEF, RANGE, "fairness >= 0", within=2),
        ),
    ],
)
def test_a_bare_2_is_no_half_width_and_no_step(
    cli: Cli, tmp_path: Path, words: str, call: Callable[[], object]
) -> None:
    (tmp_path / "a.toml").write_text(BRIEF.to_toml())
    done = cli(*words.split())
    assert done.returncode == 2
    assert f"{words.split()[-2]}: '2' is not allowed; write 2% or 0.02" in done.stderr
    with pytest.raises(ValueError, match=r": 2 is not allowed; write 2% or 0\.02$"):
        call()
