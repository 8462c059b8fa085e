"""`benches/scale`: what it measures of runs that are as short as can be."""

import pytest
from tests.benches.programs import program

import cellwise as cw

scale = program("scale")


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "ROUNDS", 1)


def test_the_cost_of_a_run_has_the_cells_and_frames_of_its_hosts() -> None:
    document = scale.one_link("10 ms", {"f": {"kind": "udp", "udp": {"rate": "1 Mbit/s"}}})
    cost = scale.measure(document, "save")
    sent = cw.run(cw.Scenario(document)).columns("vcs")
    assert (cost.cells, cost.frames) == (sent["cells_sent"].sum(), sent["frames_sent"].sum())
    assert 0 < cost.frames < cost.cells
    assert cost.seconds > 0
    assert cost.peak_mb > 1


def test_a_packet_counts_at_each_port_that_sends_it() -> None:
    document = scale.network([("a", "b")], ["a", "b"], [("a", "b")] * 3)
    # 100 packets a second of each flow: over the link of each host, and the one between the routers.
    assert scale.measure({**document, "duration": "45 ms"}).packets == 3 * 3 * 5


def test_the_cost_of_one_more_is_that_between_the_two_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {size: scale.Cost(size * 2e-6 + 1, size * 3e-3 + 50, 0, 0, 0) for size in (1, 1000, 3000)}
    monkeypatch.setattr(scale, "measure", costs.__getitem__)
    assert scale.slope(list(costs), list(costs)) == pytest.approx((2, 3))
