from pathlib import Path

import pytest

import cellwise as cw

#: Two LANs with a long link between.
TWO_LANS = Path(__file__).parents[2] / "benches" / "two-lans.toml"


@pytest.fixture
def wan() -> cw.Scenario:
    return cw.Scenario.read(TWO_LANS).with_(duration="1 s")


def test_a_wan_is_divided_and_every_node_has_one_part(wan: cw.Scenario) -> None:
    found = cw.partition(wan, 2)
    assert found.threads == 2
    assert found.reason is None
    assert sorted(node for part in found.nodes for node in part) == sorted(wan.expanded()["nodes"])
    assert sum(found.shares) == pytest.approx(1)
    assert found.lookahead_s == pytest.approx(5e-3, rel=1e-3)
    ends = {link: wan.expanded()["links"][link]["ends"] for link in found.cut_links}
    part_of = {node: number for number, part in enumerate(found.nodes) for node in part}
    assert all(part_of[a] != part_of[b] for a, b in ends.values())


def test_threads_change_nothing_of_the_results(wan: cw.Scenario) -> None:
    probed = wan.with_(probes={"queue": {"port": "*", "every": "10 ms"}, "cwnd": {"flow": "*"}})
    whole, divided = cw.run(probed), cw.run(probed, threads=2)
    assert whole.audit == divided.audit
    for table in ("flows", "vcs", "ports", "hosts"):
        ours, theirs = whole.columns(table), divided.columns(table)
        assert {name: values.tolist() for name, values in ours.items()}.__repr__() == {
            name: values.tolist() for name, values in theirs.items()
        }.__repr__()
    assert len(whole.probes) == len(divided.probes) > 0
    for one, other in zip(whole.probes, divided.probes, strict=True):
        assert (one.time_ps == other.time_ps).all()
        assert (one.value == other.value).all()


def test_a_run_that_is_not_divided_says_why() -> None:
    lan = cw.Scenario.from_template("n-source")
    found = cw.partition(lan, 2)
    assert (found.threads, found.cut_links) == (1, ())
    assert found.reason == "no ATM link has a delay of 200 us or more"
    assert cw.partition(lan, 1).reason == "one thread runs it whole"


@pytest.mark.parametrize("threads", [0, -3])
def test_no_threads_are_refused(threads: int) -> None:
    lan = cw.Scenario.from_template("n-source").with_(duration="1 ms")
    with pytest.raises(ValueError, match=f"threads: {threads} is out of range; give a whole number"):
        cw.partition(lan, threads)
    with pytest.raises(ValueError, match=f"threads: {threads} is out of range"):
        cw.run(lan, threads=threads)


def test_a_limit_stops_all_threads(wan: cw.Scenario) -> None:
    with pytest.raises(cw.LimitError) as stopped:
        cw.run(wan.with_(limits={"events": 20_000}), threads=2)
    audit = stopped.value.run.audit
    assert audit["sent"] == audit["delivered"] + audit["lost"] + audit["held"]
