from pathlib import Path

import numpy as np
import pytest
from tests.study.published import published

import cellwise as cw
from cellwise import studies
from cellwise.points.store import plan
from cellwise.quantity import span_s
from cellwise.reports.summary import as_json
from cellwise.series import Series
from cellwise.studies.bonaventure96.bursts import bursts, idle_times_s
from cellwise.studies.bonaventure96.measures import ceiling_bps, cells_of
from cellwise.study import Setting, Study, StudyResults, drive
from cellwise.study.drive import collect

MTUS = (552, 1500, 4832, 9188)
MBSS = (1000, 2000, 3000, 4000)
TICKS_MS = (500, 200, 10)

SETTINGS = studies.get("bonaventure96").settings

MSS = 1000
TICK_S = 0.5


@pytest.fixture(scope="module")
def study() -> Study:
    return studies.get("bonaventure96")


def series(quantity: str, points: list[tuple[float, float]]) -> Series:
    time_s, value = zip(*points, strict=True)
    return Series(
        quantity, quantity, "tcp1", "bytes", (np.array(time_s) * 1e12).astype(np.int64), np.array(value)
    )


def test_every_case_can_run(study: Study) -> None:
    for name, case in study.cases.items():
        assert study.vary(case.scenario, 1).check() == [], name


def test_the_grid_has_every_packet_size_burst_size_and_timer(study: Study) -> None:
    grid = {f"MTU={mtu} MBS={mbs} {tick}ms" for mtu in MTUS for mbs in MBSS for tick in TICKS_MS}
    assert grid <= set(study.cases)
    assert {f"MTU={mtu} MBS={mbs} 500ms shaped=scr" for mtu in MTUS for mbs in MBSS} <= set(study.cases)


def test_what_the_document_states_reaches_the_scenario(study: Study) -> None:
    case = study.cases["MTU=9188 MBS=2000 10ms"].scenario.to_dict()
    assert case["topology"]["mbs"] == "2000 cells"
    assert case["topology"]["scr"] == "10000000 bit/s"
    assert case["tcp"]["mss"] == "9148 bytes"
    assert case["tcp"]["receive_window"] == case["tcp"]["send_buffer"] == "49152 bytes"
    assert (case["tcp"]["timer_tick"], case["tcp"]["delayed_ack_timer"]) == ("10 ms", "1 h")
    assert case["flow"]["size"] == "4194304 bytes"
    slow = study.cases["MTU=9188 MBS=1000 200ms"].scenario.to_dict()
    assert (slow["tcp"]["timer_tick"], slow["tcp"]["delayed_ack_timer"]) == ("200 ms", "50 ms")
    slowest = study.cases["MTU=9188 MBS=1000 500ms"].scenario.to_dict()
    assert slowest["tcp"]["delayed_ack_timer"] == "200 ms"


def test_packets_have_the_cells_and_ceilings_of_the_document() -> None:
    assert [cells_of(mtu) for mtu in MTUS] == [12, 32, 101, 192]
    assert [ceiling_bps(mtu) / 1e6 for mtu in MTUS] == pytest.approx([8.050, 8.609, 8.952, 8.990], abs=0.001)


def test_the_host_sends_as_often_as_the_document_measured() -> None:
    (cost,) = (one.value for one in SETTINGS if one.path == "host.send_processing")
    for mtu, period_us in ((4832, 600), (9188, 900)):
        assert 1e6 * (span_s(cost["base"]) + mtu * span_s(cost["per_byte"])) == pytest.approx(
            period_us, abs=1
        )


def test_frames_are_spaced_by_equation_3_rounded_up(study: Study) -> None:
    far, near = (
        span_s(study.cases[f"spaced MTU=9188 MBS=1000 at {n}%"].scenario["topology"]["shaping"]["idle_time"])
        for n in (100, 99)
    )
    assert far == pytest.approx(7620e-6, rel=1e-3)
    assert near == pytest.approx(0.99 * far, abs=1e-12)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.others], ids=lambda s: s.path)
