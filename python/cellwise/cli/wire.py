"""`cellwise wire`: real hosts on simulated lines."""

import platform
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from cellwise import wire as wires
from cellwise.cli.errors import UsageError, complain, explained
from cellwise.cli.scenario import Changes, File, Seed, Template, assemble
from cellwise.cli.targets import require_file_target
from cellwise.scenario import Scenario
from cellwise.terminal_text import say, say_json

#: The run was late, a replay differs, or something is missing on this machine.
FAILED = 1


@explained
def wire(
    file: File = None,
    template: Template = None,
    netns: Annotated[
        str | None,
        typer.Option(
            "--netns",
            metavar="A,B",
            help="A network namespace for each port; made and removed if it is not there.",
        ),
    ] = None,
    changes: Changes = None,
    seed: Seed = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="N", help="End by itself; else at Ctrl-C.")
    ] = None,
    mtu: Annotated[
        int | None, typer.Option("--mtu", metavar="OCTETS", help="The longest packet; default 1500.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="PATH", help="Write what was offered and delivered, for --replay."),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            "--replay",
            metavar="PATH",
            help="Offer a record again in virtual time: the same, or where it differs.",
        ),
    ] = None,
    floor: Annotated[
        bool, typer.Option("--floor", help="First ping over no line at all: what is the machine's.")
    ] = False,
    doctor: Annotated[
        bool, typer.Option("--doctor", help="Say what this machine lacks; remove what killed runs have left.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No line for each second.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object at the end.")] = False,
) -> None:
    """Put real hosts onto the network of a scenario, in real time. Linux only.

    The scenario has a flow with `kind = "outside"`, in templates of a home by `topology.outside=true`;
    programs in the namespaces are its two ends. The end of the output shows how late packets left. A run that
    was too late does not count: the exit code is 1, and its record says so.

    Examples: `cellwise wire FILE --netns a,b --seconds 30 --record RECORD`, `cellwise wire --replay RECORD`,
    `cellwise wire --doctor`
    """
    try:
        if doctor:
            _doctor(json)
        elif replay is not None:
            other = assemble(file, template, changes, seed) if file or template else None
            _replay(wires.replay(replay, other), json)
        else:
            _require(file or template, netns, seconds)
            if record is not None:
                require_file_target(record, "--record")
            scenario = assemble(file, template, changes, seed)
            _wire(scenario, str(netns).split(","), seconds, mtu, record, floor, quiet, json)
    except NotImplementedError as error:
        raise UsageError(str(error)) from None
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise UsageError(str(error)) from None


def _require(scenario: str | None, netns: str | None, seconds: float | None) -> None:
    if scenario is None or netns is None:
        raise UsageError(
            "give a scenario FILE or --template NAME, and --netns A,B, or --replay PATH, or --doctor"
        )
    if seconds is not None and not 0 < seconds <= 86_400:
        raise UsageError(f"--seconds: {seconds:g} is not allowed; give a number above 0, up to 86400")


def _wire(
    scenario: Scenario,
    netns: list[str],
    seconds: float | None,
    mtu: int | None,
    record: Path | None,
    with_floor: bool,
    quiet: bool,
    json: bool,
) -> None:
    wired = wires.wiring(scenario, netns, mtu)
    if platform.system() != "Linux" or not shutil.which("ip"):
        raise UsageError(
            "real hosts need Linux and the program `ip` (iproute2); `cellwise wire --doctor` says more"
        )
    _report_leftovers()
    least = wires.floor(wired) if with_floor else None
    progress = _Progress(wired)
    report = wires.wire(
        scenario,
        wired,
        seconds=seconds,
        record=record,
        ready=lambda: complain(_ready(wired)),
        notify=None if quiet else progress,
    )
    report["floor"] = least
    if json:
        say_json(report)
    else:
        _print(report, wired)
    if report["faults"]:
        raise typer.Exit(FAILED)


def _ready(wired: wires.Wiring) -> str:
    hosts = (
        f"  {port}: namespace {netns}, {wired.address(place)}, {wired.address(place, six=True)}"
        for place, (port, netns) in enumerate(zip(wired.ports, wired.netns, strict=True))
    )
    first = f"ip netns exec {wired.netns[0]} ping {wired.address(1)}"
    return "\n".join(["ready:", *hosts, f"try: {first}"])


