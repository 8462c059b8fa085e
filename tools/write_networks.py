"""Write the small pictures of templates' networks that the page's gallery shows.

Run by `make figures`, from the root of the repository; with ``--check`` it only reports whether they are
current. In the page each would take a run: only a run knows the places of nodes.
"""

import json
import sys
from pathlib import Path

import cellwise as cw
from cellwise.page.browser_run import described

PICTURES = Path("web/src/networks.ts")

HEAD = """/** The networks of templates as pictures. Written by tools/write_networks.py; do not edit. */

/** Kind and place of each node, from 0 to 1; which are linked, by number, with a 1 by a link of packets. */
export interface Network {
  nodes: [kind: string, x: number, y: number][];
  links: [from: number, to: number, packets: number][];
}

"""


def picture(template: str) -> str:
    """Give the picture of a template's network as the page of a run has it."""
    topology = described(cw.run(cw.Scenario.from_template(template)), [])["topology"]
    number = {node["name"]: place for place, node in enumerate(topology["nodes"])}
    nodes = [[node["kind"], round(node["x"], 3), round(node["y"], 3)] for node in topology["nodes"]]
    links = [
        [*(number[end] for end in link["ends"]), int(link["kind"] != "atm")] for link in topology["links"]
    ]
    reported = ",\n".join(
        f"    {key}: {json.dumps(rows)}" for key, rows in (("nodes", nodes), ("links", links))
    )
    return f"  {json.dumps(template)}: {{\n{reported},\n  }},\n"


def main() -> int:
    """Write the file, or say whether it is current."""
    pictures = "".join(picture(entry.name) for entry in cw.catalogue("templates"))
    text = f"{HEAD}export const NETWORKS: Record<string, Network> = {{\n{pictures}}};\n"
    if sys.argv[1:] == ["--check"]:
        if PICTURES.read_text() == text:
            return 0
        print(f"{PICTURES} is not current: run tools/write_networks.py, then make page", file=sys.stderr)
        return 1
    PICTURES.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
