from pathlib import Path

import numpy as np
import pytest
from tests.study.looks import changing, looks

from cellwise import studies
from cellwise.quantity import span_s
from cellwise.reports.summary import as_json
from cellwise.series import Series
from cellwise.studies.anansari.background import on_and_off
from cellwise.studies.anansari.measures import (
    _rates,
    _utilisation,
    deviation,
    throughput_over,
)
from cellwise.study import Study, drive

RULES = ("EFCI", "ERICA", "FMMRA")


def anansari(changes: dict[str, object] | None = None) -> Study:
    study = studies.get("anansari")
    return study.rebuild(changes) if changes else study


@pytest.fixture(scope="module")
def study() -> Study:
    return anansari()


def brief_study() -> Study:
    """The study with runs that end soon after the background has begun."""
    return anansari({"study.vbr_start": "20 ms", "study.run_length": "130 ms", "study.start_spread": "5 ms"})


def series(quantity: str, values: list[float], every_s: float) -> Series:
    time_ps = (np.arange(len(values)) * every_s * 1e12).astype(np.int64)
    return Series(quantity, quantity, "vc1", "unit", time_ps, np.array(values))


def test_every_case_can_run(study: Study) -> None:
    assert len(study.cases) == len(RULES) * (4 + 4)
    for name, case in study.cases.items():
        assert study.vary(case.scenario, 1).check() == [], name


def test_parameters_of_the_paper_reach_the_rule_that_they_belong_to(study: Study) -> None:
    efci, erica, fmmra = (study.cases[f"{rule} N=2 period25"].scenario.to_dict() for rule in RULES)
    assert (efci["abr"]["rif"], efci["abr"]["rdf"]) == (0.1, 1 / 16)
    assert (erica["abr"]["rif"], erica["abr"]["rdf"]) == (1.0, 1 / 512)
    assert (fmmra["abr"]["rif"], fmmra["abr"]["rdf"]) == (1.0, 1 / 512)
    assert erica["switch"]["rate_rule"]["target_utilisation"] == 0.9
    assert fmmra["switch"]["rate_rule"]["target_utilisation"] == 1.0
    assert efci["switch"]["rate_rule"]["high"] == "500 cells"
    assert [case["switch"]["rate_rule"]["rule"] for case in (efci, erica, fmmra)] == [
        "efci",
        "erica",
        "fmmra",
    ]
    assert efci["abr"]["icr"] == "10 Mbit/s"


def test_the_background_starts_when_the_paper_says_and_has_its_periods(study: Study) -> None:
    for period, length in (("3", "10 ms"), ("4", "100 ms")):
        case = f"FMMRA N={5 if period == '3' else 2} period{period}"
        background = study.cases[case].scenario.to_dict()["topology"]["background"]
        assert background["start"] == "300 ms"
        assert background["source"]["rate"] == "100 Mbit/s"
        for key in ("on", "off"):
            assert span_s(background["source"][key]) == pytest.approx(span_s(length))


def test_the_share_of_the_off_time_changes_the_off_time_alone() -> None:
    chosen = {"study.period4": "100 ms", "study.off_share": 0.75}
    times = on_and_off({"figure": "4"}, chosen)
    assert span_s(times["topology.background.source.on"]) == pytest.approx(0.1)
    assert span_s(times["topology.background.source.off"]) == pytest.approx(0.3)
    assert on_and_off({"links": "2"}, chosen) == {}


@pytest.mark.parametrize("path", [one.path for one in anansari().settings if one.others])
def test_every_other_reading_can_run_and_changes_a_case(study: Study, path: str) -> None:
    (setting,) = (one for one in study.settings if one.path == path)
    for other in setting.others:
        changed = study.rebuild({path: other})
        scenarios = {name: changed.vary(case.scenario, 1) for name, case in changed.cases.items()}
        assert all(one.check() == [] for one in scenarios.values())
        assert any(one != study.vary(study.cases[name].scenario, 1) for name, one in scenarios.items())


def test_every_open_choice_says_why_and_names_other_readings(study: Study) -> None:
    assert all(setting.why and (setting.stated or setting.others) for setting in study.settings)


def test_every_claim_has_its_inequalities(study: Study) -> None:
    assert [claim.id for claim in study.claims] == [f"anansari-{n}" for n in range(1, 6)]
    assert all(claim.parts for claim in study.claims)


def test_a_rate_is_compared_with_its_share_within_a_period() -> None:
    time_s, off = deviation(series("acr", [200, 98, 120, 100], 0.01), 0.01, 0.03, 100.0)
    assert time_s == pytest.approx([0.01, 0.02])
    assert off == pytest.approx([0.02, 0.2])


def test_a_rate_reaches_its_share_first_and_keeps_it_later() -> None:
    rate = series("acr", [*[200] * 5, 98, 120, *[100] * 13], 0.01)
    document = {
        "links": {"trunk": {"rate": "84.8 kbit/s"}},
        "switch": {"rate_rule": {"target_utilisation": 0.5}},
    }
    source = {"rate": "0 bit/s", "on": "100 ms", "off": "100 ms"}
    following = _rates([rate], 0.0, source, document)
    # All samples of the second period are near its share, and it is one sample too short to be whole.
    assert following["reaching_ms"] == pytest.approx(50)
    assert following["settling_ms"] == pytest.approx(70)
    assert following["deviation_percent"] == pytest.approx(100 * (5 + 0.02 + 0.2) / 10)


def test_utilisation_is_reported_for_the_on_and_the_off_times_of_the_background() -> None:
    # 1000 cells per second; 100 ms on with every cell time used, 100 ms off with every second one.
    sent = series("transmitted", [0, 0, 50, 100, 125, 150], 0.05)
    document = {"links": {"trunk": {"rate": "424 kbit/s"}}}
    source = {"on": "100 ms", "off": "100 ms"}
    shares = _utilisation(sent, source, document, 0.05)
    assert shares == pytest.approx({"utilisation_on_percent": 100, "utilisation_off_percent": 50})


def test_throughput_is_what_was_acknowledged_in_each_window() -> None:
    time_s, throughput = throughput_over([series("acknowledgment", [0, 1000, 1000, 4000], 0.02)])
    assert time_s == pytest.approx([0.02, 0.04, 0.06])
    assert throughput[0] == pytest.approx([400_000.0, 0.0, 1_200_000.0])


def test_the_study_is_reported_and_every_figure_drawn(tmp_path: Path) -> None:
    brief = brief_study()
    outcome = drive(brief, tmp_path, replications=1, jobs=2, quiet=True)
    assert set(outcome.figures) == {figure.name for figure in brief.figures}
    assert changing(looks(outcome.figures.values())) == []
    panels = {f"figure{number}{letter}" for number in "2345" for letter in "abc"}
    assert set(outcome.figures) == {"figure1", *panels}
    for number in "2345":
        # One axis for the panels of a figure.
        assert len({outcome.figures[f"figure{number}{letter}"].y.high for letter in "abc"}) == 1
    summary = as_json(outcome)
    assert summary["tables"] == []
    assert set(summary["explorations"]) == {"backbone", "hops"}
    assert all("was not run" not in claim["evidence"] for claim in summary["claims"])
    assert {claim["verdict"] for claim in summary["claims"]} == {"undecided"}
