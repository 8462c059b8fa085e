import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.warmup import warmup_s

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def file(brief: cw.Scenario, tmp_path: Path) -> str:
    (tmp_path / "a.toml").write_text(brief.with_(duration="60 ms").to_toml())
    return "a.toml"


def test_a_sweep_prints_a_table_with_intervals(cli: Cli, file: str, tmp_path: Path) -> None:
    done = cli("sweep", file, "--grid", "switch.drop.policy=tail,epd", "--replications", "2", "-o", "swept")
    assert done.returncode == 0, done.stderr
    assert "2 cases, 2 replications of each; means with 95 % t intervals" in done.stdout
    assert "±" in done.stdout
    assert (tmp_path / "swept" / "sweep.parquet").is_file()
    drawn = cli("plot", "swept", "factor", "--x", "switch.drop.policy", "-o", "factor.svg", "--csv")
    assert drawn.returncode == 0, drawn.stderr
    (tmp_path / "swept" / "sweep.json").write_text("{")
    refused = cli("plot", "swept", "factor", "--x", "seed").stderr
    assert "sweep.json: cannot be read as that of a sweep" in refused


def test_no_interval_comes_from_one_run(cli: Cli, file: str) -> None:
    arguments = ("sweep", file, "--grid", "seed=1,2", "--replications", "1")
    done = cli(*arguments)
    assert "\n2 cases, 1 replication of each; no intervals: one value says nothing" in done.stdout
    assert cli("sweep", file, "--grid", "seed=1", "--list").stdout == "seed=1\n1 case\n"
    assert "±" not in done.stdout
    reported = json.loads(cli(*arguments, "--json").stdout)
    assert {case["efficiency ±"] for case in reported["cases"]} == {None}


def test_cases_are_listed_before_they_are_run(cli: Cli, file: str, tmp_path: Path) -> None:
    grid = ("--grid", "seed=1,2,3", "--grid", "switch.buffer=500 cells,1000 cells")
    done = cli("sweep", file, *grid, "--where", "seed != 2 and switch.buffer < 800 cells", "--list")
    assert done.stdout.splitlines() == [
        "seed=1 switch.buffer=500 cells",
        "seed=3 switch.buffer=500 cells",
        "2 cases",
    ]
    assert not (tmp_path / "results").exists()


def test_cases_are_given_one_by_one_and_combined_with_grids(cli: Cli, file: str) -> None:
    cases = ("--case", "switch.buffer=500 cells,switch.drop.policy=epd", "--case", "switch.buffer=900 cells")
    done = cli("sweep", file, *cases, "--list")
    assert done.stdout.splitlines() == [
        "switch.buffer=500 cells switch.drop.policy=epd",
        "switch.buffer=900 cells",
        "2 cases",
    ]
    done = cli(
        "sweep", file, *cases, "--grid", "seed=1,2", "--where", 'switch.buffer == "500 cells"', "--list"
    )
    assert done.stdout.splitlines()[-1] == "2 cases"


