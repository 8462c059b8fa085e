"""What a folder holds, but for what depends on the machine: what runs have cost."""

import re
from pathlib import Path

#: What runs cost, and so the checksum of what names it.
_COST = re.compile(rb'"(cpu_s|sha256)": "?[^",\n]*"?')


def octets(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "costs")
    return {path.relative_to(folder).as_posix(): _COST.sub(b"", path.read_bytes()) for path in files}
