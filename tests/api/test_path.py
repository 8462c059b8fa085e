"""The network as a library, from Python: it delivers, refuses, loses, copies and counts packets."""

from typing import Any

import numpy as np
import pytest

import cellwise as cw

LINE = {
    "duration": "10 s",
    "nodes": {
        "client": {"kind": "host"},
        "server": {"kind": "host"},
        "dslam": {"kind": "switch", "buffer": "40 cells"},
    },
    "links": {
        "line": {"ends": ["client", "dslam"], "rate": "1 Mbit/s", "delay": "5 ms"},
        "trunk": {"ends": ["dslam", "server"], "rate": "155.52 Mbit/s", "delay": "2 ms"},
    },
    "vcs": {"v": {"path": ["client", "dslam", "server"]}},
    "flows": {"quic": {"vc": "v", "kind": "outside"}},
}


def test_a_packet_comes_out_at_its_instant_with_what_it_was_offered_with() -> None:
    path = cw.Path(LINE, seed=3)
    path.offer("client", at=1_000, octets=40, ecn="ect1", tag=2**64 - 1, dscp=46)
    (delivery,) = path.run(until=1.0)
    assert delivery.at_ps == path.now_ps
    assert (delivery.port, delivery.tag, delivery.octets) == ("server", 2**64 - 1, 40)
    assert (delivery.ecn, delivery.dscp, delivery.offered_ps) == ("ect1", 46, 1_000)
    assert path.run(until=1.0) == []
    assert path.now_s == 1.0
    assert path.earliest_ps is None


def test_seconds_are_rounded_to_a_picosecond_once() -> None:
    one, other = cw.Path(LINE), cw.Path(LINE)
    one.offer("client", at=0.1, octets=40)
    other.offer("client", at=100_000_000_000, octets=40)
    assert one.run(until=1.0) == other.run(until=1.0)


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        ({"at": 0.25}, "is offered at 250 ms, but the path has come to 500 ms"),
        ({"octets": 10**6}, "is longer than the"),
        ({"octets": 0}, "no octets"),
        ({"octets": -1}, "octets: -1 is not allowed"),
        ({"ecn": "maybe"}, "'maybe' is no codepoint of ECN"),
        ({"dscp": 64}, "class 64"),
        ({"tag": -1}, "tag: -1 is not allowed"),
        ({"at": float("nan")}, "is no instant"),
        ({"port": "nobody"}, 'no port "nobody"; it has client, server'),
    ],
)
def test_what_is_refused_is_reported(arguments: dict[str, object], reported: str) -> None:
    path = cw.Path(LINE)
    path.run(until=0.5)
    given = {"port": "client", "at": 0.5, "octets": 100} | arguments
    with pytest.raises(ValueError, match=reported):
        path.offer(**given)  # type: ignore[arg-type]
    assert path.run(until=2.0) == []


def test_an_open_loop_tells_of_every_packet_what_became_of_it() -> None:
    path = cw.Path(LINE, fates=True)
    path.offer_many("server", at=np.arange(20) * 1e-3, octets=1500, first_tag=100)
    arrived = path.collect(until=5.0)
    fates = path.fates()
    assert sorted([*arrived["tag"].tolist(), *(fate.tag for fate in fates)]) == list(range(100, 120))
    assert fates
    assert {(fate.port, fate.place, fate.reason) for fate in fates} == {("server", "dslam.line", "overflow")}
    assert set(arrived["port"]) == {"client"}
    assert path.fates() == []
    run = path.finish()
    assert run.simulated_s == 5.0
    assert run.audit["sent"] == run.audit["delivered"] + run.audit["lost"]


def test_one_bad_packet_of_many_leaves_all_out() -> None:
    path = cw.Path(LINE)
    with pytest.raises(ValueError, match=r"packet 1: .* none was offered"):
        path.offer_many("client", at=[1, 2], octets=[100, 10**6])
    assert path.run(until=1.0) == []


RATE, ERRORS = "links.line.rate", "links.line.errors.cell_error_ratio"


def test_a_rate_is_set_by_a_number_or_by_what_scenarios_write() -> None:
    def arrival_ps(value: float | str) -> int:
        path = cw.Path(LINE, variable=[RATE])
        path.set(RATE, 0, value)
        path.offer("client", at=0.001, octets=1000)
        return path.run(until=5.0)[0].at_ps

    noisy = 200_000.00000000003
    same: list[Any] = [
        200_000,
        2e5,
        noisy,
        np.float32(2e5),
        np.int64(200_000),
        "200 kbit/s",
        " 0.2 Mbit/s",
        "2e5 bit/s",
    ]
    assert {arrival_ps(value) for value in same} == {arrival_ps(200_000)}
    assert arrival_ps(199_999) > arrival_ps(200_000)


@pytest.mark.parametrize(
    ("key", "value", "reported"),
    [
        (RATE, 0.5, "links.line.rate: 0.5 is not allowed; give a whole number of bit/s"),
        (RATE, float("nan"), "nan is not allowed; give a whole number of bit/s"),
        (RATE, -1.0, "links.line.rate: -1 is not allowed"),
        (RATE, 2e13, r"links.line.rate = 20000000000000: give 0 to \d+ bit/s"),
        (RATE, "2 Mbits", "links.line.rate: '2 Mbits' is not allowed; .*Mbit/s"),
        (RATE, "2 kB", "links.line.rate: '2 kB' is not allowed"),
        (RATE, "fast", "links.line.rate: 'fast' is not allowed"),
        (ERRORS, "0.1", "cell_error_ratio: '0.1' is not allowed; give a number"),
        (ERRORS, 1.5, "cell_error_ratio = 1.5: give 0 to 1"),
        ("links.lime.rate", "2 Mbit/s", "did you mean links.line.rate"),
    ],
)
def test_a_value_that_is_none_of_what_is_set_is_refused(key: str, value: float | str, reported: str) -> None:
    path = cw.Path(LINE, variable=[RATE, ERRORS])
    with pytest.raises(ValueError, match=reported):
        path.set(key, 0, value)
    # A copy knows the same keys.
    path.fork().set(RATE, 0, "2 Mbit/s")
    path.fork().set(ERRORS, 0, 1)


def test_a_promise_binds() -> None:
    path = cw.Path(LINE)
    path.promise_open(0.5)
    with pytest.raises(ValueError, match="it was promised"):
        path.offer("client", at=0.4, octets=100)


def test_a_fork_goes_its_own_way() -> None:
    path = cw.Path(LINE)
    path.offer("client", at=0.0, octets=1000, tag=1)
    path.run(until=0.001)
    fork = path.fork()
    fork.offer("client", at=0.001, octets=40, tag=2)
    assert [one.tag for one in path.run(until=1.0)] == [1]
    assert path.run(until=1.0) == []
    assert [one.tag for _ in range(2) for one in fork.run(until=1.0)] == [1, 2]


def test_the_end_of_the_duration_is_a_limit() -> None:
    path = cw.Path(LINE)
    with pytest.raises(cw.LimitError, match="duration"):
        path.run(until=11.0)


def test_without_ports_or_notes_it_says_so() -> None:
    with pytest.raises(ValueError, match='kind = "outside"'):
        cw.Path(cw.Scenario.from_template("n-source"))
    with pytest.raises(ValueError, match="fates=True"):
        cw.Path(LINE).fates()


def test_a_plain_run_of_it_has_nothing_to_send() -> None:
    run = cw.run(LINE)
    assert run.audit["sent"] == 0
