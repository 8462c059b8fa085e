"""A network in real time for as long as programs work on it, and the report of that run."""

import contextlib
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from cellwise import Scenario, wire

#: How long a program may take.
PATIENCE_S = 300.0
_PEER = Path(__file__).with_name("peer.py")


@dataclass
class Hosts:
    """The namespaces of a run, and the programs that run in them."""

    netns: tuple[str, ...]
    _going: list["subprocess.Popen[str]"] = field(default_factory=list)

    def begin(self, place: int, *command: str) -> "subprocess.Popen[str]":
        """Begin a program at a port, by its place from 0."""
        begun = subprocess.Popen(
            ["ip", "netns", "exec", self.netns[place], *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._going.append(begun)
        return begun

    def call(self, place: int, *command: str) -> str:
        """Run a program to its end and give its output.

        Raises
        ------
        RuntimeError
            If it fails or takes too long; with its message.
        """
        return self.end_of(self.begin(place, *command))

    def end_of(self, begun: "subprocess.Popen[str]") -> str:
        """Wait for the end of a program and give its output; raises as `call` does."""
        command = " ".join(map(str, cast("Sequence[str]", begun.args)))
        try:
            said, complaint = begun.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            begun.kill()
            raise RuntimeError(f"{command}: took too long") from None
        if begun.returncode != 0:
            raise RuntimeError(f"{command}: {(complaint or said).strip()[-500:]}")
        return said

    def receiver(self, transfers: int, window: int = 0, port: int = 5001) -> "subprocess.Popen[str]":
        """Begin the end that takes transfers, at the second port."""
        begun = self.begin(1, *peer("receive", port, transfers, window))
        # It does not report that it listens.
        due = time.monotonic() + PATIENCE_S
        while (
            f":{port} " not in self.call(1, "ss", "-Htln") and begun.poll() is None and time.monotonic() < due
        ):
            time.sleep(0.02)
        return begun

    def stop(self) -> None:
        """End the programs that still run."""
        for one in self._going:
            if one.poll() is None:
                one.kill()
                one.communicate()


def peer(*arguments: object) -> tuple[str, ...]:
    """Give the command line of an end of a transfer."""
    return (sys.executable, "-I", str(_PEER), *map(str, arguments))


@dataclass(frozen=True)
class Attended:
    """The report of a run, and the outcome of the programs behind it."""

    report: dict[str, Any]
    found: Any


def attend(
    scenario: Scenario, record: Path, work: Callable[[Hosts], Any], mtu_octets: int | None = None
) -> Attended:
    """Put hosts onto a network, let programs work there, and end the run when they have ended.

    Parameters
    ----------
    scenario : Scenario
        With one flow of kind ``outside``.
    record : path
        The file for the record of the run.
    work : callable
        The work of the programs, done in a thread of its own; it gets the hosts.
    mtu_octets : int, optional
        The longest packet, in octets; see :func:`cellwise.wire.wiring`.

    Raises
    ------
    RuntimeError
        If a program fails.
    KeyboardInterrupt
        If it was ended from outside; nothing is left.
    OSError, SimulationError
        As :func:`cellwise.wire.wire`.
    """
    names = [f"cellwise-{place}-{os.getpid()}" for place in ("a", "b")]
    wired = wire.wiring(scenario, names, mtu_octets)
    with _working(Hosts(wired.netns), work) as (ready, is_over, ended):
        report = wire.wire(scenario, wired, record=record, ready=ready, notify=is_over)
    return Attended(report, ended())


@contextlib.contextmanager
def _working(
    hosts: Hosts, work: Callable[[Hosts], Any]
) -> Iterator[tuple[Callable[[], None], Callable[[dict[str, Any]], None], Callable[[], Any]]]:
    """Give a call that begins the work, one that ends the run after it, and one that gives its outcome."""
    outcome: list[Any] = []
    failure: list[Exception] = []

    def do() -> None:
        try:
            outcome.append(work(hosts))
        except Exception as error:
            failure.append(error)

    # A daemon: a run that is ended from outside does not wait for a program.
    thread = threading.Thread(target=do, daemon=True)

    def is_over(_report: dict[str, Any]) -> None:
        if outcome or failure:
            # As Ctrl-C: the run ends with its report.
            raise KeyboardInterrupt

    def ended() -> Any:
        if failure:
            raise failure[0]
        if not outcome:
            raise KeyboardInterrupt
        return outcome[0]

    try:
        yield thread.start, is_over, ended
    finally:
        hosts.stop()


def lack(programs: Sequence[str]) -> list[str]:
    """Name the rights and programs for runs with real hosts that this machine lacks."""
    if platform.system() != "Linux":
        return ["real hosts need Linux"]
    needed = [one for one in wire.doctor()["checks"] if one["is_needed"] and not one["is_good"]]
    absent = [f"no program `{one}`" for one in programs if shutil.which(one) is None]
    return [f"{one['name']}: {one['found']}" for one in needed] + absent