def test_every_other_reading_can_run_and_changes_a_case(study: Study, setting: Setting) -> None:
    sample = (
        "MTU=9188 MBS=1000 500ms",
        "MTU=9188 MBS=1000 10ms reassembly timeout",
        "MTU=9188 MBS=1000 500ms N=2",
        "tagged by the sender TCP MBS=1000 500ms",
        "Ethernet MTU=1500 MBS=1000 500ms",
    )
    for other in setting.others:
        changed = study.rebuild({setting.path: other}).cases
        pairs = [(study.cases[one].scenario, changed[one].scenario) for one in sample]
        assert all(scenario.check() == [] for _, scenario in pairs)
        elsewhere = setting.path in ("study.start_spread", "study.ttcp_side")
        assert elsewhere or any(one != another for one, another in pairs)


def values(study: Study) -> dict[str, object]:
    return {one.path: one.value for one in study.settings}


def test_a_joint_reading_changes_what_it_names_and_nothing_else(study: Study) -> None:
    usual = values(study)
    named = {
        "timer-off": set(),
        "every-packet": {"10ms.tcp.delayed_ack"},
        "four-deviations": {"10ms.tcp.delayed_ack", "tcp.rto_rule", "host.receive_processing"},
        "never-delayed": {f"{tick}ms.tcp.delayed_ack" for tick in TICKS_MS},
    }
    for name, changed in named.items():
        chosen = values(study.rebuild({"study.reading": name}))
        assert {path for path in chosen if chosen[path] != usual[path]} - {"study.reading"} == changed


def test_what_is_chosen_besides_goes_before_a_joint_reading(study: Study) -> None:
    queue = {"base": "500 us", "per_byte": "20 ns", "jitter": "200 us"}
    chosen = values(study.rebuild({"study.reading": "four-deviations", "host.receive_processing": queue}))
    assert chosen["host.receive_processing"] == queue
    assert chosen["tcp.rto_rule"] == "net3"


def test_an_unknown_joint_reading_is_refused_with_those_that_are_known(study: Study) -> None:
    with pytest.raises(ValueError, match=r"study\.reading: 'five' is not known; choose among timer-off"):
        study.rebuild({"study.reading": "five"})


def test_every_open_choice_says_why() -> None:
    assert all(setting.why for setting in SETTINGS)
    assert all(
        setting.value not in setting.others for setting in SETTINGS if not isinstance(setting.value, bool)
    )


#: Numbers that are set, and bounds, which claims 1, 5 and 9 test.
INPUTS = ("T_PCR", "T_SCR", "SCR", "window", "file", "MBS_min", "MBS_max")
BOUNDS = (
    "throughput_large_MTU_500ms_below",
    "throughput_larger_MTU_200ms_below",
    "throughput_shaped_552_below",
)


def test_every_number_of_the_text_is_compared_or_set_or_a_bound(study: Study) -> None:
    items = [line["item"] for line in published("bonaventure96", "text-numbers")]
    compared = [row.labels[0] for row in study.tables[0].rows]
    assert sorted(items) == sorted([*compared, *INPUTS, *BOUNDS])


@pytest.mark.parametrize("line", published("bonaventure96", "table1"), ids=lambda row: row["contract"])
def test_the_contracts_of_table_1_tag_where_it_says_so(line: dict[str, str]) -> None:
    overload = {
        "flow.kind": "udp",
        "udp.payload": "9160 bytes",
        "udp.rate": "50 Mbit/s",
        "duration": "200 ms",
    }
    contract = {"topology.contract": f"uni3.0-{line['contract'].lower()}"}
    run = cw.run(cw.Scenario.from_template("policed-vc").with_({**overload, **contract}))
    counts = run.columns("policers")
    tagged, discarded = (bool(counts[f"{what}_cells"].sum() > 0) for what in ("tagged", "discarded"))
    assert tagged == (line["tagging"] == "requested")
    assert discarded == (not tagged)


