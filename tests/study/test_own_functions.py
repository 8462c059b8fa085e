"""Functions of your own study: measures and settings of cases that no expression states."""

from pathlib import Path

import pytest
from tests.study.own import change, mistakes

import cellwise as cw
from cellwise.study.data import read_study
from cellwise.study.data.measures import sampled


def test_a_function_may_see_the_choices(folder: Path) -> None:
    (folder / "own.py").write_text("def ticks(point, chosen):\n    return len(chosen['tcp.timer_tick'])\n")
    change(folder, "[[table]]", '[measure.letters]\npython = "own.py:ticks"\n\n[[table]]')
    study = read_study(folder, try_measures=True)
    case = study.cases["policy=tail buffer=1000"].scenario
    point = sampled(case)
    assert point is not None
    assert study.measure(point, case)["letters"] == len("100 ms")
    assert study.rebuild({"tcp.timer_tick": "50 ms"}).measure(point, case)["letters"] == len("50 ms")


PYTHON = """
def share(point, level):
    throughput = point.tables["flows"]["throughput_bps"]
    return level * throughput.max() / throughput.sum()

def none(point):
    return point.tables["nothing"]

def several(point, scenario):
    sources = scenario["topology"]["sources"]
    return {"sources": sources, "few": 1} if sources < 9 else {"sources": sources}
"""


def test_a_measure_may_be_a_function_of_a_file(folder: Path, tmp_path: Path) -> None:
    (folder / "measures.py").write_text(PYTHON)
    change(
        folder,
        "[measure.lost_cells]",
        '[measure.share]\npython = "measures.py:share"\neach = { level = [1, 2] }\n\n[measure.lost_cells]',
    )
    outcome = cw.study(str(folder), tmp_path / "out", replications=1, only=["table1"])
    (one,) = outcome.values.measured["policy=epd buffer=1000"]
    assert 0.2 <= one["share level=1"] <= 1
    assert one["share level=2"] == 2 * one["share level=1"]


def test_a_function_may_give_several_numbers_and_see_the_scenario(folder: Path, tmp_path: Path) -> None:
    (folder / "measures.py").write_text(PYTHON)
    change(
        folder,
        "[measure.lost_cells]",
        '[measure.both]\npython = "measures.py:several"\ngives = ["sources", "few"]\n\n[measure.lost_cells]',
    )
    change(folder, "lost_cells = ", "sources = ")
    outcome = cw.study(str(folder), tmp_path / "out", replications=1)
    (one,) = outcome.values.measured["policy=epd buffer=1000"]
    assert (one["sources"], one["few"]) == (5, 1)
    change(folder, '"sources", "few"', '"sources", "fewer"')
    assert (
        "measure.both.python: gives something else than numbers named sources, fewer" in mistakes(folder)[0]
    )
    change(folder, 'python = "measures.py:several"', 'expression = "1"')
    assert "measure.both.gives" in mistakes(folder)[0]


CASES = """
def longer(levels, chosen):
    return {"tcp.min_rto": chosen["tcp.timer_tick"]} if levels["policy"] == "epd" else {}

def wrong(levels, chosen):
    return {"tcp.min_roto": "1 s"}

def broken(levels, chosen):
    return {"duration": chosen["nothing"]}
"""


def test_a_function_may_set_what_no_level_says(folder: Path) -> None:
    (folder / "cases.py").write_text(
        CASES.replace("tcp.min_rto", "switch.drop.threshold").replace(
            'chosen["tcp.timer_tick"]', '"all but 7 cells"'
        )
    )
    change(folder, "[scenario]", '[scenario]\npython = "cases.py:longer"')
    cases = read_study(folder).cases
    assert cases["policy=epd buffer=1000"].scenario["switch"]["drop"]["threshold"] == "all but 7 cells"
    assert "threshold" not in cases["policy=tail buffer=1000"].scenario["switch"]["drop"]
    change(folder, "cases.py:longer", "cases.py:broken")
    assert "scenario.python: \"cases.py:broken\" KeyError: 'nothing'" in mistakes(folder)[0]
    change(folder, "cases.py:broken", "cases.py:nobody")
    assert "has no function nobody" in mistakes(folder)[0]


@pytest.mark.parametrize(
    ("named", "reported"),
    [
        ("measures.py:none", "measure.share.python: KeyError: 'nothing'"),
        ("measures.py:nobody", "has no function nobody"),
        ("others.py:share", "others.py is not in the folder of the study"),
        ("broken.py:share", "broken.py cannot be run: ZeroDivisionError"),
        ("../measures.py:share", "String should match pattern"),
    ],
)
def test_a_function_that_is_not_there_or_fails_is_a_mistake(folder: Path, named: str, reported: str) -> None:
    (folder / "measures.py").write_text(PYTHON)
    (folder / "broken.py").write_text("share = 1 / 0")
    change(folder, "[measure.lost_cells]", f'[measure.share]\npython = "{named}"\n\n[measure.lost_cells]')
    assert reported in "\n".join(mistakes(folder))
