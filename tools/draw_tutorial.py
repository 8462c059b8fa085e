"""Draw the pictures of the tutorial, from the scenario that stands there. Run by `make figures`."""

import re
from pathlib import Path

import cellwise as cw

PAGE = Path("docs/tutorial/index.md")
IMAGES = Path("docs/images")


def main() -> None:
    """Draw the queue under both policies."""
    (text,) = re.findall(r"```toml\n# first\.toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    first = cw.Scenario.from_toml_text(text)
    for policy, title in (("tail", "Tail drop"), ("epd", "Early packet discard")):
        run = cw.run(first.with_({"switch.drop.policy": policy, "title": title}))
        drawing = run.plot("queue", from_s=1.0, to_s=1.5)
        command = f"cellwise run first.toml --set switch.drop.policy={policy}"
        drawing.with_footer(command).save(IMAGES / f"tutorial-{policy}.svg")


if __name__ == "__main__":
    main()
