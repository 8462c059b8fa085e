"""What a server may take and where it looks, as the command line was given it."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from cellwise.serve.token_file import new_token


@dataclass(frozen=True, slots=True)
class Options:
    """How a server runs."""

    folder: Path
    """The results folder: the only place that is read or written."""
    host: str = "127.0.0.1"
    """Where to listen."""
    port: int = 0
    """0 for any that is free."""
    memory_bytes: int = 1 << 30
    """What one run may take, and what the results of all runs that are kept may take together."""
    cpu_s: float = 60.0
    """Processor time of one run."""
    jobs: int = 1
    """Runs at a time."""
    queued: int = 32
    """Runs that may wait."""
    token: str = field(default_factory=new_token)
    """What the browser must know."""

    @property
    def wall_s(self) -> float:
        """Time after which a run is ended whatever it does: a busy machine may need more than a processor."""
        return 3 * self.cpu_s + 10

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can connect."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False
