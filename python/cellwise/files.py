"""Writing files so that they appear complete or not at all."""

from pathlib import Path


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file under another name first, then give it its own; folders on the way are made.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(path.name + ".tmp")
    try:
        scratch.write_bytes(content)
        return scratch.replace(path)
    except OSError:
        scratch.unlink(missing_ok=True)
        raise
