"""What is kept of an experiment is enough: its report, its picture and the plots of its runs."""

import csv
import io
import shutil
import subprocess
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.csv_text import to_csv
from cellwise.experiments import Comparison, Replications, Search
from cellwise.experiments.kept_export import export_kept
from cellwise.experiments.outcome import Outcome
from cellwise.points import store
from cellwise.points.store import PointResult, load

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

GOAL = "vcs.cells_lost:sum <= 800"


def read_csv(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path(path).read_text())))


def lost(run: cw.Run) -> int:
    return int(run.columns("vcs")["cells_lost"].sum())


def compared(base: cw.Scenario, folder: str | None = "kept") -> Outcome:
    epd = base.with_({"switch.drop.policy": "epd"})
    return Comparison(base, epd, 0.9).run(folder, replications=2, metrics=["efficiency", lost])


def swept(base: cw.Scenario, folder: str | None = "kept") -> Outcome:
    grid = {"switch.buffer": ["500 cells", "1000 cells"]}
    return cw.sweep(base, grid=grid).run(folder, replications=2, metrics=["efficiency", lost])


def replicated(base: cw.Scenario, folder: str | None = "kept") -> Outcome:
    return Replications(base).run(folder, replications=2, metrics=["efficiency", lost])


def found(base: cw.Scenario, folder: str | None = "kept") -> Outcome:
    made = Search(base, {"switch.buffer": "3000..9000 cells"}, GOAL)
    return made.run(folder, replications=2, metrics=[lost])


def best(base: cw.Scenario, folder: str | None = "kept") -> Outcome:
    varied = {"switch.drop.policy": ["tail", "epd"], "switch.buffer": "300..3000 cells"}
    made = Search(base, varied, "lost <= 5000", maximise="efficiency", trials=8)
    return made.run(folder, replications=2, metrics=[lost])


Make = Callable[..., Outcome]

KINDS = pytest.mark.parametrize("make", [compared, swept, replicated, found, best])


@pytest.fixture(scope="module")
def made() -> dict[Make, tuple[Outcome, Path]]:
    """The outcomes that there are already, and where each has its folder."""
    return {}


