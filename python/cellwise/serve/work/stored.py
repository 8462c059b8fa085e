"""Results of earlier runs, as `cellwise run` keeps them in folders."""

import math
from pathlib import Path
from typing import Any

from cellwise.errors import ResultsError
from cellwise.page.browser_run import run_bytes
from cellwise.results import Run
from cellwise.serve.names import inside
from cellwise.serve.work.task import Arguments, RefusedError
from cellwise.untrusted_files import read_json

#: So many of them are listed, the newest ones.
_MOST = 200

#: No provenance is longer than this, in octets: its scenario is a few thousand.
_MOST_OCTETS = 8 << 20

#: Letters of a title that are listed.
_MOST_LETTERS = 200


def listed(arguments: Arguments) -> dict[str, Any]:
    """List the results folders of runs, the newest first.

    They are ``runs``; ``broken`` are the folders whose ``run.json`` no run has written so, and why.
    """
    folder = Path(arguments["folder"])
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    runs: list[dict[str, Any]] = []
    broken: list[dict[str, Any]] = []
    for name in names:
        path = inside(folder, name)
        if path is None or not (path / "run.json").exists():
            continue
        try:
            runs.append(_listed(path))
        except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
            broken.append({"name": name, "error": f"run.json: {_why(error)}"})
    runs.sort(key=lambda one: -float(one["created"]))
    broken.sort(key=lambda one: str(one["name"]))
    return {"runs": runs[:_MOST], "broken": broken[:_MOST]}


def opened(arguments: Arguments) -> dict[str, Any]:
    """Read one of them, and give its ``content`` as the simulator in a browser takes it.

    Raises `RefusedError` if there is no such folder inside the results folder. Raises `ResultsError` if it is
    half written or of another version.
    """
    path = inside(Path(arguments["folder"]), arguments["name"])
    if path is None:
        raise RefusedError(f"results: {arguments['name'][:120]!r} is not in the results folder")
    try:
        return {"content": run_bytes(Run.load(path))}
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        why = _why(error)
        raise ResultsError(f"{path.name}: is damaged, or no run has written it ({why})") from error


def _listed(path: Path) -> dict[str, Any]:
    file = path / "run.json"
    provenance = read_json(file, _MOST_OCTETS, follow=False)
    simulated_s = float(provenance["summary"]["simulated_s"])
    if not math.isfinite(simulated_s):
        raise ValueError(f"summary.simulated_s: {simulated_s} is no time")
    return {
        "name": path.name,
        "title": str(provenance["title"])[:_MOST_LETTERS],
        "seed": int(provenance["seed"]),
        "simulated_s": simulated_s,
        "created": file.stat().st_mtime,
    }


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
