"""The place where a command will write, checked before it does any work; the message names the option."""

from pathlib import Path

from cellwise.cli.errors import UsageError, refusal
from cellwise.errors import ConfigError, ResultsError
from cellwise.folders import Kind, require_replaceable
from cellwise.provenance import read_provenance
from cellwise.results import RESULTS, require_results_folder
from cellwise.scenario import Scenario
from cellwise.settings import what_differs
from cellwise.targets import require_file


def require_run_target(folder: Path) -> None:
    """Raise `UsageError` if the results of a run cannot be written into a folder without loss."""
    with refusal("--out: "):
        require_results_folder(folder)


def require_same_run(folder: Path, scenario: Scenario) -> None:
    """Raise `UsageError` if a folder has the results of another scenario: they would be gone."""
    if not (folder / RESULTS.manifest).exists():
        return
    with refusal("--out: "):
        there = read_provenance(folder)
    if there.get("scenario_id") != scenario.id:
        try:
            differs = what_differs(Scenario(there["scenario"]), scenario)
        except ConfigError:
            differs = ""
        differs = differs or f"by Cellwise {there.get('cellwise', '?')}"
        raise UsageError(
            f"--out: {folder} has the results of another run ({differs}); give --force to replace them, "
            "or another name"
        )


def has_whole_run(folder: Path, scenario: Scenario) -> bool:
    """Say whether a folder has the results of a scenario from its begin to its end."""
    try:
        there = read_provenance(folder)
    except ResultsError:
        return False
    return there.get("scenario_id") == scenario.id and not there["summary"].get("stopped")


def require_study_target(folder: Path | None, mark: str | None = None) -> None:
    """Raise `UsageError` if points cannot be stored in a folder, or it has another purpose."""
    if folder is None:
        return
    # With it comes all that studies need, which a run does not.
    from cellwise.points.folder import require_study_folder

    with refusal("--out: "):
        require_study_folder(folder, mark)


def require_job_target(folder: Path, kind: Kind) -> None:
    """Raise `UsageError` if a study's folder has a job of this kind that is not as Cellwise wrote it."""
    with refusal("--out: "):
        require_replaceable(folder, kind)


def require_file_target(path: Path, option: str = "--out") -> None:
    """Raise `UsageError` if a file cannot be written."""
    with refusal(f"{option}: "):
        require_file(path)