class _Progress:
    """One line for each second."""

    def __init__(self, wired: wires.Wiring) -> None:
        self._ports = wired.ports
        self._before: dict[str, Any] | None = None

    def __call__(self, report: dict[str, Any]) -> None:
        before = self._before or {"ran_s": 0.0, "ports": [{"left_octets": 0}] * len(self._ports)}
        took_s = report["ran_s"] - before["ran_s"]
        pairs = zip(self._ports, report["ports"], before["ports"], strict=True)
        rates = ", ".join(
            f"to {port} {(now['left_octets'] - then['left_octets']) * 8e-6 / took_s:.3f} Mbit/s"
            for port, now, then in pairs
        )
        late = report["late"]
        complain(
            f"{report['ran_s']:6.0f} s  {rates}; lost {report['lost']}; late p99 {late['p99_us']:.0f} us"
        )
        self._before = report


def _print(report: dict[str, Any], wired: wires.Wiring) -> None:
    late, least = report["late"], report["floor"]
    say(f"{report['ran_s']:.3f} s, {report['offered']} packets offered, {report['lost']} lost on the network")
    for port, one in zip(wired.ports, report["ports"], strict=True):
        say(f"  {port}: {one['came']} packets came, {one['left']} left ({one['left_octets']} octets)")
    say("late, us:  p50       p90       p99       p99.9     max")
    say(
        "       "
        + "".join(f"{late[key]:10.1f}" for key in ("p50_us", "p90_us", "p99_us", "p999_us", "max_us"))
    )
    say(f"late by more than a cell at the bottleneck: {late['beyond_a_cell']:.2%} of {late['packets']}")
    say(
        f"the thread that moves packets: {report['busy']:.1%} of a processor, preempted "
        f"{report['preempted']} times; longest time between two polls of the devices: "
        f"{report['longest_gap_us']:.0f} us"
    )
    if least is not None:
        reported = "/".join(f"{least[key]:.0f}" for key in ("min_us", "mean_us", "max_us"))
        say(f"floor (round trip over no line), min/mean/max: {reported} us")
    for warning in report["warnings"]:
        say(f"warning: {warning}")
    for fault in report["faults"]:
        say(f"fault: {fault}")
    say("the run does not count" if report["faults"] else "the run counts")


def _replay(found: dict[str, Any], json: bool) -> None:
    if json:
        say_json(found)
    else:
        for reason in found["invalid"]:
            say(f"the recorded run does not count: {reason}")
        say(f"{found['offers']} packets offered again, {found['delivered']} delivered: {_difference(found)}")
    if found["differs"]:
        raise typer.Exit(FAILED)


def _difference(found: dict[str, Any]) -> str:
    differs = found["differs"]
    if differs is None:
        return "all as recorded, to the picosecond"
    recorded, came = (_came(differs[key]) for key in ("recorded", "came"))
    return f"delivery {differs['place']} differs: recorded {recorded}, came {came}"


def _came(one: dict[str, Any] | None) -> str:
    if one is None:
        return "nothing"
    return f"offer {one['offer']} at port {one['port']} at {one['at_ps']} ps with ECN {one['ecn']}"


def _report_leftovers() -> None:
    for one in wires.doctor()["leftovers"]:
        names = ", ".join(one["namespaces"]) or "no namespace any more"
        complain(
            f"warning: process {one['pid']} was killed and left: {names}; `cellwise wire --doctor` removes it"
        )


def _doctor(json: bool) -> None:
    found = wires.doctor()
    if found["leftovers"]:
        wires.clean()
    if json:
        say_json(found)
    else:
        for check in found["checks"]:
            mark = "ok" if check["is_good"] else ("MISSING" if check["is_needed"] else "not there")
            say(f"{check['name']}: {mark}: {check['found']}")
        for one in found["leftovers"]:
            say(f"removed what process {one['pid']} has left: {', '.join(one['namespaces']) or 'its entry'}")
    if any(check["is_needed"] and not check["is_good"] for check in found["checks"]):
        raise typer.Exit(FAILED)
