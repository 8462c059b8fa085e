"""Scripts in packetdrill's language, replayed against our transport: passed, differs, or skipped."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cellwise import _core
from cellwise.scenario import Scenario

#: How the files of scripts end.
SUFFIX = ".pkt"

Outcome = Literal["passed", "differs", "skipped"]

#: The host of scripts that say no other: the published ones presume a Linux of today.
PROFILE = "linux-6"


@dataclass(frozen=True)
class Verdict:
    """The result of a script.

    Attributes
    ----------
    script
        The file.
    outcome
        Whether everything that could be compared was equal.
    line
        Where that was decided, from 1.
    held
        How many expectations held: segments that leave, and assertions.
    expected, got
        The event that the script expects at that line, and the event that occurred, if they differ.
    reason
        Why it was skipped, if it was.
    notes
        Requests of the script that were left out without ending it.
    """

    script: Path
    outcome: Outcome
    line: int
    held: int
    expected: str | None = None
    got: str | None = None
    reason: str | None = None
    notes: tuple[str, ...] = ()


def linux_host() -> Scenario:
    """Give a scenario whose `[tcp]` is that of the profile: the host of scripts that say no other."""
    return Scenario.from_template("two-node").with_({"tcp.profile": PROFILE})


def replay(script: Path, host: Scenario) -> Verdict:
    """Replay one script with the `[tcp]` of a scenario as the host's settings.

    The script's own settings and negotiation override them. Its comments may contain octets that are not
    UTF-8.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    return _replay(script, _settings(host))


def scripts_in(folder: Path) -> list[Path]:
    """Give the scripts of a folder and of those in it, in the order of their names; a file, itself."""
    return [folder] if folder.is_file() else sorted(folder.rglob(f"*{SUFFIX}"))


def replay_all(folder: Path, host: Scenario) -> Iterator[Verdict]:
    """Replay every script of a folder."""
    settings = _settings(host)
    for script in scripts_in(folder):
        yield _replay(script, settings)


def _settings(host: Scenario) -> str:
    return json.dumps(host.expanded()["tcp"])


def _replay(script: Path, settings: str) -> Verdict:
    text = script.read_text(encoding="utf-8", errors="replace")
    reported = _core.replay_packetdrill(text, settings)
    return Verdict(script, **{**reported, "notes": tuple(reported["notes"])})
