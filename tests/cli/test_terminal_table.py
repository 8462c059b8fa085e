"""Tables are whole on narrow screens. A summary counts the units of its network: cells, packets or both."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console
from rich.text import Text

import cellwise as cw
from cellwise.cli.summary import print_summary
from cellwise.column import Column
from cellwise.terminal_table import print_table

WIDTHS = (80, 40)


def shown(width: int, say: Callable[[Console], None]) -> str:
    """Give what is printed on a screen of so many columns."""
    made = io.StringIO()
    say(Console(file=made, width=width, soft_wrap=True, markup=False, highlight=False))
    return made.getvalue()


def summary(run: cw.Run, width: int) -> str:
    return shown(width, lambda console: print_summary(run, console, "again"))


@pytest.fixture(scope="module")
def dsl() -> cw.Run:
    return cw.run(cw.Scenario.from_template("dsl").with_(duration="8 s"))


@pytest.fixture(scope="module")
def cake() -> cw.Run:
    queue = {"discipline": "cake", "bandwidth": "20 Mbit/s"}
    return cw.run(cw.Scenario.from_template("vdsl2").with_({"topology.queue": queue}, duration="8 s"))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_names_of_a_summary_are_whole_on_a_narrow_screen(dsl: cw.Run, width: int) -> None:
    reported = summary(dsl, width)
    assert "…" not in reported
    first = {line.split()[0] for line in reported.splitlines() if line.strip()}
    queues = dsl.columns("queues")
    waited = queues["port"][queues["sojourn_max_s"] > 0]
    assert {*map(str, dsl.columns("flows")["flow"]), *map(str, waited)} <= first
    tables = [line for line in reported.splitlines() if line.startswith(("modem.", "bras.", "down", "up"))]
    assert tables
    assert all(len(line) <= width for line in tables if ":" not in line)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_number_stands_in_full_behind_the_name_of_its_row(width: int) -> None:
    columns = [Column("port"), *(Column(f"number {one}", is_number=True) for one in range(9))]
    rows = [
        [name, *(f"{place}{one}.123456" for one in range(9))]
        for place, name in enumerate(("modem.line", "modem.lan"))
    ]
    reported = shown(width, lambda console: print_table(console, columns, rows))
    lines = [line.split() for line in reported.splitlines()]
    for row in rows:
        found = [number for line in lines if line[0] == row[0] for number in line[1:]]
        assert found == row[1:]
    assert max(map(len, reported.splitlines())) <= width


def test_a_name_longer_than_the_screen_is_whole_too() -> None:
    name = "a-name-that-is-longer-than-forty-columns-of-a-screen.line"
    reported = shown(40, lambda console: print_table(console, [Column("port"), Column("n")], [[name, "12"]]))
    assert name in reported
    assert "12" in reported


def test_a_table_without_rows_has_its_headings() -> None:
    reported = shown(
        40, lambda console: print_table(console, [Column("port"), Column("", is_prose=True)], [])
    )
    assert reported.split() == ["port"]


def test_what_stands_for_a_control_character_is_whole_too() -> None:
    columns = [Column("a\x1b[2J"), Column("b\x07", group="c\x9b")]
    reported = shown(40, lambda console: print_table(console, columns, [["d\x08", "e\x7f"]]))
    assert reported.split() == [r"c\u009b", r"a\u001b[2J", r"b\u0007", r"d\u0008", r"e\u007f"]


def test_prose_is_broken_between_words_alone() -> None:
    reported = "ports sw1.trunk and modem.line carried something"
    made = shown(
        40,
        lambda console: print_table(
            console,
            [Column("name"), Column("reported", is_prose=True)],
            [["a-name-of-21-columns.x", reported]],
        ),
    )
    words = made.split()
    assert [word for word in words if word in reported.split()] == reported.split()


def test_a_group_of_columns_stays_together_and_is_named_in_each_block() -> None:
    groups = [
        Column(one, is_number=True, group=group) for group in ("EPD", "tail") for one in ("publ.", "median")
    ]
    rows: list[list[str | Text]] = [["1000 cells", "0.9312345678", Text("0.92"), "0.81", "0.80"]]
    reported = shown(40, lambda console: print_table(console, [Column("buffer"), *groups], rows))
    first, second = reported.split("tail")
    assert "EPD" in first
    assert "0.9312345678  " in first
    assert "0.92" in first
    assert "1000 cells" in second
    assert "0.81" in second


def test_a_run_without_cells_speaks_of_packets(cake: cw.Run, dsl: cw.Run) -> None:
    reported = summary(cake, 160)
    assert not [line for line in reported.splitlines() if "cell" in line and "validated" not in line]
    dropped = int(cake.columns("queues")["dropped_packets"].sum())
    assert f"packets lost: {dropped} aqm" in reported
    assert dropped > 0
    assert "packets sent by hosts" in reported
    both = summary(dsl, 160).splitlines()
    assert {"cells lost: none", "packets lost: none"} <= set(both)


def test_the_tins_of_cake_have_their_names(cake: cw.Run) -> None:
    rows = [line for line in summary(cake, 160).splitlines() if line.startswith("modem.line    cake")]
    assert rows
    assert all("best effort" in row for row in rows)
