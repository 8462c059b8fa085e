import itertools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.study.looks import changing, looks
from tests.study.published import published

import cellwise as cw
from cellwise import studies
from cellwise.metrics import port_row
from cellwise.reports.study_page import render, write_report
from cellwise.reports.summary import as_json
from cellwise.study import Study, Table, drive, sensitivity


def goyal96(changes: dict[str, object] | None = None) -> Study:
    study = studies.get("goyal96")
    return study.rebuild(changes) if changes else study


def read(table: str) -> Sequence[Mapping[str, str]]:
    return published("goyal96", table)


@pytest.fixture(scope="module")
def study() -> Study:
    return goyal96()


def brief_study(study: Study) -> Study:
    """The study with every run cut to a moment."""
    cases = {
        name: replace(case, scenario=case.scenario.with_(duration="60 ms"))
        for name, case in study.cases.items()
    }
    return replace(study, cases=cases)


def test_all_published_rows_are_there(study: Study) -> None:
    rows = {table.name: len(table.rows) for table in study.tables}
    assert rows == {"table1": 4, "table2": 12, "table3": 12, "table4": 44, "table5": 54, "table6": 54}
    assert sum(rows.values()) == 180


def test_cases_that_tables_share_are_simulated_once(study: Study) -> None:
    tables = {table.name: set(table.cases()) for table in study.tables}
    assert tables["table2"] == tables["table3"]
    assert len(tables["table2"] & tables["table4"]) == 12
    assert len(tables["table2"] & (tables["table5"] | tables["table6"])) == 12
    assert len(set().union(*tables.values())) == 4 + 48 + 44 + 108 - 12 - 12


def test_every_case_can_run(study: Study) -> None:
    for name, case in study.cases.items():
        assert case.scenario.check() == [], name


def test_every_case_is_a_different_scenario(study: Study) -> None:
    assert len({case.scenario.id for case in study.cases.values()}) == len(study.cases)


def test_settings_of_the_document_reach_the_scenario(study: Study) -> None:
    lan = study.cases["LAN N=15 K=2000 epd"].scenario.to_dict()
    assert lan["duration"] == "10 s"
    assert lan["topology"]["sources"] == 15
    assert lan["topology"]["link_delay"] == "5 us"
    assert lan["tcp"]["receive_window"] == "65535 bytes"
    assert lan["tcp"]["delayed_ack"] is False
    assert lan["switch"]["buffer"] == "2000 cells"
    assert lan["switch"]["drop"]["policy"] == "epd"
    assert lan["switch"]["drop"]["threshold"] == "all but 200 cells"
    wan = study.cases["WAN N=5 K=12000 fba R=0.5 Z=0.2"].scenario.to_dict()
    assert wan["duration"] == "20 s"
    assert wan["tcp"]["receive_window"] == "600000 bytes"
    assert (wan["switch"]["drop"]["threshold"], wan["switch"]["drop"]["z"]) == (0.5, 0.2)


def printed(table: str, quantity: str) -> dict[tuple[str, str, str], float]:
    rows = [row for row in read(table) if row["R_fraction_of_buffer"] == "0.9" and row["Z"] == "0.8"]
    network = "LAN" if table == "table5" else "WAN"
    return {(network, row["num_sources"], row["buffer_cells"]): float(row[quantity]) for row in rows}


@pytest.mark.parametrize(
    ("comparative", "quantity"), [("table2", "efficiency"), ("table3", "fairness_index")]
)
def test_exactly_the_numbers_that_another_table_contradicts_are_inconsistent(
    study: Study, comparative: str, quantity: str
) -> None:
    detailed = {**printed("table5", quantity), **printed("table6", quantity)}
    contradicted = set()
    for row in read(comparative):
        place = (row["configuration"], row["num_sources"], row["buffer_cells"])
        if abs(float(row[f"fba_{quantity}"]) - detailed[place]) > 0.0101:
            contradicted.add(place)
    (table,) = (one for one in study.tables if one.name == comparative)
    assert contradicted == {
        row.labels for row in table.rows for number in row.numbers.values() if number.inconsistent
    }
    others = {place[1:] for place in contradicted}
    (other,) = (one for one in study.tables if one.name == "table5")
    assert others == {
        (row.labels[0], row.labels[3]) for row in other.rows if row.numbers[quantity].inconsistent
    }


def test_selective_drop_needs_its_tolerance_and_no_more(study: Study) -> None:
    rows = {
        (r["configuration"], r["num_sources"], r["buffer_cells"]): r
        for r in read("table4")
        if r["Z"] == "0.8"
    }
    differences = []
    for table, quantity in (("table2", "efficiency"), ("table3", "fairness_index")):
        for row in read(table):
            detailed = rows[row["configuration"], row["num_sources"], row["buffer_cells"]]
            differences.append(abs(float(row[f"selective_drop_{quantity}"]) - float(detailed[quantity])))
    tolerances = {
        number.tolerance
        for table in study.tables[1:3]
        for row in table.rows
        for column, number in row.numbers.items()
        if column.startswith("selective_drop")
    }
    assert [*tolerances] == [pytest.approx(max(differences))]
    assert sum(difference > 0.005 for difference in differences) >= 8


