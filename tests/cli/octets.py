"""The files of a folder, without the costs of runs, which depend on the machine."""

import re
from pathlib import Path

#: The costs of runs, and the checksums of files that name costs.
_COST = re.compile(rb'"(cpu_s|sha256)": "?[^",\n]*"?')


def octets(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "costs")
    return {path.relative_to(folder).as_posix(): _COST.sub(b"", path.read_bytes()) for path in files}
