"""Reading files that any user may have written: reading always ends, with a value or an error.

A name in a folder may be a pipe that no program writes to, a link that leads elsewhere, or JSON that our
own programs would not write.
"""

import json
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

#: What changes when a file is written again; empty if there was no file.
Instant = tuple[int, ...]

#: Flags that some systems lack.
_AT_ONCE, _NO_LINK = getattr(os, "O_NONBLOCK", 0), getattr(os, "O_NOFOLLOW", 0)

#: As JSON writes half a surrogate pair; whole pairs are also written so.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


@contextmanager
def plain_file(path: Path, *, follow: bool = True) -> Iterator[BinaryIO]:
    """Open a plain file for reading.

    `follow` says whether it may be a link to a plain file; folders on the way to it may be links in any case.

    Raises `OSError` if it cannot be read. Raises `ValueError` if it is no plain file, such as a pipe, or is a
    link that is not to be followed.
    """
    if not follow and path.is_symlink():
        raise ValueError("is a link, which is not followed")

    def opener(name: str, flags: int) -> int:
        # A pipe that is opened so does not wait for its writer; a link may have come in between.
        return os.open(name, flags | _AT_ONCE | (0 if follow else _NO_LINK))

    with open(path, "rb", opener=opener) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("is no plain file")
        yield file


def instant_of(file: Path | BinaryIO) -> Instant:
    """Give what changes when a file is written again; nothing if it is not there."""
    try:
        found = file.stat() if isinstance(file, Path) else os.fstat(file.fileno())
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def json_of(text: str) -> Any:
    """Read JSON as far as it can be written again.

    Raises `ValueError` if it is not JSON, is nested too deeply, or has half a surrogate pair, which is no
    text.
    """
    try:
        value = json.loads(text)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("has half a surrogate pair, which is no text") from None
    return value


def read_json(path: Path, most_octets: int | None = None, *, follow: bool = True) -> Any:
    """Read a JSON file.

    `most_octets` says how long it may be, `follow` whether it may be a link.

    Raises `OSError` if it cannot be read. Raises `ValueError` as `plain_file` and `json_of`, or if it is too
    long.
    """
    with plain_file(path, follow=follow) as file:
        octets = file.read(-1 if most_octets is None else most_octets + 1)
    if most_octets is not None and len(octets) > most_octets:
        raise ValueError(f"has more than {most_octets} octets")
    return json_of(octets.decode())
