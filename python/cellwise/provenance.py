"""The provenance of a results folder, ``run.json``, after reading: whole and of this version, or refused."""

from pathlib import Path
from typing import Any

from cellwise.checksums import is_whole
from cellwise.errors import ResultsError
from cellwise.untrusted_files import read_json
from cellwise.version import __version__

#: Version of the layout of results folders; raised when an older reader would misread a newer folder, or a
#: newer reader could not check an older one: format 1 had no checksums.
FORMAT = 2

_KEYS = ("scenario", "summary", "cost", "files")


def read_provenance(folder: Path) -> dict[str, Any]:
    """Read ``run.json`` of a results folder.

    Raises `ResultsError` if the folder is missing, half written, edited, damaged or of another version; the
    message says which.
    """
    path = folder / "run.json"
    if not folder.is_dir():
        raise ResultsError(f"{folder}: there is no such results folder")
    if not path.is_file():
        raise ResultsError(f"{folder}: run.json is missing, so this is no finished results folder")
    try:
        provenance: dict[str, Any] = read_json(path)
        written = provenance["format"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ResultsError(f"{path}: cannot be read as provenance; run the scenario again") from None
    if written != FORMAT:
        raise ResultsError(
            f"{folder}: written in format {written} by Cellwise {provenance.get('cellwise', '?')}; this is "
            f"Cellwise {__version__}, which reads format {FORMAT}; run {folder / 'scenario.toml'} again"
        )
    missing = [key for key in _KEYS if key not in provenance]
    if missing:
        raise ResultsError(f"{path}: {', '.join(missing)} is missing; run the scenario again")
    if not is_whole(provenance):
        raise ResultsError(f"{path}: was changed or damaged after it was written; run the scenario again")
    return provenance
