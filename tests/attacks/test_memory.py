"""Attack: random documents under limits of memory. No process takes more than that and what it takes anyway.

A process that has loaded everything forks for each document: the system says of each what it took at most.
"""

import contextlib
import functools
import io
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from cellwise import LimitError, Scenario, run
from cellwise.errors import ConfigError, SimulationError

pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(sys.platform != "linux", reason="only here the system tells what a process took"),
]

LIMITS_MB = (30, 100, 300)

#: Counts by template: what it may have many of.
COUNTS = {
    "n-source": ["sources"],
    "two-node": ["sources"],
    "adsl": ["lines"],
    "parking-lot": ["links", "long", "local"],
    "ethernet-bottleneck": ["hosts"],
    "policed-vc": ["connections"],
    "rrul": ["streams"],
}
PROBES = [
    'probes.queue = { port = "*" }',
    'probes.queue = { port = "*", every = "1 us" }',
    'probes.segments = { flow = "*" }',
    'probes.losses = { port = "*" }',
    'probes.cwnd = { flow = "*" }',
]
MORE = [
    'atm.category = "abr"',
    'atm.category = "abr"\nswitch.rate_rule.rule = "erica"\nabr.tcr = "10 Tbit/s"',
    'switch.buffer = "unlimited"\ntcp.send_buffer = "1 GB"\ntcp.receive_window = "1 GB"',
    'flow.kind = "udp"\nudp = { payload = "2 bytes", rate = "10 Gbit/s" }',
    'tcp.mss = "1 byte"',
    "reference = true",
]


def _many(chance: random.Random, least: float, most: float) -> int:
    """A number between two powers of ten, rarely a large one: it takes as long as a thousand small ones."""
    return int(10 ** min(chance.uniform(least, most) for _ in range(2)))


def _template(chance: random.Random, folder: Path) -> str:
    name = chance.choice(list(COUNTS))
    keys = "".join(f", {key} = {_many(chance, 0, 5)}" for key in COUNTS[name])
    lines = [
        f'topology = {{ template = "{name}"{keys} }}',
        f'duration = "{chance.choice([1, 100, 10000])} ms"',
    ]
    lines += chance.sample(PROBES, chance.randrange(3)) + chance.sample(MORE, chance.randrange(3))
    return "\n".join(lines)


def _graph(chance: random.Random, folder: Path) -> str:
    count = _many(chance, 0, 5)
    rows = ['[nodes]\nsw.kind = "switch"\n']
    rows += [f'h{n}.kind = "host"\n' for n in range(count)]
    rows.append("[links]\n")
    rows += [
        f'l{n} = {{ ends = ["h{n}", "sw"], rate = "155.52 Mbit/s", delay = "1 us" }}\n' for n in range(count)
    ]
    rows.append("[vcs]\n")
    rows += [f'v{n} = {{ path = ["h{n}", "sw", "h{n + 1}"] }}\n' for n in range(0, count - 1, 2)]
    rows.append("[flows]\n")
    rows += [f'f{n} = {{ vc = "v{n}" }}\n' for n in range(0, count - 1, 2)]
    return "".join(rows)


def _dense(chance: random.Random, folder: Path) -> str:
    count = _many(chance, 1, 5.5)
    return chance.choice(
        [
            lambda: f"a = [{'[],' * count}]",
            lambda: f"a = [{'1,' * count}]",
            lambda: "probes.queue = [" + '{port="*"},' * count + "]",
            lambda: "".join(f"k{n} = {n}\n" for n in range(count)),
            lambda: "".join(f"[t{n}]\n" for n in range(count)),
            lambda: "".join(f"k{n}.a.b.c.d = 1\n" for n in range(count)),
            lambda: "".join(f"nodes.n.ports.p{n} = {{}}\n" for n in range(count)),
            lambda: f'title = "{"x" * 10 * count}"',
            lambda: "#\n" * count,
        ]
    )()