@pytest.fixture
def outcome(
    make: Make,
    base_file: cw.Scenario,
    made: dict[Make, tuple[Outcome, Path]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Outcome:
    """The outcome of a kind, made once; the working folder has what it keeps, as ``kept``."""
    if make not in made:
        place = tmp_path_factory.mktemp(make.__name__)
        with chdir(place):
            made[make] = make(base_file), place
    found, place = made[make]
    shutil.copytree(place / "kept", "kept")
    return found


@KINDS
def test_without_a_folder_it_comes_to_the_same(base_file: cw.Scenario, make: Make, outcome: Outcome) -> None:
    held, kept = make(base_file, None).document(), outcome.document()
    # The time that runs took is not a result.
    for one in (*held.get("surer", []), *kept.get("surer", [])):
        del one["cpu_s"]
    assert held == kept


@KINDS
def test_a_prompt_shows_what_show_prints(outcome: Outcome, capsys: pytest.CaptureFixture[str]) -> None:
    outcome.show()
    printed = capsys.readouterr().out
    assert repr(outcome) == printed.strip("\n")
    assert str(outcome.sheet().rows[0][0]) in repr(outcome)


@KINDS
def test_the_report_of_a_folder_is_that_of_the_outcome(cli: Cli, outcome: Outcome) -> None:
    for form, ending in (("html", "html"), ("markdown", "md"), ("latex", "tex")):
        assert cli("report", "kept", "--to", form, "-o", f"kept.{ending}").returncode == 0
        outcome.report(f"made.{ending}")
        assert Path(f"kept.{ending}").read_bytes() == Path(f"made.{ending}").read_bytes()


@KINDS
def test_the_picture_of_a_folder_is_that_of_the_outcome(cli: Cli, outcome: Outcome) -> None:
    done = cli("plot", "kept", "-o", "kept.svg", "--csv", "--title", "As kept")
    assert done.returncode == 0, done.stderr
    outcome.plot().to_csv(Path("made.csv"))
    assert Path("kept.csv").read_bytes() == Path("made.csv").read_bytes()
    assert "As kept" in Path("kept.svg").read_text()


@KINDS
@pytest.mark.usefixtures("outcome")
def test_the_runs_of_a_folder_are_drawn_by_the_name_of_a_plot(cli: Cli, make: Make) -> None:
    words = ["plot", "kept", "factor", "--x", "seed", "--y", "efficiency", "--csv"]
    chosen = {"compared": ["--where", "switch.drop.policy=epd"], "swept": ["--by", "switch.buffer"]}
    words += chosen.get(make.__name__, ["--by", "switch.buffer"])
    words += ["--where", "switch.drop.policy=epd"] if make is best else []
    done = cli(*words)
    assert done.returncode == 0, done.stderr
    assert "efficiency" in Path("factor.csv").read_text()


@KINDS
def test_a_folder_is_exported_as_its_tables_and_those_of_all_its_runs(cli: Cli, outcome: Outcome) -> None:
    done = cli("export", "kept", "--to", "csv", "-o", "tables")
    assert (done.returncode, done.stderr) == (0, "")
    own = outcome.columns()
    assert done.stdout.split()[:3] == [f"tables/{name}.csv" for name in (*own, "flows")]
    for name, columns in own.items():
        assert Path(f"tables/{name}.csv").read_text() == to_csv(columns)
    # Every row of a run's table has what distinguishes its run in `runs`.
    runs, losses = read_csv("tables/runs.csv"), dict[tuple[str, ...], int]()
    key = [name for name in runs[0] if name in read_csv("tables/vcs.csv")[0]]
    for row in read_csv("tables/vcs.csv"):
        place = tuple(row[name] for name in key)
        losses[place] = losses.get(place, 0) + int(row["cells_lost"])
    assert losses == {tuple(row[name] for name in key): float(row["lost"]) for row in runs}


@KINDS
@pytest.mark.usefixtures("outcome")
def test_an_export_reads_each_point_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(folder: Path, point_id: str) -> PointResult | None:
        read.append(point_id)
        return load(folder, point_id)

    monkeypatch.setattr(store, "load", counted)
    export_kept(Path("kept"), Path("tables"), pytest.fail)
    assert sorted(read) == sorted(path.stem for path in Path("kept", "points").iterdir())


def test_a_point_that_is_missing_is_named_once_in_an_export(cli: Cli, base_file: cw.Scenario) -> None:
    for make in (compared, swept, replicated, found):
        make(base_file, make.__name__)
        point = min(Path(make.__name__, "points").iterdir())
        point.unlink()
        done = cli("export", make.__name__, "--to", "csv", "-o", f"{make.__name__}-csv")
        assert done.returncode == 0
        assert (done.stderr.count("skipped:"), done.stderr.count(str(point))) == (1, 1)


def test_the_folder_of_a_study_is_not_exported(cli: Cli) -> None:
    assert cli("study", "goyal96", "--only", "table1", "--replications", "1", "-o", "kept").returncode == 0
    done = cli("export", "kept", "--to", "csv")
    assert done.returncode == 2
    assert "kept: is the folder of a study; cellwise report kept --to markdown writes" in done.stderr


def test_a_comparison_of_runs_has_a_report_and_no_runs_of_its_own(cli: Cli, base_file: cw.Scenario) -> None:
    a, b = cw.run(base_file), cw.run(base_file.with_({"switch.drop.policy": "epd"}))
    made = Comparison(a, b).run("kept")
    assert cli("report", "kept", "--to", "markdown").stdout.count("\n") > 5
    assert made.report("made.md").read_text() == cli("report", "kept", "--to", "markdown").stdout
    assert "has no point that can be read" in cli("plot", "kept", "queue").stderr
    done = cli("export", "kept", "--to", "csv", "-o", "tables")
    assert done.stdout.split() == ["tables/comparison.csv", "tables/runs.csv"]


@KINDS
def test_a_file_that_was_changed_is_refused(cli: Cli, outcome: Outcome) -> None:
    file = Path("kept") / outcome.mark
    file.write_text(file.read_text().replace("efficiency", "fairness").replace("800", "900"))
    for words in (["report", "kept"], ["plot", "kept"], ["plot", "kept", "queue"]):
        done = cli(*words)
        assert done.returncode == 2
        assert "or was changed; run it again" in done.stderr


@KINDS
def test_a_folder_of_one_kind_takes_no_other(cli: Cli, base_file: cw.Scenario, outcome: Outcome) -> None:
    others = {"comparison.json": swept, "sweep.json": compared}
    with pytest.raises(cw.ResultsError, match=r"kept: is the folder of .*; give another name"):
        others.get(outcome.mark, swept)(base_file)
    if outcome.mark != "replications.json":
        done = cli("replicate", "a.toml", "-o", "kept")
        assert done.returncode == 2
        assert "--out: kept: is the folder of" in done.stderr


def test_the_answer_to_another_question_is_kept_unless_it_is_forced(base_file: cw.Scenario) -> None:
    vary = {"switch.buffer": "3000..9000 cells"}
    cw.find(base_file, vary, GOAL, replications=2, folder="kept")
    before = Path("kept/find.json").read_bytes()
    other = "vcs.cells_lost:sum <= 700"
    with pytest.raises(cw.ResultsError, match=r"kept has the answer to another question, .*force=True"):
        cw.find(base_file, vary, other, replications=2, folder="kept")
    with pytest.raises(cw.ResultsError, match=r"it differs in tcp\.mss.*force=True"):
        cw.find(base_file.with_({"tcp.mss": "1024 bytes"}), vary, GOAL, replications=2, folder="kept")
    assert Path("kept/find.json").read_bytes() == before
    cw.find(base_file, vary, other, replications=2, folder="kept", force=True)
    assert Path("kept/find.json").read_bytes() != before


@KINDS
@pytest.mark.usefixtures("outcome")
def test_what_is_for_other_kinds_is_refused(cli: Cli, make: Make) -> None:
    done = cli("report", "kept", "--only", "table1")
    assert done.returncode == 2
    assert "--only: kept is the folder of" in done.stderr
    done = cli("plot", "kept", "--flow", "tcp1")
    assert done.returncode == 2
    assert "flow goes with a plot by name" in done.stderr
    if make is not swept:
        assert "--metric: is for sweeps" in cli("report", "kept", "--metric", "efficiency").stderr
