"""Draw the diagrams of the page on the engine. Run by `make figures`, from the root of the repository."""

from pathlib import Path

import rust_imports
from svg import INK, QUIET, Sheet

IMAGES = Path("docs/images")
SOURCE = Path(__file__).parents[1] / "crates" / "net" / "src"
FIRST, SECOND = "#9cc3e6", "#f4b183"
ORDERING, STAGE, END = "#ffd966", "#ffffff", "#e7e6e6"
CELL_PX = 26.0


def main() -> None:
    """Draw them all."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, sheet in (
        ("engine-floors", house(rust_imports.between_folders(rust_imports.graph(SOURCE)))),
        ("engine-trains", trains()),
        ("engine-network", network()),
        ("engine-lookahead", lookahead()),
        ("engine-kept-back", kept_back()),
    ):
        (IMAGES / f"{name}.svg").write_text(sheet.finished(), encoding="utf-8")


def house(imports: rust_imports.Graph) -> Sheet:
    """The folders of the simulator on floors, each with the folders that it imports from."""
    rows = rust_imports.floors(imports)
    sheet = Sheet(
        760,
        62 * len(rows) + 34,
        "The folders of crates/net/src on floors: each imports what is below it only",
    )
    for floor, row in enumerate(rows):
        y, width = 12 + 62 * floor, 736 / len(row)
        for place, folder in enumerate(row):
            x = 12 + place * width
            sheet.box(x, y, width - 6, 54, FIRST if floor < len(rows) - 1 else END)
            sheet.text(x + 12, y + 22, f"{folder}/", 15)
            below = [other for under in rows for other in under if other in imports[folder]]
            sheet.text(x + 12, y + 42, "imports " + (", ".join(below) or "nothing of these"), 11, ink=QUIET)
    sheet.text(12, 62 * len(rows) + 24, "Drawn from the imports of crates/net/src.", 11, ink=QUIET)
    return sheet


def trains() -> Sheet:
    """Two trains meet at a port: single cells while both are there, whole trains otherwise."""
    sheet = Sheet(760, 214, "Two trains of cells meet at a port")
    left = 150.0
    sheet.text(left, 24, "time", 12, ink=QUIET)
    sheet.line([(left + 32, 20), (730, 20)], QUIET, arrow=True)
    for y, name, fill, begin, count in ((46, "from s1", FIRST, 0, 10), (96, "from s2", SECOND, 4.5, 9)):
        x = left + begin * CELL_PX
        sheet.text(20, y + 20, name)
        sheet.box(x, y, count * CELL_PX, 28, fill)
        for cell in range(1, count):
            sheet.line([(x + cell * CELL_PX, y), (x + cell * CELL_PX, y + 28)], "white", 1)
        sheet.text(x + count * CELL_PX + 8, y + 19, f"one train: first, spacing, {count} cells", 12)
    _taken_by_the_merge(sheet, left, 166)
    sheet.text(20, 186, "taken by")
    sheet.text(20, 202, "the merge")
    return sheet


def _taken_by_the_merge(sheet: Sheet, left: float, y: float) -> None:
    sheet.box(left, y, 5 * CELL_PX - 4, 28, FIRST)
    sheet.text(left + 8, y + 19, "5 at once", 12)
    x = left + 5 * CELL_PX
    for turn in range(10):
        sheet.box(x + turn * CELL_PX / 2, y, CELL_PX / 2 - 2, 28, FIRST if turn % 2 else SECOND, round_px=1)
    sheet.text(x + 2.5 * CELL_PX, y - 6, "one by one", 12, "middle", QUIET)
    sheet.box(x + 5 * CELL_PX + 2, y, 3.5 * CELL_PX - 2, 28, SECOND)
    sheet.text(x + 5 * CELL_PX + 10, y + 19, "4 at once", 12)


def network() -> Sheet:
    """The template n-source: what is an ordering point, and what is evaluated in place."""
    sheet = Sheet(760, 330, "Ordering points and pipes of a network with two sources")
    forward = {"s1": 50, "s2": 120}
    for name, y in forward.items():
        _element(sheet, 20, y, name, END)
        _element(sheet, 130, y, f"{name}.nic", STAGE)
        sheet.line([(96, y + 18), (128, y + 18)], arrow=True)
        sheet.line([(206, y + 18), (298, 103)], arrow=True)
    _element(sheet, 300, 85, "sw1.trunk", ORDERING)
    for name, y in (("d1", 50), ("d2", 120)):
        sheet.line([(376, 103), (458, y + 18)], arrow=True)
        _element(sheet, 460, y, f"sw2.{name}", STAGE)
        sheet.line([(536, y + 18), (568, y + 18)], arrow=True)
        _element(sheet, 570, y, name, END)
    sheet.text(20, 32, "data", 12, ink=QUIET)
    sheet.text(20, 188, "acknowledgments", 12, ink=QUIET)
    for name, y in (("d1", 200), ("d2", 255)):
        _element(sheet, 570, y, f"{name}.nic", STAGE)
        sheet.line([(568, y + 18), (378, 245)], arrow=True)
    _element(sheet, 300, 227, "sw2.trunk", ORDERING)
    for name, y in (("s1", 200), ("s2", 255)):
        sheet.line([(300, 245), (208, y + 18)], arrow=True)
        _element(sheet, 130, y, f"sw1.{name}", STAGE)
        sheet.line([(130, y + 18), (98, y + 18)], arrow=True)
        _element(sheet, 20, y, name, END)
    for x, fill, words in (
        (20, ORDERING, "ordering point (merge): one slot of the calendar"),
        (350, STAGE, "stage of a pipe: no slot"),
        (550, END, "host: one slot for its first timer"),
    ):
        sheet.box(x, 303, 14, 14, fill)
        sheet.text(x + 20, 315, words, 12)
    return sheet


def _element(sheet: Sheet, x: float, y: float, name: str, fill: str) -> None:
    sheet.box(x, y, 76, 36, fill, round_px=5)
    sheet.text(x + 38, y + 23, name, 13, "middle")


def lookahead() -> Sheet:
    """How far an ordering point may run ahead before something from elsewhere could reach it."""
    sheet = Sheet(760, 204, "The horizon of an ordering point")
    sheet.text(20, 64, "elsewhere")
    sheet.text(20, 134, "here, at")
    sheet.text(20, 151, "sw1.trunk")
    for y in (60, 140):
        sheet.line([(110, y), (740, y)], QUIET, arrow=True)
    timer, place, link = 250.0, 170.0, 90.0
    for x, words in ((timer, "first timer"), (place, "first cell")):
        sheet.line([(x, 52), (x, 68)], INK, 2)
        sheet.text(x, 44, words, 12, "middle")
    horizon = min(place + 3 * link, timer + link)
    sheet.line([(timer, 68), (timer, 92), (timer + link, 92), (timer + link, 130)], QUIET, arrow=True)
    sheet.text(timer + link + 8, 94, "lookahead.timers", 12, ink=QUIET)
    sheet.line(
        [(place, 68), (place, 114), (place + 3 * link, 114), (place + 3 * link, 130)], QUIET, arrow=True
    )
    sheet.text(place + 3 * link + 8, 116, "lookahead.places", 12, ink=QUIET)
    x = 140.0
    while x < horizon - 12:
        sheet.box(x, 144, 12, 20, FIRST, round_px=1)
        x += 16
    sheet.line([(horizon, 128), (horizon, 176)], INK, 2, dashed=True)
    sheet.text(horizon, 192, "horizon", 12, "middle")
    sheet.box(horizon + 8, 144, 12, 20, "white", round_px=1)
    sheet.box(horizon + 24, 144, 12, 20, "white", round_px=1)
    return sheet


def kept_back() -> Sheet:
    """Gathering and bunches: cells that leave a merge one by one and continue together."""
    sheet = Sheet(760, 232, "Cells of one frame are kept back behind their last merge and go on together")
    sheet.text(20, 40, "leave the")
    sheet.text(20, 57, "last merge")
    for turn in range(12):
        mine = turn % 2 == 0
        sheet.box(130 + turn * 22, 30, 18, 28, FIRST if mine else "#efefef", INK if mine else "#bbbbbb", 2)
    sheet.text(404, 42, "cells of a frame, between those of others:", 12)
    sheet.text(404, 58, "nobody behind needs them before the last one", 12)
    sheet.text(20, 118, "gathered:", 13)
    sheet.text(20, 135, "empty ports", 12, ink=QUIET)
    sheet.line([(384, 66), (384, 100)], arrow=True)
    sheet.box(330, 104, 108, 30, FIRST)
    sheet.text(384, 124, "6 cells", 12, "middle")
    sheet.line([(440, 119), (560, 119)], arrow=True)
    sheet.box(562, 104, 70, 30, END)
    sheet.text(597, 124, "host", 13, "middle")
    sheet.text(448, 110, "one value, one call", 11, ink=QUIET)
    sheet.text(20, 198, "a bunch:", 13)
    sheet.text(20, 215, "a slower port", 12, ink=QUIET)
    sheet.box(170, 184, 206, 30, FIRST)
    sheet.text(273, 204, "6 cells and their 6 arrivals", 12, "middle")
    sheet.line([(378, 199), (440, 199)], arrow=True)
    sheet.box(442, 184, 92, 30, STAGE)
    sheet.text(488, 204, "slow port", 13, "middle")
    sheet.line([(536, 199), (600, 199)], arrow=True)
    sheet.box(602, 184, 138, 30, FIRST)
    sheet.text(671, 204, "one train of 6", 12, "middle")
    return sheet


if __name__ == "__main__":
    main()