def test_every_claim_has_its_inequalities(study: Study) -> None:
    assert [claim.id for claim in study.claims] == [f"bonaventure96-{n}" for n in range(1, 13)]
    assert all(claim.parts for claim in study.claims)


def short(study: Study, case: str, duration: str) -> cw.Run:
    return cw.run(study.cases[case].scenario.with_({"duration": duration}))


def test_behind_the_interworking_unit_packets_come_no_faster_than_the_ethernet_carries_them(
    study: Study,
) -> None:
    run = short(study, "Ethernet MTU=1500 MBS=1000 500ms shaped=scr", "4 s")
    (delivered,) = run.columns("flows")["delivered_bytes"][run.columns("flows")["kind"] == "tcp"]
    payload_bps = 9.753e6 * 1460 / 1500
    assert 0.5 * payload_bps < delivered * 8 / 4 <= payload_bps


def test_who_keeps_to_the_contract_is_never_tagged_and_loses_nothing_in_congestion(study: Study) -> None:
    for link in ("", " free"):
        run = short(study, f"tagged by nobody TCP MBS=1000{link} 500ms", "2 s")
        assert run.columns("policers")["tagged_cells"].sum() == 0
        assert run.columns("flows")["retransmitted_segments"].sum() == 0


def test_a_sender_that_tags_uses_a_free_link_beyond_its_contract(study: Study) -> None:
    free, kept = (
        short(study, f"tagged by {who} TCP MBS=1000 free 500ms", "2 s") for who in ("the sender", "nobody")
    )
    ours, theirs = (run.columns("flows")["delivered_bytes"].sum() for run in (free, kept))
    assert ours > 3 * theirs


def test_packets_between_idle_times_are_a_burst() -> None:
    # Four packets, the last two are lost; a timeout sends one again, its acknowledgment brings two more.
    sequence = series("sequence", [(0.0, 1000), (0.1, 4000), (1.0, 3000), (1.1, 5000)])
    acknowledgment = series("acknowledgment", [(0.1, 1000), (0.2, 2000), (1.1, 3000)])
    first, second = bursts(sequence, acknowledgment, MSS, TICK_S)
    assert (first.sent, first.passed, first.train) == (4, 2, 2)
    assert (second.sent, second.passed, second.train) == (3, 1, 1)
    assert idle_times_s([first, second]) == pytest.approx([0.8])


def test_a_retransmission_that_is_lost_is_a_burst_that_passes_nothing() -> None:
    # What the second timeout sends is known by its acknowledgment only.
    sequence = series("sequence", [(0.0, 3000), (1.0, 1000), (3.1, 3000)])
    acknowledgment = series("acknowledgment", [(3.1, 1000)])
    first, lost, last = bursts(sequence, acknowledgment, MSS, TICK_S)
    assert (first.sent, first.passed) == (3, 0)
    assert (lost.sent, lost.passed) == (1, 0)
    assert (last.sent, last.passed) == (3, 1)
    assert idle_times_s([first, lost, last]) == pytest.approx([1.0, 2.1])


def test_a_pause_that_empties_the_policer_begins_a_new_train() -> None:
    # The first acknowledgment is delayed; three packets pass after it, and one after another pause.
    sequence = series("sequence", [(0.0, 1000), (0.2, 3000), (0.21, 4000), (0.4, 5000)])
    acknowledgment = series("acknowledgment", [(0.2, 1000), (0.21, 2000), (0.4, 4000), (0.41, 5000)])
    (only,) = bursts(sequence, acknowledgment, MSS, TICK_S, pause_s=0.1)
    assert (only.passed, only.train) == (5, 3)
    (only,) = bursts(sequence, acknowledgment, MSS, TICK_S, pause_s=0.3)
    assert only.train == 5


