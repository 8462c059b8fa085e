"""Two writers of one folder: one whole result of one of them, or one of them is refused."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.attacks.conftest import begun, run_command

import cellwise as cw
from cellwise.results import RESULTS

pytestmark = pytest.mark.attack

Cases = Callable[[int, int], int]


def test_two_runs_into_one_folder_leave_one_whole_result(tmp_path: Path, cases: Cases) -> None:
    for case in range(cases(5, 50)):
        out = tmp_path / f"both-{case % 10}"
        with (
            begun(run_command(out, 2 * case, threads=1 + case % 3), tmp_path) as first,
            begun(run_command(out, 2 * case + 1, threads=1 + case % 3), tmp_path) as second,
        ):
            reported = [process.communicate(timeout=120)[1] for process in (first, second)]
            codes = [first.returncode, second.returncode]
        assert 0 in codes
        assert set(codes) <= {0, 2}, reported
        assert "Traceback" not in "".join(reported)
        run = cw.Run.load(out)
        assert run.scenario["seed"] in {2 * case, 2 * case + 1}
        alone = cw.Run.load(cw.run(run.scenario).save(tmp_path / "alone"))
        assert alone.fingerprint == run.fingerprint
        assert not [path for path in out.iterdir() if RESULTS.is_left_over(path.name)]


def test_threads_that_save_and_load_one_folder_meet_whole_results_only(tmp_path: Path, cases: Cases) -> None:
    brief = cw.Scenario.from_template("n-source").with_(duration="20 ms")
    runs = [cw.run(brief), cw.run(brief.with_({"seed": 2, "probes": {"losses": {"port": "*"}}}))]
    known = {run.fingerprint for run in runs}
    out, times = runs[0].save(tmp_path / "run"), cases(15, 200)
    met: list[str] = []
    wrong: list[Exception] = []

    def save(run: cw.Run) -> None:
        for saved in range(20 * times):
            # On a busy machine the reader may not have had its turn yet.
            if saved >= times and met:
                break
            run.save(out)

    def load() -> None:
        while any(writer.is_alive() for writer in writers):
            try:
                met.append(cw.Run.load(out).fingerprint)
            except cw.ResultsError as error:
                # It was written again after its checksums were read and before its tables were.
                if "was written again" not in str(error):
                    wrong.append(error)

    writers = [threading.Thread(target=save, args=(run,)) for run in runs]
    for writer in writers:
        writer.start()
    load()
    for writer in writers:
        writer.join()
    assert wrong == []
    assert set(met) <= known
    assert met
    assert cw.Run.load(out).fingerprint in known
