import csv
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.plots.registry import PLOTS

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


def brief(**changes: object) -> cw.Scenario:
    return cw.Scenario.from_template("n-source").with_(
        {
            "topology.sources": 2,
            "switch.buffer": "1000 cells",
            "probes": {"queue": {"port": "sw1.trunk"}},
            **changes,
        },
        duration="60 ms",
    )


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cw.run(brief()).save(tmp_path_factory.mktemp("saved") / "run")


@pytest.fixture
def folder(saved: Path, tmp_path: Path) -> Path:
    """Where the commands run: a folder with one run in it."""
    shutil.copytree(saved, tmp_path / "run")
    return tmp_path


def test_a_plot_is_written_with_its_columns_beside_it(cli: Cli, folder: Path) -> None:
    done = cli("plot", "run", "queue", "-o", "pictures/q.png", "--csv")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["pictures/q.png", "pictures/q.csv"]
    assert (folder / "pictures/q.png").read_bytes().startswith(b"\x89PNG")
    with (folder / "pictures/q.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    queue = cw.Run.load(folder / "run").series("queue")
    assert [float(row["queue_cells"]) for row in rows[: len(queue)]] == queue.value.tolist()


def test_the_footer_has_the_commands_that_make_the_picture_again(cli: Cli, folder: Path) -> None:
    options = ("--from", "10 ms", "--to", "0.05")
    assert cli("plot", "run", "queue", *options, "-o", "first.svg").returncode == 0
    first = (folder / "first.svg").read_text()
    again = "cellwise run run/scenario.toml --out run && cellwise plot run queue --from '10 ms' --to 0.05"
    assert again.replace("&", "&amp;") in " ".join(first.replace("</text>", " ").split())
    for command in again.split(" && "):
        words = [word.strip("'") for word in command.replace("'10 ms'", "'10_ms'").split()[1:]]
        assert cli(*(word.replace("_", " ") for word in words)).returncode == 0
    # The name of the file is no part of the picture.
    assert (folder / "queue.svg").read_text() == first


def test_a_scenario_that_was_not_run_has_its_network_drawn(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(brief().to_toml())
    done = cli("plot", "my.toml", "network", "-o", "net.svg")
    assert done.returncode == 0, done.stderr
    assert "cellwise plot my.toml network" in (tmp_path / "net.svg").read_text()
    done = cli("plot", "my.toml", "queue")
    assert done.returncode == 2
    assert "plot queue: a scenario has no results; give the results of a run" in done.stderr
    (tmp_path / "bad.toml").write_text('switch.buffer = "many"')
    done = cli("plot", "bad.toml", "network")
    assert done.returncode == 2
    assert "switch.buffer" in done.stderr


def test_the_plots_are_listed(cli: Cli) -> None:
    done = cli("plot", "--list")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(PLOTS)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["run", "queues"], "'queues' is not known; give RUN and one of cwnd, queue"),
        (["run"], "the name of the plot is missing"),
        (["nowhere", "queue"], "nowhere: there is no such results folder"),
        (["run", "queue", "-o", "a.gif"], r"a.gif: the name of a picture ends in .svg, .png or .pdf"),
        (["run", "cwnd"], '[probes.cwnd]\nflow = "*"'),
        (
            ["run", "queue", "--flow", "tcp1", "--window", "1 s"],
            "plot queue: --flow, --window is not among its options, which are --port, --from, --to",
        ),
        (["run", "queue", "--from", "9 s"], "--from, --to: 9 to"),
        (["run", "queue", "--port", "sw7"], "'sw7' was not recorded; recorded: sw1.trunk"),
        (["run", "queue", "--from", "soon"], "--from: 'soon' is not allowed"),
        (["run", "queue", "--size", "poster"], "the sizes are page, column, slide"),
        (["run", "factor", "--x", "switch.buffer", "--where", "tcp"], "write PATH=VALUE"),
        (["run", "run", "network"], "2 runs are not allowed"),
    ],
)
def test_a_users_mistake_is_explained_in_one_message(
    cli: Cli, folder: Path, arguments: list[str], fault: str
) -> None:
    done = cli("plot", *arguments)
    assert done.returncode == 2
    assert fault in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in folder.iterdir()] == ["run"]


def test_a_folder_of_runs_is_plotted_and_a_half_written_one_named_and_skipped(
    cli: Cli, tmp_path: Path
) -> None:
    for buffer in ("500 cells", "4000 cells"):
        for replication in range(2):
            run = cw.run(brief(**{"switch.buffer": buffer, "replication": replication}))
            run.save(tmp_path / "sweep" / f"{buffer[0]}-{replication}")
    broken = tmp_path / "sweep" / "broken"
    broken.mkdir()
    (broken / "flows.parquet").write_bytes(b"")
    os.truncate(
        shutil.copytree(tmp_path / "sweep" / "4-0", tmp_path / "sweep" / "cut") / "series.parquet", 50
    )
    done = cli("plot", "sweep", "factor", "--x", "switch.buffer", "--csv")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("skipped:") == 2
    assert "sweep/broken: run.json is missing" in done.stderr
    assert "sweep/cut/series.parquet: was changed or damaged" in done.stderr
    with (tmp_path / "factor.csv").open(newline="") as file:
        assert [row["switch_buffer_cells"] for row in csv.DictReader(file)] == ["500", "4000"]


