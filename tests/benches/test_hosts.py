"""`benches/hosts`: its arithmetic and its simulated hosts, the verdicts of its claims, its report."""

import dataclasses
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benches.hosts import __main__ as program
from benches.hosts import controls, peer, points, policed, report, staircase
from benches.hosts.attended import Attended, lack
from benches.hosts.claims import REFUTED, UNTESTED, UPHELD, claims
from benches.hosts.lines import cells, direct, goodput_bps
from benches.hosts.points import Measured, Store, stored
from benches.hosts.report import write_report
from tests.benches.measured import GOOD, REPORT, TWIN, carried, pings, through, transfers
from tests.ports import held_port

ROOT = Path(__file__).parents[2]
LACK = lack(["ip", "ping", "ss"])
real = pytest.mark.skipif(bool(LACK), reason=f"real hosts: {'; '.join(LACK)}")


def verdicts(*measured: Measured) -> list[str]:
    return [one.verdict for one in claims(measured)]


def test_the_closed_forms_are_those_of_the_encapsulations() -> None:
    # spec: an echo request of p octets is a packet of p + 28, with 16 octets in LLC/SNAP and 8 in VC-MUX.
    assert staircase.expected_steps(pings("llc-snap", 16)) == [53, 101, 149]
    assert staircase.expected_steps(pings("vc-mux", 8)) == [61, 109, 157]
    assert [cells(1500, one) for one in ("llc-snap", "vc-mux")] == [32, 32]
    assert goodput_bps(8_000_000) == pytest.approx(6.830e6, rel=1e-4)
    assert goodput_bps(155_520_000) == pytest.approx(132.78e6, rel=1e-4)


def test_claims_hold_where_everything_is_as_predicted() -> None:
    assert verdicts(*GOOD) == [UPHELD] * 6


@pytest.mark.parametrize(
    ("place", "other", "refuted"),
    [
        # Eight octets more: the steps are elsewhere, and so is the overhead that they show.
        (0, pings("llc-snap", 24), {"hosts-1", "hosts-2"}),
        (2, carried(6.75e6), {"hosts-3"}),
        (3, transfers(4.0, 5.6, 9.0), {"hosts-4"}),
        (4, through(8.8e6), {"hosts-5"}),
        (4, dataclasses.replace(through(1e6), twin=TWIN | {"same": False}), {"hosts-6"}),
    ],
)
def test_each_claim_can_be_refuted(place: int, other: Measured, refuted: set[str]) -> None:
    changed = [*GOOD[:place], other, *GOOD[place + 1 :]]
    assert {one.name for one in claims(changed) if one.verdict == REFUTED} == refuted


def test_a_run_that_was_late_tests_nothing_but_its_record() -> None:
    late = [dataclasses.replace(one, report=REPORT | {"faults": ["late"]}) for one in GOOD]
    assert verdicts(*late) == [UNTESTED] * 5 + [UPHELD]


def test_a_run_that_counts_is_kept_and_a_late_one_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = iter([["late"], [], ["late"]])
    monkeypatch.setattr(points, "attend", lambda *_: Attended(REPORT | {"faults": next(faults)}, {}))
    monkeypatch.setattr(points, "_twin", lambda *_: TWIN)

    def run(resumes: bool) -> bool:
        store = Store(tmp_path, resumes)
        return points.measure(store, "goodput", "x", direct(8_000_000), lambda _: {}, {}).counts

    assert [run(True), run(True), run(True), run(False)] == [False, True, True, False]


def test_the_report_has_every_run_with_its_verdict_and_pictures(tmp_path: Path) -> None:
    late = dataclasses.replace(carried(6.8e6), name="100-mbit", report=REPORT | {"faults": ["it was late"]})
    write_report(tmp_path / "report.md", [*GOOD, late])
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "1 of 6 runs do not count" in text
    assert "does not count: it was late" in text
    assert "| 100-mbit (does not count) | 6.800 | 6.830 | -0.44% |" in text
    for name in ("staircase-vc-mux", "window-reno", "progress-reno", "policed-1500"):
        assert f"](report/{name}.svg)" in text
        assert (tmp_path / "report" / f"{name}.svg").stat().st_size > 1000


