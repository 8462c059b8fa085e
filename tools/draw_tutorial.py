"""Draw the pictures of the tutorial and of the lab sheet, from the scenarios there. Run by `make figures`."""

import re
from pathlib import Path

import cellwise as cw
from cellwise.plots import plot

PAGES = Path("docs/tutorial")
IMAGES = Path("docs/images")


def main() -> None:
    """Draw all of them."""
    draw_tutorial(IMAGES)
    draw_lab(IMAGES)


def scenario(page: str, name: str) -> cw.Scenario:
    """Read the scenario that a page shows under the name of a file."""
    text = (PAGES / page).read_text(encoding="utf-8")
    (found,) = re.findall(rf"```toml\n# {re.escape(name)}\n(.*?)```", text, re.DOTALL)
    return cw.Scenario.from_toml(found)


def draw_tutorial(images: Path) -> None:
    """Draw the queue under both policies."""
    first = scenario("index.md", "first.toml")
    for policy, title in (("tail", "Tail drop"), ("epd", "Early packet discard")):
        run = cw.run(first.with_({"switch.drop.policy": policy, "title": title}))
        drawing = run.plot("queue", from_s=1.0, to_s=1.5)
        command = f"cellwise run first.toml --set switch.drop.policy={policy}"
        drawing.with_footer(command).save(images / f"tutorial-{policy}.svg")


def draw_lab(images: Path) -> None:
    """Draw the window, the efficiency over the buffer, and the queue without and with rates."""
    alone, shared = scenario("lab.md", "alone.toml"), scenario("lab.md", "shared.toml")
    drawing = cw.run(alone).plot("cwnd")
    drawing.with_footer("cellwise run alone.toml").save(images / "lab-window.svg")
    runs = [
        cw.run(shared.with_({"switch.buffer": cells, "switch.drop.policy": policy}, replication=one))
        for cells in ("500 cells", "1000 cells", "2000 cells", "8000 cells")
        for policy in ("tail", "epd")
        for one in range(3)
    ]
    drawing = plot("factor", runs, x="switch.buffer", y="efficiency", by="switch.drop.policy")
    drawing.with_footer("cellwise sweep shared.toml").save(images / "lab-buffers.svg")
    large = shared.with_({"switch.buffer": "8000 cells"})
    rates = {"atm.category": "abr", "switch.rate_rule.rule": "erica"}
    for name, title, changes in (("ubr", "Without rates", {}), ("abr", "With ABR and ERICA", rates)):
        drawing = cw.run(large.with_({**changes, "title": title})).plot("queue")
        drawing.with_footer("cellwise run shared.toml").save(images / f"lab-{name}.svg")


if __name__ == "__main__":
    main()
