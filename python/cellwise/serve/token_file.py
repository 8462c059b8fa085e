"""A token that outlives the server: in a file that only its owner can read."""

import os
import re
import secrets
import sys
from pathlib import Path

from cellwise.untrusted_files import plain_file

#: Long enough that it is not found by trying, and nothing that an address or a cookie must escape.
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,200}")


def new_token() -> str:
    """Make a token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def kept_token(path: Path) -> str:
    """Read the token in a file; where there is no file, make one with a new token.

    Raises `ValueError` if others than the owner can read or change the file, or if it holds no token. Raises
    `OSError` if it can be neither read nor made.
    """
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    token = new_token()
    with os.fdopen(made, "w", encoding="ascii") as file:
        file.write(f"{token}\n")
    return token


def _read(path: Path) -> str:
    with plain_file(path) as file:
        if not _is_ours_alone(os.fstat(file.fileno())):
            raise ValueError("can be read by others; make it yours alone with chmod 600, or remove it")
        token = file.read(1000).decode("utf-8", "replace").strip()
    if not _TOKEN.fullmatch(token):
        raise ValueError("holds no token: 16 letters, digits, - or _ at least; remove it for a new one")
    return token


def _is_ours_alone(found: os.stat_result) -> bool:
    """Whether no other user can read or change a file; on Windows its folder says who can."""
    return sys.platform == "win32" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