def test_simulated_transfers_are_without_chance() -> None:
    one, again = (controls.simulated("reno", 200_000) for _ in range(2))
    assert one == again
    assert one["acked"][1][-1] == 200_000
    # 139 segments of 32 cells are the least that the line takes.
    assert one["took_s"] > 139 * 32 * 424 / 8e6
    beside = policed.simulated(4000, 1500, 200_000)
    assert 0 < beside["goodput_bps"] <= beside["ceiling_bps"] * (1 + 4000 * 48 / 200_000)


@pytest.mark.skipif(platform.system() != "Linux", reason="options of Linux's TCP")
def test_the_program_at_the_ends_reports_what_arrived() -> None:
    command = [sys.executable, "-I", str(peer.__file__)]
    with (
        held_port() as port,
        subprocess.Popen(
            [*command, "receive", str(port), "1", "0"], stdout=subprocess.PIPE, text=True
        ) as taking,
    ):
        while taking.poll() is None:
            sending = subprocess.run(
                [*command, "send", "127.0.0.1", str(port), "100000", "reno", "0", "0.001"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if sending.returncode == 0:
                break
        taken: list[dict[str, Any]] = json.loads(taking.communicate(timeout=300)[0])
    sent = json.loads(sending.stdout)
    assert [one["octets"] for one in taken] == [100_000]
    assert 0 < sent["written_s"] <= sent["took_s"]
    assert sent["began_s"] <= taken[0]["accepted_s"] <= taken[0]["ended_s"]


def bench(*arguments: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "benches.hosts", *map(str, arguments)]
    # The package may be found through the path alone.
    paths = {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ | paths | environment
    )


def test_an_unknown_part_and_a_folder_without_runs_are_refused(tmp_path: Path) -> None:
    done = bench("--only", "stairs", "--out", tmp_path / "none")
    assert done.returncode == 2
    assert "argument --only: invalid choice: 'stairs'" in done.stderr
    done = bench("--stored", "--out", tmp_path / "none")
    assert done.returncode == 2
    assert "there are no runs in" in done.stderr
    assert not (tmp_path / "none").exists()


def test_if_something_is_missing_it_is_named_and_nothing_is_measured(tmp_path: Path) -> None:
    done = bench("--out", tmp_path / "none", PATH="")
    assert done.returncode == 1
    assert done.stderr.startswith("skipped, nothing was measured: ")
    assert not (tmp_path / "none").exists()


def test_stored_runs_are_reported_again_in_the_order_of_parts(tmp_path: Path) -> None:
    for one in reversed(GOOD):
        Store(tmp_path).keep(one)
    done = bench("--stored", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" upheld ") == 6
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    places = [text.index(f"\n| {one.part} {one.name} | 20 | 30 |") for one in GOOD]
    assert places == sorted(places)


def test_ctrl_c_keeps_what_was_finished_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "measure_parts", press)
    monkeypatch.setattr(sys, "argv", ["benches.hosts", "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        program.main()
    assert (ended.value.code, capsys.readouterr().err) == (130, "interrupted; what was finished is kept\n")


@real
@pytest.mark.usefixtures("real_hosts")
def test_real_hosts_are_measured_and_their_records_repeated(tmp_path: Path) -> None:
    done = bench("--quick", "--only", "staircase", "--only", "policed", "--out", tmp_path)
    measured = list(stored(tmp_path))
    assert done.returncode == (0 if all(one.counts for one in measured) else 1), done
    assert [one.part for one in measured] == ["policed", "staircase", "staircase"]
    assert all(one.twin["same"] and one.twin["offers"] > 0 for one in measured)
    # However loaded the machine is, nothing is faster than the line.
    for one in measured:
        if one.part == "staircase":
            pairs = zip(one.found["rtt_ms"], one.ours["rtt_ms"], strict=True)
            assert all(took > least for took, least in pairs), one
        else:
            assert one.found["goodput_bps"] < one.ours["ceiling_bps"] * (1 + 4000 * 48 / one.found["octets"])
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    again = bench("--stored", "--out", tmp_path)
    assert again.returncode == done.returncode
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == text


def test_a_report_has_the_questions_of_the_page_and_its_claims(tmp_path: Path) -> None:
    write_report(tmp_path / "report.md", GOOD)
    text, page = (file.read_text(encoding="utf-8") for file in (tmp_path / "report.md", report.PAGE))
    assert text.partition(report.RESULTS)[0] == page.partition(report.RESULTS)[0]
    assert all(f"| {one.name} | {one.says} |" in page for one in claims(GOOD))
