"""What a server may take and where it looks, as the command line was given it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from cellwise.serve.token_file import new_token


@dataclass(frozen=True, slots=True)
class Options:
    """How a server runs."""

    folder: Path
    """The results folder: the only place that is written; in addition only `studies` are read."""
    host: str = "127.0.0.1"
    """Where to listen."""
    port: int = 0
    """0 for any that is free."""
    jobs: int = 1
    """Points of a study that are run at a time."""
    studies: Mapping[str, Path] = field(default_factory=dict)
    """Folders of a user's own studies by name."""
    token: str = field(default_factory=new_token)
    """What the browser must know."""

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False
