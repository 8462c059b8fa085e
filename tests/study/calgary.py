"""The study calgary as its tests name it: its levels, its cases, the constants of its expressions."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cellwise import studies
from cellwise.quantity import rate_bps, span_s
from cellwise.scenario import Scenario
from cellwise.study import Study
from cellwise.study.data import FILE
from cellwise.study.data.form import StudyForm
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import constants_of
from cellwise.study.data.repair import form_of

CERS = ("1e-3", "1e-4", "1e-5", "1e-6", "1e-7")
MODELS = ("burst", "independent")
BURSTS_US = (80, 200, 500)
MSSS = (512, 4352, 9140)
LINES = 8
NOISY = tuple(range(LINES + 1))


@cache
def study() -> Study:
    return studies.get("calgary")


@cache
def form() -> StudyForm:
    issues = Issues(FILE)
    found = form_of(Path(studies.__file__).parent / "calgary" / FILE, issues)
    issues.raise_any()
    assert found is not None
    return found


def constants() -> Mapping[str, float]:
    return constants_of(form().constant, Issues(FILE))


def chosen() -> dict[str, Any]:
    return {setting.path: setting.value for setting in study().settings}


def noise(model: str, cer: str) -> str:
    """Name the noise of a case; bursts have the usual length."""
    return f"{'burst 200us' if model == 'burst' else model} CER={cer}"


def single(model: str, cer: str) -> str:
    return f"{noise(model, cer)} N=1 longest_run"


def some_noisy(noisy: int, model: str = "burst", cer: str = "1e-3") -> str:
    """Name the case in which some of eight lines are noisy."""
    if noisy == 0:
        return "no noise"
    return noise(model, cer) + ("" if noisy == LINES else f" noisy={noisy}")


def scatter(errors: float, model: str) -> float:
    """Give the standard error of a number of errored cells, as a fraction of it."""
    more = constants()["scatter_200"] if model == "burst" else 1.0
    return float((more / errors) ** 0.5)


def units(scenario: Scenario) -> float:
    """Cost of a run, where 1 is eight full lines of 1.5 Mbit/s for 5000 s; browsers mostly think."""
    document = scenario.to_dict()
    topology, took_s = document["topology"], span_s(document["duration"])
    line_bps = rate_bps(topology["downstream"]) + (
        rate_bps(topology["upstream"]) if topology["uploads"] else 0
    )
    carried_bps = min(topology["lines"] * line_bps, rate_bps(topology["trunk_rate"]))
    busy = 0.25 if document["flow"]["kind"] == "web" else 1.0
    return busy * carried_bps * took_s / (LINES * 1.5e6 * 5000)