def test_a_damaged_run_among_folders_that_are_named_is_skipped(cli: Cli, tmp_path: Path) -> None:
    whole = cw.run(brief()).save(tmp_path / "coll" / "a")
    for damaged in ("b", "c"):
        os.truncate(shutil.copytree(whole, tmp_path / "coll" / damaged) / "run.json", 50)
    (tmp_path / "coll" / "notes.txt").write_text("mine")
    done = cli("plot", "coll/a", "coll/b", "coll/notes.txt", "efficiency-fairness", "--csv")
    assert done.returncode == 0, done.stderr
    assert "skipped: coll/b/run.json: cannot be read as provenance" in done.stderr
    assert "skipped: coll/notes.txt: is no folder" in done.stderr
    assert len((tmp_path / "efficiency-fairness.csv").read_text().splitlines()) == 2
    done = cli("plot", "coll/b", "coll/c", "efficiency-fairness")
    assert done.returncode == 2
    assert "error: coll/b, coll/c: none has results that can be read" in done.stderr
    done = cli("plot", "coll/a", "coll/aa", "efficiency-fairness")
    assert done.returncode == 2
    assert "error: coll/aa: there is no such results folder" in done.stderr


def test_windows_that_are_too_many_are_refused_at_once(cli: Cli, tmp_path: Path) -> None:
    cw.run(brief(probes={"acknowledgment": {"flow": "*"}})).save(tmp_path / "run")
    done = cli("plot", "run", "throughput", "--window", "1 ns")
    assert done.returncode == 2
    assert "--window: 1e-09 s is not allowed; give 6e-07 to 0.06 s: at most 100000 windows" in done.stderr


def test_the_points_of_a_study_are_plotted(cli: Cli, tmp_path: Path) -> None:
    assert cli("study", "goyal96", "--only", "table1", "--replications", "1").returncode == 0
    options = ("--x", "topology.sources", "--y", "ports.queue_max_cells", "--rows", "max")
    mixed = cli("plot", "results/goyal96", "factor", *options)
    assert mixed.returncode == 2
    assert "topology.link_delay" in mixed.stderr
    where = ("--where", "topology.link_delay=5 us", "--where", "tcp.receive_window=65535 bytes")
    done = cli("plot", "results/goyal96", "factor", *options, *where, "--csv")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "factor.csv").open(newline="") as file:
        queues = {row["topology_sources"]: row for row in csv.DictReader(file)}
    assert float(queues["15"]["max_of_queue_max_in_ports_cells"]) > 1000
    done = cli("plot", "results/goyal96", "efficiency-fairness", "--by", "topology.sources", "--csv")
    assert done.returncode == 0, done.stderr
    assert "cellwise study goyal96 --replications 1" in (tmp_path / "efficiency-fairness.svg").read_text()
    with (tmp_path / "efficiency-fairness.csv").open(newline="") as file:
        assert {row["series"] for row in csv.DictReader(file)} == {"5", "15"}
    points = sorted((tmp_path / "results/goyal96/points").iterdir())
    os.truncate(points[0], 100)
    done = cli("plot", "results/goyal96", "efficiency-fairness")
    assert done.returncode == 0
    assert done.stderr.count("skipped:") == 1
    assert f"{points[0].name}: half written, damaged or of another format" in done.stderr


def test_a_half_written_point_is_named_and_skipped(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(brief().to_toml())
    sweep = ("sweep", "a.toml", "--grid", "switch.drop.policy=tail,epd,ppd", "--replications", "1")
    assert cli(*sweep, "-o", "swept").returncode == 0
    cut, gone, whole = sorted((tmp_path / "swept" / "points").iterdir())
    os.truncate(cut, 100)
    gone.unlink()
    done = cli("plot", "swept", "factor", "--x", "switch.drop.policy", "--csv")
    assert done.returncode == 0, done.stderr
    assert f"skipped: swept/points/{cut.name}: half written, damaged or of another format" in done.stderr
    assert f"skipped: swept/points/{gone.name}: missing" in done.stderr
    with (tmp_path / "factor.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 1
    os.truncate(whole, 100)
    done = cli("plot", "swept", "factor", "--x", "switch.drop.policy")
    assert done.returncode == 2
    assert "error: swept: has no point that can be read; run the sweep again" in done.stderr


def test_points_of_no_known_study_are_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine" / "points").mkdir(parents=True)
    done = cli("plot", "mine", "factor", "--x", "switch.buffer")
    assert done.returncode == 2
    assert "'mine', which is not one of our studies" in done.stderr
    (tmp_path / "goyal96" / "points").mkdir(parents=True)
    done = cli("plot", "goyal96", "factor", "--x", "switch.buffer")
    assert done.returncode == 2
    assert "no point of this version; run `cellwise study goyal96` again" in done.stderr