def test_every_claim_has_its_inequalities(study: Study) -> None:
    assert [claim.id for claim in study.claims] == [f"goyal96-{n}" for n in range(1, 10)]
    assert all(claim.parts for claim in study.claims)


def test_every_choice_says_why_and_open_ones_name_other_readings(study: Study) -> None:
    for setting in study.settings:
        assert setting.why
        assert setting.stated or setting.others, setting.path
        assert setting.value not in setting.others or isinstance(setting.value, bool)


def test_a_changed_choice_reaches_every_case_that_knows_it() -> None:
    changed = goyal96({"tcp.rto_rule": "sunos", "drop.discard_remainder": False})
    for case in ("LAN N=5 K=1000 epd", "WAN N=15 K=36000 fba R=0.9 Z=0.8"):
        scenario = changed.cases[case].scenario.to_dict()
        assert scenario["tcp"]["rto_rule"] == "sunos"
        assert scenario["switch"]["drop"]["discard_remainder"] is False
    plain = changed.cases["LAN N=5 K=1000 tail"].scenario.to_dict()
    assert plain["switch"]["drop"] == {"policy": "tail"}


def largest_queue(configuration: str, sources: int, changes: dict[str, object]) -> tuple[int, int]:
    """The largest queue without loss in cells, and the timeouts."""
    run = cw.run(goyal96(changes).cases[f"{configuration} N={sources} unlimited tail"].scenario)
    row = port_row(run.columns("ports"), "sw1.trunk")
    return int(row["queue_max_waiting_cells"]), int(run.columns("flows")["timeouts"].sum())


@pytest.mark.parametrize(
    ("rate", "wan", "lan"),
    [("155.905 Mbit/s", 59211, (7591, 22831)), ("155.882 Mbit/s", 59213, (7591, 22831))],
)
def test_other_rates_of_the_links_change_the_queues_of_table1(
    rate: str, wan: int, lan: tuple[int, int]
) -> None:
    (setting,) = (one for one in goyal96().settings if one.path == "topology.link_rate")
    assert rate in setting.others
    changes: dict[str, object] = {"topology.link_rate": rate}
    assert largest_queue("WAN", 5, changes) == (wan, 0)
    assert tuple(largest_queue("LAN", sources, changes)[0] for sources in (5, 15)) == lan


def test_sources_that_time_out_in_slow_start_keep_out_of_the_queue_of_fifteen() -> None:
    fitted: dict[str, object] = {"topology.link_rate": "155.905 Mbit/s"}
    in_vain = {
        **fitted,
        "tcp.rto_rule": "unrounded",
        "tcp.timer_expiry": "at-tick",
        "tcp.min_rto_ticks": 1,
    }
    assert largest_queue("WAN", 5, in_vain) == (59211, 0)
    # 294 segments of 12 cells more than the printed 196203.
    assert largest_queue("WAN", 15, fitted) == (196203 + 294 * 12, 0)
    queue, timeouts = largest_queue("WAN", 15, in_vain)
    assert abs(queue - 196203) <= 0.01 * 196203
    assert timeouts > 0


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("tcp.rto_rule", "unrounded"),
        ("tcp.round_trip_clock", "at-least-one-tick"),
        ("tcp.timer_expiry", "at-tick"),
        ("tcp.retransmission_timer", "oldest-segment"),
        ("tcp.backoff", "none"),
    ],
)
def test_readings_of_the_timer_can_be_chosen(path: str, other: str) -> None:
    (setting,) = (one for one in goyal96().settings if one.path == path)
    assert other in setting.others
    scenario = goyal96({path: other}).cases["LAN N=5 K=1000 tail"].scenario
    assert scenario.check() == []
    assert scenario.to_dict()["tcp"][path.partition(".")[2]] == other


def test_claims_that_the_order_of_cells_decides_say_so(study: Study) -> None:
    hanging = {claim.id for claim in study.claims if any(part.hangs_on for part in claim.parts)}
    assert hanging == {f"goyal96-{number}" for number in (1, 3, 4, 5, 9)}


def test_a_choice_that_the_study_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"tcp\.colour.*tcp\.rto_rule"):
        goyal96({"tcp.colour": "red"})


def test_an_unknown_study_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"goyal97.*goyal96"):
        studies.get("goyal97")


def counted(summary: dict[str, object]) -> bool:
    tables = summary["tables"]
    assert isinstance(tables, list)
    return all(
        t["predictions"] == t["inside_min_max"] + t["near"] + t["inconsistent"] + len(t["outside"])
        and t["published"] == len(t["numbers"])
        for t in tables
    )


