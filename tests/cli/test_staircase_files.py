"""Files of measured steps: the command reads any file, or refuses it in one line."""

import json
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cellwise.cli.errors import UsageError
from cellwise.cli.staircase import _detect
from cellwise.traces.pings import read_pings

#: Times of an idle line with steps of 48 octets.
KNOWN = "".join(f"{size} {0.5 + 0.477 * -(-(size + 26) // 48)}\n" for size in range(40, 400, 4))

#: The same as tools write them.
RAW = "".join(
    reply.format(size=size, ms=round(0.5 + 0.477 * -(-(size + 26) // 48), 3))
    for size in range(40, 400, 12)
    for reply in (
        "{size} bytes from host (192.0.2.1): icmp_seq=1 ttl=57 time={ms} ms\n",
        "Reply from 192.0.2.1: bytes={size} time={ms}ms TTL=57\n",
        "From 192.0.2.1: bytes={size} seq=0001 TTL=245 ID=b9e6 time={ms}ms\n",
        "192.0.2.1 : [0], {size} bytes, {ms} ms (12.8 avg, 0% loss)\n",
    )
)

words = st.sampled_from(
    ["40", "1e3", "1e308", "5e-324", "0", "-1", "nan", "inf", "1_000", "#", ";", "\n", "\x00"]
)
places = st.tuples(st.integers(0, len(RAW)), st.integers(0, 40), words | st.text(max_size=8))
changes = st.lists(places, max_size=8)


def changed(base: str, places: list[tuple[int, int, str]]) -> bytes:
    text = base
    for at, octets, word in places:
        text = text[:at] + word + text[at + octets :]
    return text.encode("utf-8", "surrogatepass")


@pytest.mark.hypothesis
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.builds(changed, st.sampled_from([KNOWN, RAW]), changes) | st.binary(max_size=400))
@example(content=f"{KNOWN}400 1e308\n401 1e308\n".encode())
@example(content=KNOWN.replace(" ", " 1e-300").encode())
@example(content=f"{KNOWN}40 1e-320\n".encode())
@example(content=RAW.encode())
@example(content=b"1 bytes from x: seq=1 " * 20_000)
def test_any_file_is_reported_about_or_refused(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "times.txt"
    file.write_bytes(content)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reported, refused = "", ""
        try:
            _detect(file, 0, json=True)
            reported = capsys.readouterr().out
        except UsageError as error:
            refused = str(error)
    if refused:
        assert refused.startswith(str(file))
        assert "\n" not in refused
    else:
        assert json.loads(reported, parse_constant=pytest.fail)["sizes"] >= 2


hosts = st.sampled_from(
    [("192.0.2.1", 20), ("2001:db8::1", 40), ("a.example (2001:db8::1)", 40), ("a.example", 20)]
)


@pytest.mark.hypothesis
@given(host=hosts, payload=st.integers(0, 65_000), ms=st.integers(0, 10**7))
def test_every_reply_is_the_packet_that_was_sent(host: tuple[str, int], payload: int, ms: int) -> None:
    """The IP packet of an echo request has its payload, 8 octets, and the header of its version of IP."""
    name, header = host
    address = name.partition(" ")[0]
    octets, time = header + 8 + payload, f"{ms / 1000:.3f}"
    for line in (
        f"{payload + 8} bytes from {name}: icmp_seq=1 ttl=57 time={time} ms",
        f"{payload + 8} bytes from {name}, icmp_seq=1 hlim=57 time={time} ms",
        f"From {address}: bytes={octets} seq=0001 TTL=245 ID=b9e6 time={time}ms",
        *([f"{address} : [0], {payload + 8} bytes, {time} ms (1 avg, 0% loss)"] if name == address else []),
    ):
        found = read_pings(f"PING\n{line}\n")
        assert (found.sizes_bytes, found.times) == ([octets], [ms / 1000]), line
