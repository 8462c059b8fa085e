"""Draw the pictures of the page on plots from the scenario on that page. Run by `make figures`."""

import re
from pathlib import Path

import cellwise as cw

PAGE = Path("docs/plots.md")
IMAGES = Path("docs/images")


def main() -> None:
    """Draw the cells under some segments, and the network, as the page's commands do."""
    text = PAGE.read_text(encoding="utf-8")
    (scenario,) = re.findall(r"```toml\n# my\.toml\n(.*?)```", text, re.DOTALL)
    wanted = cw.Scenario.from_toml(scenario)
    network = cw.plots.plot("network", wanted).with_footer("cellwise plot my.toml network")
    network.save(IMAGES / "plots-network.svg")
    run = cw.run(wanted)
    drawing = run.plot("sequence", flow="tcp1", from_s=0.038, to_s=0.040, from_bytes=48e3, to_bytes=51.2e3)
    (again,) = re.findall(r"^cellwise plot results/my-run sequence.*", text, re.MULTILINE)
    named = drawing.with_footer(f"cellwise run my.toml --out results/my-run && {again}")
    named.save(IMAGES / "plots-sequence.svg")


if __name__ == "__main__":
    main()