def test_a_whole_study_counts_every_published_number_once(study: Study, tmp_path: Path) -> None:
    outcome = drive(brief_study(study), tmp_path, replications=1, jobs=2, quiet=True)
    summary = as_json(outcome)
    assert counted(summary)
    numbers = {table["table"]: table["published"] for table in summary["tables"]}
    assert numbers == {"table1": 12, "table2": 48, "table3": 48, "table4": 88, "table5": 108, "table6": 108}
    assert {claim["verdict"] for claim in summary["claims"]} == {"undecided"}
    assert json.loads(json.dumps(summary)) == summary
    assert set(outcome.figures) == {figure.name for figure in study.figures}
    assert changing(looks(outcome.figures.values())) == []
    assert summary["runs"] == len(study.cases)


def test_one_table_alone_runs_only_its_cases(study: Study, tmp_path: Path) -> None:
    outcome = drive(brief_study(study), tmp_path, replications=2, only=["table1"], quiet=True)
    assert outcome.runs == 8
    assert list(outcome.comparisons) == ["table1"]
    evidence = {finding.claim.id: finding.evidence for finding in outcome.findings}
    assert "was left out by --only" in evidence["goyal96-5"]


def test_a_figure_alone_runs_only_its_case(study: Study, tmp_path: Path) -> None:
    outcome = drive(brief_study(study), tmp_path, replications=3, only=["figure1"], quiet=True)
    assert outcome.runs == 1
    assert list(outcome.figures) == ["figure1"]
    assert outcome.comparisons == {}


def test_an_unknown_table_is_refused(study: Study, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"table9.*table1.*windows"):
        drive(study, tmp_path, only=["table9"], quiet=True)


def test_the_same_study_writes_the_same_report(study: Study, tmp_path: Path) -> None:
    texts = []
    for folder, jobs in (("one", 1), ("two", 2)):
        outcome = drive(
            brief_study(study), tmp_path / folder, replications=2, only=["table1"], jobs=jobs, quiet=True
        )
        write_report(outcome, tmp_path / folder / "report.html", "cellwise study goyal96")
        texts.append((tmp_path / folder / "report.html").read_bytes())
    assert texts[0] == texts[1]


def test_the_report_needs_nothing_from_outside(study: Study, tmp_path: Path) -> None:
    outcome = drive(brief_study(study), tmp_path, replications=1, only=["table1", "table2"], quiet=True)
    text = render(outcome, "cellwise study goyal96 --only table1 --only table2")
    for outside in ("src=", "<script", "@import", "<link"):
        assert outside not in text
    # What figures refer to is in the page itself.
    assert all(
        target.startswith(("#", "data:")) for target in re.findall(r"(?:url\(|href=[\"'])([^)\"']*)", text)
    )
    for table in outcome.tables():
        assert table.title in text
    for finding in outcome.findings:
        assert finding.claim.test.partition("<")[0] in text.replace("&gt;", ">")
    assert "cellwise study goyal96 --only table1 --only table2" in text
    assert "contradicts itself" in text


def test_sensitivity_changes_one_choice_at_a_time(study: Study, tmp_path: Path) -> None:
    kept = [setting for setting in study.settings if setting.path in ("tie", "tcp.rto_rule")]
    small = brief_study(replace(study, settings=kept, sensitivity_tables=("table1",)))
    made = sensitivity.trials(
        replace(small, rebuild=lambda changes: brief_study(goyal96(changes))),
        tmp_path,
        replications=1,
        jobs=2,
        fresh=True,
        quiet=True,
    )
    assert [(trial.path, trial.value) for trial in made] == [
        (None, None),
        ("tie", "rotate"),
        ("tie", "fixed"),
        ("tcp.rto_rule", "sunos"),
        ("tcp.rto_rule", "unrounded"),
    ]
    # Without four fairness indices of 1 and the two queues by which choices were made.
    assert all(trial.predictions == 6 for trial in made)
    sensitivity.save(tmp_path, made)
    assert sensitivity.saved(tmp_path) == made


def test_a_fairness_printed_as_1_among_two_decimals_is_to_two_decimals(study: Study) -> None:
    (table,) = (one for one in study.tables if one.name == "table3")
    numbers = [one for row in table.rows for column, one in row.numbers.items() if "selective" not in column]
    assert {(one.printed, one.tolerance) for one in numbers if one.tolerance is not None} == {("1", 0.005)}


def test_the_windows_are_a_group_with_the_standard_one(study: Study) -> None:
    assert study.extra_cases == {
        "windows": tuple(f"LAN N=5 K=1000 tail{one}" for one in ("", " W=32768", " W=16384", " W=8192"))
    }


def test_tables_have_unique_rows(study: Study) -> None:
    def labels(table: Table) -> list[tuple[str, ...]]:
        return [row.labels for row in table.rows]

    assert all(len(set(labels(table))) == len(table.rows) for table in study.tables)
    assert len(set(itertools.chain.from_iterable(table.cases() for table in study.tables))) == 180
