"""Add the documentation to that of other versions: `python tools/keep_docs.py BUILT SITE`.

`BUILT` is the output of Sphinx. In `SITE` every version has a folder of its own, which stays when the next
one comes; `index.html` lists them, the newest first. Links between pages are relative: any static host does.
"""

import html
import re
import shutil
import sys
from pathlib import Path

from cellwise import __version__

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Cellwise: documentation of all versions</title>
<h1>Cellwise</h1>
<p>Documentation by version, the newest first:</p>
<ul>
{rows}
</ul>
</html>
"""


def keep(built: Path, site: Path, version: str) -> None:
    """Copy what was built into the folder of its version, and list all versions."""
    folder = site / version
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(built, folder)
    versions = sorted((one.parent.name for one in site.glob("*/index.html")), key=by_number, reverse=True)
    rows = "\n".join(
        f'<li><a href="{html.escape(one)}/index.html">{html.escape(one)}</a></li>' for one in versions
    )
    (site / "index.html").write_text(PAGE.format(rows=rows), encoding="utf-8")


def by_number(version: str) -> tuple[list[int], str]:
    """Give what versions are sorted by: their numbers, so that 0.10 comes after 0.9."""
    return [int(number) for number in re.findall(r"\d+", version)], version


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    keep(Path(sys.argv[1]), Path(sys.argv[2]), __version__)
