"""Results of earlier runs, as `cellwise run` keeps them in folders."""

import json
from pathlib import Path
from typing import Any

from cellwise.results import Run
from cellwise.serve.names import inside
from cellwise.serve.work.given import Given, Progress, RefusedError
from cellwise.serve.work.network import Network
from cellwise.serve.work.simulate import carried

#: So many of them are listed, the newest ones.
_MOST = 200

#: No provenance is longer than this, in octets: its scenario is a few thousand.
_MOST_OCTETS = 8 << 20


def listed(given: Given, _progress: Progress) -> dict[str, Any]:
    """List the results folders of runs, the newest first; what is no whole one is left out."""
    folder = Path(given["folder"])
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    found = [told for name in names if (told := _told(folder, name)) is not None]
    return {"runs": sorted(found, key=lambda one: -float(one["created"]))[:_MOST]}


def opened(given: Given, _progress: Progress) -> dict[str, Any]:
    """Read one of them, as `simulate` gives a run.

    Raises
    ------
    RefusedError
        If there is no such folder inside the results folder.
    ResultsError
        If it is half written or of another version.
    """
    path = inside(Path(given["folder"]), given["name"])
    if path is None:
        raise RefusedError(f"results: {given['name'][:120]!r} is not in the results folder")
    run = Run.load(path)
    network = Network.of(run.scenario.expanded().to_dict())
    return carried(run, run.scenario, network)


def _told(folder: Path, name: str) -> dict[str, Any] | None:
    path = inside(folder, name)
    file = path / "run.json" if path else None
    try:
        if file is None or file.stat().st_size > _MOST_OCTETS:
            return None
        provenance = json.loads(file.read_text(encoding="utf-8"))
        return {
            "name": name,
            "title": str(provenance["title"]),
            "seed": int(provenance["seed"]),
            "simulated_s": float(provenance["summary"]["simulated_s"]),
            "created": file.stat().st_mtime,
        }
    except (OSError, ValueError, KeyError, TypeError):
        return None