def test_values_are_read_as_set_reads_them_also_tables_with_commas(cli: Cli, file: str) -> None:
    tables = 'switch.drop={ policy = "epd", threshold = 0.5 }, {policy="tail"}'
    done = cli("sweep", file, "--grid", tables, "--case", 'tcp.variant="reno",seed=0x10', "--list")
    assert done.stdout.splitlines() == [
        'switch.drop={ policy = "epd", threshold = 0.5 } tcp.variant=reno seed=16',
        'switch.drop={ policy = "tail" } tcp.variant=reno seed=16',
        "2 cases",
    ], done.stderr


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (["--grid", "seed"], "--grid: 'seed' is not allowed"),
        (["--grid", "seed=1", "--where", "open('x')"], "write PATH=VALUE, or a condition"),
        (["--grid", "seed=1", "--metric", "speed"], "error: --metric: 'speed' is not known; give efficiency"),
        (["--grid", "seed=1", "--where", "seed > 1"], "error: --where: 'seed > 1' leaves no case of 1"),
        (["--zip", "seed=1,2", "--zip", "title=a"], "error: --zip: seed has 2, title has 1"),
        (["--grid", "switch.bufer=1,2"], "switch.bufer"),
        ([], "nothing is varied; give each path once, in --grid, --zip or --case"),
        (["--case", "seed"], "--case: 'seed' is not allowed; write PATH=A,PATH=B"),
        (["--case", "seed=1,seed=2"], "--case: seed comes twice in 'seed=1,seed=2'"),
        (["--case", "seed=1", "--grid", "seed=1,2"], "seed comes twice"),
        (["--grid", "seed=1", "--replications", "many"], "--replications: 'many' is not allowed"),
        (["--grid", "seed=1", "--replications", "auto"], "auto needs --metric"),
        (
            ["--grid", "seed=1", "--replications", "3", "--most", "9", "--half-width", "1%"],
            "--half-width, --most: for --replications auto only, and 3 are asked for",
        ),
        (
            ["--grid", "seed=1", "--replications", "auto", "--metric", "efficiency", "--half-width", "wide"],
            "--half-width: 'wide' is not allowed",
        ),
        (["--grid", "seed=1", "--warmup", "soon"], "soon"),
        (["--grid", "seed=1", "--warmup", "mser5"], "had not settled"),
        (
            ["--grid", "flow.kind=udp", "--warmup", "mser5"],
            "error: --warmup: mser5 needs the throughput of TCP",
        ),
    ],
)
def test_bad_sweeps_are_explained(cli: Cli, file: str, options: list[str], reported: str) -> None:
    done = cli("sweep", file, *options)
    assert done.returncode == 2
    assert reported in done.stderr
    assert "Traceback" not in done.stderr


def test_every_mistake_of_every_case_is_reported_once_with_the_cases_that_make_it(
    cli: Cli, file: str
) -> None:
    drops = ("--grid", "switch.drop.policy=epd,tail", "--grid", "switch.drop.threshold=0.5,x")
    done = cli("sweep", file, *drops, "--grid", "seed=1,-1", "--list")
    first, *mistakes = done.stderr.splitlines()
    assert (done.returncode, first) == (2, f"error: {len(mistakes)} mistakes")
    without_threshold = [one for one in mistakes if ": switch.drop.threshold: is not a known key" in one]
    assert [one.partition(" and ")[0] for one in without_threshold] == [
        "switch.drop.policy=tail switch.drop.threshold=0.5 seed=1"
    ]
    assert [one for one in mistakes if '"x" is not allowed' in one and "policy=epd" in one]
    assert [one for one in mistakes if "seed: -1 is not allowed" in one and " and 3 more: " in one]
    everywhere = cli("sweep", file, "--set", "seed=1", "--grid", "switch.bufer=1,2", "--list").stderr
    assert everywhere.startswith("error: switch.bufer: is not a known key"), everywhere


def test_replications_are_added_until_the_means_are_known(cli: Cli, file: str, tmp_path: Path) -> None:
    wanted = ("--metric", "efficiency", "--replications", "auto", "--least", "2", "--most", "6")
    sweep = ("sweep", file, "--grid", "switch.drop.policy=tail,epd", *wanted, "-o", "swept", "--json")
    reported = json.loads(cli(*sweep, "--half-width", "0.0001%").stdout)
    assert reported["replications"] == 6
    assert "from 2 up to 6: 6 were used, and 2 means are still wider" in reported["note"]
    reported = json.loads(cli(*sweep, "--half-width", "99%").stdout)
    assert reported["replications"] == 2
    for case in reported["cases"]:
        assert case["efficiency ±"] <= 0.99 * case["efficiency"]


