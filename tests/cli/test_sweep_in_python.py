"""`cellwise sweep` and `cw.sweep(...).run(...)` are one thing: the same files and reports, to the byte."""

import shlex
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.octets import octets

import cellwise as cw
from cellwise.experiments.kept import outcome_in

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

GRID = {"switch.drop.policy": ["tail", "epd"], "switch.buffer": ["500 cells", "1000 cells"]}


def slowest_share(run: cw.Run) -> float:
    rates = run.columns("flows")["throughput_bps"]
    return float(rates.min() / rates.mean())


@pytest.fixture
def base(brief: cw.Scenario) -> cw.Scenario:
    return brief.with_(duration="60 ms")


@pytest.fixture(scope="module")
def swept() -> cw.Sweep:
    base = cw.Scenario.from_template("n-source").with_(duration="60 ms")
    return cw.sweep(base, grid={**GRID, "seed": [1, 2]})


def test_the_command_and_the_call_store_and_report_the_same_bytes(
    cli: Cli, base: cw.Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my.toml").write_text(base.to_toml())
    words = ["sweep", "my.toml", "--replications", "2", "--metric", "efficiency", "-o", "swept"]
    words += [word for path, levels in GRID.items() for word in ("--grid", f"{path}={','.join(levels)}")]
    assert cli(*words).returncode == 0
    for form, ending in (("html", "html"), ("markdown", "md"), ("latex", "tex")):
        assert cli("report", "swept", "--to", form, "-o", f"by-command.{ending}").returncode == 0
    by_command = octets(tmp_path / "swept")
    (tmp_path / "swept").rename(tmp_path / "kept")

    monkeypatch.chdir(tmp_path)
    made = cw.sweep("my.toml", grid=GRID)
    found = replace(made, command=shlex.join(["cellwise", *words])).run(
        "swept", replications=2, metrics=["efficiency"]
    )
    by_call = octets(tmp_path / "swept")
    assert set(by_call) >= {"sweep.json", "sweep.parquet", "runs.parquet"}
    assert by_call == by_command
    for ending in ("html", "md", "tex"):
        found.report(f"by-call.{ending}")
        assert Path(f"by-call.{ending}").read_bytes() == Path(f"by-command.{ending}").read_bytes()


def test_a_sweep_that_is_kept_nowhere_has_its_table_plot_and_report(
    base: cw.Scenario, tmp_path: Path
) -> None:
    found = cw.sweep(base, grid=GRID).run(replications=2, metrics=["efficiency", slowest_share], jobs=2)
    assert found.folder is None
    cases = found.table.select('"switch.drop.policy", slowest_share').fetchall()
    assert [policy for policy, _ in cases] == ["tail", "tail", "epd", "epd"]
    runs = found.table_of_runs.filter("\"switch.drop.policy\" = 'epd'").select("slowest_share").fetchall()
    assert len(runs) == 4
    ours = [float(values["slowest_share"].mean()) for values in found.numbers.values.values()]
    assert [share for _, share in cases] == ours
    drawn = found.plot("slowest_share").columns()
    assert sorted(drawn["slowest_share"].tolist()) == sorted(ours)
    text = found.report(tmp_path / "swept.md").read_text()
    assert "slowest_share" in text
    assert "# made in Python" in text
    assert "<svg" in found.report(tmp_path / "swept.html").read_text()


def test_points_that_are_stored_are_not_run_again(base: cw.Scenario, tmp_path: Path) -> None:
    made = cw.sweep(base, grid={"seed": [1, 2]})
    made.run(tmp_path / "swept", replications=1)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "swept" / "points").iterdir()}
    found = made.run(tmp_path / "swept", replications=2)
    assert found.runs == 4
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_of_several_figures_one_is_chosen_by_the_levels_of_other_factors(swept: cw.Sweep) -> None:
    found = swept.run(replications=1, metrics=["efficiency"])
    with pytest.raises(ValueError, match=r"where: 2 figures fit .* give the level of each factor"):
        found.plot()
    for seed in (1, 2):
        of_seed = [
            float(values["efficiency"][0])
            for case, values in found.numbers.values.items()
            if case.endswith(f"seed={seed}")
        ]
        assert sorted(found.plot(where={"seed": seed}).columns()["efficiency"].tolist()) == sorted(of_seed)


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        ({"metric": "fairness"}, "metric: 'fairness' was not measured; these were: efficiency"),
        ({"where": {"duration": "1 s"}}, "where: duration is no factor; those are switch.drop.policy"),
        ({"where": {"seed": 3}}, "where: no case has seed = 3"),
    ],
)
def test_what_cannot_be_drawn_is_refused(swept: cw.Sweep, options: dict[str, object], reported: str) -> None:
    found = swept.run(replications=1, metrics=["efficiency"])
    with pytest.raises(ValueError, match=reported):
        found.plot(**options)


def test_what_cannot_be_run_or_reported_is_refused(base: cw.Scenario, tmp_path: Path) -> None:
    made = cw.sweep(base, grid={"seed": [1]})
    for wrong in ({"replications": 0}, {"jobs": 0}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))}: 0 is not allowed; give at least 1"):
            made.run(**wrong)
    with pytest.raises(ValueError, match="metrics: none is named"):
        made.run(replications="auto")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("dear")
    with pytest.raises(cw.ResultsError, match=r"letters: .*a\.txt"):
        made.run(tmp_path / "letters")
    with pytest.raises(ValueError, match=r"give a file that ends in \.html, \.md or \.tex"):
        made.run(replications=1).report(tmp_path / "swept.pdf")


def test_the_confidence_of_a_sweep_is_that_of_its_intervals_and_is_kept(
    brief: cw.Scenario, tmp_path: Path
) -> None:
    grid = {"switch.drop.policy": ["tail", "epd"]}
    usual, wide = (cw.sweep(brief, grid=grid, confidence=one) for one in (None, "99%"))
    narrow, found = (one.run(replications=3, metrics=["efficiency"]) for one in (usual, wide))
    kept = wide.run(tmp_path, replications=3, metrics=["efficiency"])
    assert "99 % t intervals" in kept.sheet().after[0]
    assert kept.as_plain() == found.as_plain()
    ours, theirs = ([one["efficiency ±"] for one in it.as_plain()["cases"]] for it in (narrow, found))
    assert all(a is None or a <= b for a, b in zip(ours, theirs, strict=True))
    again = outcome_in(tmp_path, print)
    assert again is not None
    assert again.as_plain() == kept.as_plain()
