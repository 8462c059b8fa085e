"""Draw the first picture of the README and of the site, from its live figure. Run by `make figures`."""

import tomllib
from pathlib import Path

import cellwise as cw
import front_pictures
from cellwise.plots.together import together

FIGURE = Path(__file__).parents[1] / "docs/figures/access-line.toml"
IMAGE = Path("docs/images/access-line.svg")

#: The queue that is too long, and one of today.
QUEUES = {"tail": "a long queue (tail)", "fq-codel": "a queue of today (fq-codel)"}


def main() -> None:
    """Draw round trips of pings with both queues."""
    given = tomllib.loads(FIGURE.read_text(encoding="utf-8"))
    (control,) = given["controls"]
    scenario = cw.Scenario.from_dict(given["scenario"])
    runs = [cw.run(scenario.set_all([(path, queue) for path in control["paths"]])) for queue in QUEUES]
    drawing = together(list(QUEUES.values()), [run.plot("latency", to_s=given["to_s"]) for run in runs])
    front_pictures.save(drawing.labelled(title=given["title"], footer=False), IMAGE)


if __name__ == "__main__":
    main()
