"""The files of a study: plain files inside its folder, from any author, and nothing else."""

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from cellwise.untrusted_files import plain_file

#: No file of a study is longer, in octets.
MOST_OCTETS = 16 << 20


def octets_of(folder: Path, name: str) -> bytes:
    """Read a file of a study.

    A link is followed inside the folder.

    Raises `ValueError` if it cannot be read, is no plain file, lies outside the folder or is too long; the
    message says that without naming it.
    """
    try:
        file = (folder / name).resolve(strict=True)
        if not file.is_relative_to(folder.resolve()):
            raise ValueError("is a link out of the folder of the study, which is not followed")
        with plain_file(file, follow=False) as opened:
            octets = opened.read(MOST_OCTETS + 1)
    except FileNotFoundError:
        raise ValueError("is not in the folder of the study") from None
    except OSError as error:
        raise ValueError(f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    except RuntimeError:
        raise ValueError("is a link to itself") from None
    if len(octets) > MOST_OCTETS:
        raise ValueError(f"has more than {MOST_OCTETS} octets")
    return octets


def text_of(folder: Path, name: str) -> str:
    """Read a text of a study, its lines ended as Python's are; raises `ValueError` as `octets_of` does."""
    try:
        return octets_of(folder, name).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 text: byte {error.start}") from None


def digest_of(folder: Path, names: Iterable[str]) -> str:
    """Give the SHA-256 of files of a study, with any line ends; files that cannot be read do not count."""
    found = {}
    for name in sorted(set(names)):
        with suppress(ValueError):
            octets = octets_of(folder, name).replace(b"\r\n", b"\n")
            found[name] = hashlib.sha256(octets).hexdigest()
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()