def _file(chance: random.Random, folder: Path) -> str:
    count = _many(chance, 1, 6.8)
    if chance.random() < 0.5:
        line, text = "trace", "".join(f"{ms}\n" for ms in range(1, count))
    else:
        line, text = (
            "rate-table",
            "at_ms,rate_mbps\n" + "".join(f"{ms},{1 + ms % 9}\n" for ms in range(count)),
        )
    (folder / "line.txt").write_text(text)
    return (
        'duration = "1 s"\nnodes = { a = { kind = "host" }, b = { kind = "host" } }\n'
        '[links.l]\nends = ["a", "b"]\nkind = "raw"\nrate = "12 Mbit/s"\ndelay = "0 s"\n'
        f'line = {{ line = "{line}", file = "line.txt" }}\n'
        '[flows.f]\nfrom = "a"\nto = "b"\n'
    )


KINDS: list[Callable[[random.Random, Path], str]] = [_template, _template, _template, _graph, _dense, _file]


def _work(file: Path, *, runs: bool) -> str:
    """Check or run a document as the commands do, and give the outcome in a word."""
    try:
        scenario = Scenario.read(file)
        if not runs:
            return "good" if not scenario.check() else "refused"
        assert scenario.id
        result = run(scenario)
    except ConfigError as error:
        return "too large" if str(error).startswith("limits.memory") else "refused"
    except LimitError as error:
        result = error.run
    except SimulationError as error:
        return "too large" if "limits.memory" in str(error) else "fault"
    return "stopped" if result.stopped else "run"


def _forked(work: Callable[[], str]) -> tuple[str, int]:
    """What a function says in a process of its own, and the octets that this had at most."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        reported = "fault"
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(BaseException):
            reported = work()
        os.write(there, reported.encode())
        os._exit(0)
    os.close(there)
    with os.fdopen(here, encoding="utf-8") as pipe:
        reported = pipe.read()
    _, status, usage = os.wait4(child, 0)
    return (reported if status == 0 else f"status {status}"), usage.ru_maxrss << 10


def _taken(file: Path, *, runs: bool) -> tuple[str, int]:
    """What came of a document, and the octets that this took at most."""
    return _forked(lambda: _work(file, runs=runs))


def _write(file: Path, chance: random.Random, limit: int) -> str:
    """Write a random document; its head."""
    events = chance.choice([10_000, 300_000])
    text = chance.choice(KINDS)(chance, file.parent)
    file.write_text(f'limits = {{ memory = "{limit} MB", events = {events} }}\n{text}')
    return text[:300]


def test_no_process_takes_more_than_its_limit(
    tmp_path: Path, cases: Callable[[int, int], int], chance: random.Random
) -> None:
    file = tmp_path / "s.toml"
    file.write_text('topology.template = "two-node"\nduration = "1 ms"\n')
    # Everything is loaded before the first fork.
    _work(file, runs=True)
    empty = max(_taken(file, runs=runs)[1] for runs in (False, True))
    found: Counter[str] = Counter()
    worst = dict.fromkeys(LIMITS_MB, 0.0)
    begun, count = time.monotonic(), cases(20, 20_000)
    for number in range(count):
        limit, seed = chance.choice(LIMITS_MB), chance.getrandbits(64)
        # A child has the memory of its parent, where no document may stay.
        text, _ = _forked(functools.partial(_write, file, random.Random(seed), limit))
        for runs in (False, True):
            reported, octets = _taken(file, runs=runs)
            found[reported] += 1
            allowed = limit * 10**6 + empty
            # The same process of the same document may have a tenth more pages or less: the system's doing.
            for _ in range(2):
                if octets > 1.1 * allowed:
                    octets = min(octets, _taken(file, runs=runs)[1])
            share = octets / allowed
            worst[limit] = max(worst[limit], share)
            if share > 1.1 or reported not in ("good", "refused", "too large", "run", "stopped"):
                print(
                    number,
                    limit,
                    "run" if runs else "check",
                    reported,
                    f"{octets / 1e6:.0f} MB",
                    text,
                    flush=True,
                )
                found["over" if share > 1.1 else "fault"] += 1
        if number % 500 == 0:
            print(number, dict(found), worst, f"{time.monotonic() - begun:.0f} s", flush=True)
    print(
        count,
        dict(found),
        worst,
        f"empty {empty / 1e6:.0f} MB",
        f"{time.monotonic() - begun:.0f} s",
        flush=True,
    )
    assert not found["over"], worst
    assert set(found) <= {"good", "refused", "too large", "run", "stopped", "over"}, found
