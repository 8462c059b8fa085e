"""`cellwise find` and `Search(...).run(...)` are one thing: the same files, the same output."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.octets import octets

import cellwise as cw
from cellwise.experiments import Search

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]

BUFFERS = {"switch.buffer": "3000..9000 cells"}
GOAL = "vcs.cells_lost:sum <= 800"
VARIED = {"switch.drop.policy": ["tail", "epd"], "switch.buffer": "300..3000 cells"}


@pytest.mark.parametrize(
    ("words", "made"),
    [
        (["--vary", "switch.buffer=3000..9000 cells", "--for", GOAL], Search("a.toml", BUFFERS, GOAL)),
        (
            shlex.split(
                "--vary switch.drop.policy=tail,epd --vary switch.buffer=300..3000cells "
                "--maximise efficiency --trials 8"
            ),
            Search("a.toml", VARIED, maximise="efficiency", trials=8),
        ),
    ],
)
def test_the_command_and_the_call_store_and_print_the_same(
    cli: Cli,
    base_file: cw.Scenario,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    made: Search,
) -> None:
    asked = ["find", "a.toml", *words, "--replications", "2", "-o", "found"]
    printed = cli(*asked).stdout
    by_command = octets(tmp_path / "found")
    (tmp_path / "found").rename(tmp_path / "kept")

    object.__setattr__(made, "command", shlex.join(["cellwise", *asked]))
    found = made.run("found", replications=2, jobs=2)
    assert octets(tmp_path / "found") == by_command
    assert {"find.json", "find.parquet", "runs.parquet", "find.svg"} <= set(by_command)
    found.show()
    # The time that more runs would take is of these runs.
    without_time = re.compile(r", [^,]* of processor time")
    assert without_time.sub("", capsys.readouterr().out) == without_time.sub("", printed)
    # Nothing is run again, so that what it cost is the same.
    assert cli(*asked, "--json").stdout == found.to_json() + "\n"


def test_a_search_has_its_tables_and_its_report(base_file: cw.Scenario, tmp_path: Path) -> None:
    found = Search(base_file, BUFFERS, GOAL).run(replications=2)
    assert found.folder is None
    values = [value for (value,) in found.table.select('"switch.buffer"').fetchall()]
    assert values == [one.name for one in found.tried]
    assert len(found.table_of_runs) == found.runs == 2 * len(values)
    for ending in ("html", "md", "tex"):
        text = found.report(tmp_path / f"found.{ending}").read_text()
        assert "The least switch.buffer for which" in text
        assert all(value in text for value in values)
        assert ("<svg" in text) == (ending == "html")


def test_a_search_that_is_kept_says_what_it_answers(base_file: cw.Scenario, tmp_path: Path) -> None:
    Search(base_file, BUFFERS, GOAL).run(tmp_path / "found", replications=2)
    reported = json.loads((tmp_path / "found" / "find.json").read_text())
    assert reported["question"]["goals"] == [GOAL]
    assert reported["command"] == ""