def test_an_acknowledgment_beyond_what_is_sent_next_sends_nothing_by_itself() -> None:
    # After a timeout one packet fills the hole before others that had arrived.
    sequence = series("sequence", [(0.0, 4000), (1.0, 1000), (1.1, 4000), (1.2, 5000)])
    acknowledgment = series("acknowledgment", [(1.1, 4000)])
    _, second = bursts(sequence, acknowledgment, MSS, TICK_S)
    assert (second.sent, second.passed) == (2, 4)


def test_a_packet_less_than_full_is_a_packet() -> None:
    sequence = series("sequence", [(0.0, 1000), (0.1, 1400), (0.2, 1401)])
    (only,) = bursts(sequence, series("acknowledgment", [(0.3, 1401)]), MSS, TICK_S)
    assert only.sent == 3


@pytest.fixture(scope="module")
def brief() -> Study:
    """The study with short runs of greedy connections."""
    return studies.get("bonaventure96").rebuild(
        {"study.connections_run": "5 s", "study.tagging_run": "2 s", "study.start_spread": "50 ms"}
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bonaventure96")


@pytest.fixture(scope="module")
def outcome(brief: Study, folder: Path) -> StudyResults:
    return drive(brief, folder, replications=1, jobs=2, quiet=True)


def test_the_study_is_reported_and_every_figure_drawn(brief: Study, outcome: StudyResults) -> None:
    assert set(outcome.figures) == {figure.name for figure in brief.figures}
    summary = as_json(outcome)
    (text,) = summary["tables"]
    assert text["published"] == 19
    assert text["predictions"] == text["inside_min_max"] + text["near"] + len(text["outside"])
    assert set(summary["explorations"]) == {one.name for one in brief.explorations}
    assert all("was not run" not in claim["evidence"] for claim in summary["claims"])
    assert {claim["verdict"] for claim in summary["claims"]} == {"undecided"}


def test_every_transfer_ends(brief: Study, folder: Path, outcome: StudyResults) -> None:
    points = plan({name: case.scenario for name, case in brief.cases.items()}, 1, brief.vary)
    measured = collect(brief, points, folder, set(brief.cases)).measured
    transfers = {name: one["finished"] for name, (one,) in measured.items() if "finished" in one}
    assert len(transfers) > len(MTUS) * len(MBSS) * len(TICKS_MS)
    assert [name for name, finished in transfers.items() if not finished] == []


def test_a_policed_train_passes_what_equation_2_says(outcome: StudyResults) -> None:
    passed: dict[tuple[str, ...], dict[str, float]] = {}
    for one in outcome.explored["trains"]:
        passed.setdefault(one.row, {})[one.measure] = one.median
    assert [row["whole_frames"] for row in passed.values()] == [10, 21, 32, 43, 5, 10, 16, 21]
    assert all(row["whole_frames"] == row["train_predicted"] for row in passed.values())


def test_claims_that_chance_does_not_touch_hold(outcome: StudyResults) -> None:
    holds = {finding.claim.id: finding.holds for finding in outcome.findings}
    assert all(holds[f"bonaventure96-{number}"] for number in (8, 10, 12))


def test_the_wait_doubles_after_a_lost_retransmission(outcome: StudyResults) -> None:
    (table,) = outcome.comparisons.values()
    ours = {one.row[0]: one.median for one in table}
    first = ours["idle_after_burst_500ms_roughly"]
    assert 0.5 < first < 1.0
    assert ours["idle_after_lost_retransmission_500ms"] == pytest.approx(2, abs=0.2)


def test_a_train_of_datagrams_has_the_throughput_of_the_document(outcome: StudyResults) -> None:
    (table,) = outcome.comparisons.values()
    ours = {one.row[0]: one.median for one in table}
    assert ours["raw_throughput_9188"] == pytest.approx(90, rel=0.02)
    assert ours["raw_throughput_4832"] == pytest.approx(71, rel=0.02)
    assert ours["idle_needed_for_192_cells"] == pytest.approx(7.62, rel=1e-3)
    assert ours["data_packets_9188"] == 459