def test_a_sweep_has_one_warm_up_for_all_cases_the_longest(cli: Cli, file: str, tmp_path: Path) -> None:
    buffers = "--grid", "switch.buffer=500 cells,20000 cells"
    longer = "--set", "duration=3 s"
    done = cli("sweep", file, *buffers, *longer, "--warmup", "mser5", "--replications", "1", "-o", "swept")
    assert done.returncode == 0, done.stderr
    (found,) = re.findall(r"warm-up: (\d+ us) by MSER-5 on the throughput of 2 pilot runs", done.stderr)
    cases = json.loads((tmp_path / "swept" / "sweep.json").read_text())["cases"].values()
    assert [case["warmup"] for case in cases] == [found, found]
    alone = [warmup_s(cw.Scenario.from_dict(case)) for case in cases]
    assert found == f"{round(1e6 * max(time_s for time_s, _ in alone))} us"


def test_a_plot_of_a_sweep_has_the_command_of_the_sweep(cli: Cli, file: str, tmp_path: Path) -> None:
    swept = ("sweep", file, "--grid", "switch.drop.policy=tail,epd", "--replications", "1", "-o", "swept")
    assert cli(*swept).returncode == 0
    assert cli("plot", "swept", "factor", "--x", "switch.drop.policy", "-o", "factor.svg").returncode == 0
    drawn = " ".join((tmp_path / "factor.svg").read_text().replace("</text>", " ").split())
    assert "cellwise sweep a.toml --grid switch.drop.policy=tail,epd" in drawn


def test_a_grid_over_a_family_and_a_file_that_sets_a_threshold(cli: Cli, tmp_path: Path) -> None:
    drop = 'drop = { policy = "epd", threshold = "2500 cells" }'
    text = f'duration = "20 ms"\ntopology.template = "n-source"\n[switch]\nbuffer = "3000 cells"\n{drop}\n'
    (tmp_path / "a.toml").write_text(text)
    done = cli("sweep", "a.toml", "--grid", "switch.drop.policy=tail,epd,selective-drop,fba", "--list")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "4 cases"), done.stderr
    assert cli("check", "a.toml", "--set", "switch.drop.policy=tail").returncode == 0
    in_any_order = ("--set", "switch.drop.threshold=0.5", "--set", "switch.drop.policy=fba")
    assert 'policy = "fba", threshold = 0.5' in cli("expand", "a.toml", *in_any_order).stdout
    compared = ("--set-b", "switch.drop.policy=tail", "--replications", "1")
    assert cli("compare", "a.toml", "a.toml", *compared).returncode == 0


def test_a_figure_for_a_paper_has_its_own_words_and_keeps_its_command(
    cli: Cli, file: str, tmp_path: Path
) -> None:
    swept = (
        "sweep",
        file,
        "--grid",
        "switch.buffer=500 cells,900 cells",
        "--replications",
        "2",
        "-o",
        "swept",
    )
    assert cli(*swept).returncode == 0
    plot = ("plot", "swept", "factor", "--x", "switch.buffer", "--interval", "ci")
    words = ("--title", "", "--x-label", "Buffer (cells)", "--y-label", "Efficiency", "--no-footer")
    done = cli(*plot, *words, "-o", "a.svg", "--csv")
    assert done.returncode == 0, done.stderr
    svg = (tmp_path / "a.svg").read_text()
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert {"Buffer (cells)", "Efficiency"} <= set(drawn)
    assert not [text for text in drawn if "cellwise" in text or "intervals" in text]
    (reported,) = re.findall(r"<dc:description>([^<]*)</dc:description>", svg)
    assert reported.startswith("cellwise sweep a.toml --grid")
    assert "&amp;&amp; cellwise plot swept factor --x switch.buffer --interval ci --title" in reported
    assert (
        (tmp_path / "a.csv").read_text().splitlines()[0].startswith("series,switch_buffer_cells,efficiency,")
    )
    done = cli(*plot[:-1], "sd")
    assert done.returncode == 2
    assert all(word in done.stderr for word in ("sd", "ci", "range"))
    done = cli("plot", "swept", "efficiency-fairness", "--interval", "ci")
    assert "plot efficiency-fairness: --interval is not among its options" in done.stderr
