"""Python describes a network as the simulator built it."""

from typing import Any

import pytest

import cellwise as cw
from cellwise.metrics import abr_shares
from cellwise.network import Network
from cellwise.theory import max_min_of

#: Sources of cells that send 10 Mbit/s in the long run.
_TEN_MBPS: list[dict[str, Any]] = [
    {"pattern": "constant", "rate": "10 Mbit/s"},
    {"pattern": "poisson", "rate": "10 Mbit/s"},
    {"pattern": "on-off", "rate": "40 Mbit/s", "on": "10 ms", "off": "30 ms"},
    {"pattern": "pareto-on-off", "rate": "40 Mbit/s", "on": "10 ms", "off": "30 ms"},
]


def beside(source: dict[str, Any]) -> cw.Scenario:
    """Give two ABR connections and a stream of cells of a higher category."""
    background = {"category": "nrt-vbr", "source": source}
    return cw.Scenario.from_template("two-node").with_(
        {
            "topology": {"sources": 2, "background": background},
            "atm.category": "abr",
            "switch": {"rate_rule": {"rule": "erica"}, "scheduler": "priority"},
        },
        duration="20 ms",
    )


@pytest.mark.parametrize("source", _TEN_MBPS, ids=lambda source: str(source["pattern"]))
def test_what_every_source_takes_on_average_is_left_out_of_the_shares(source: dict[str, Any]) -> None:
    found = [share.rate_bps / 1e6 for share in max_min_of(beside(source))]
    assert found == pytest.approx([(149.76 - 10) / 2] * 2)


def test_a_run_beside_video_has_its_max_min_shares() -> None:
    run = cw.run(beside({"pattern": "mpeg"}))
    assert {row["vc"] for row in abr_shares(run)} == {"vc1", "vc2"}


_VBR = {"scr": "1 Mbit/s", "mbs": "100 cells"}


@pytest.mark.parametrize(
    ("own", "contract", "common", "is_"),
    [
        ("ubr", None, "abr", "ubr"),
        (None, None, "abr", "abr"),
        (None, {"kind": "vbr.3", **_VBR}, "abr", "nrt-vbr"),
        (None, {"kind": "uni3.0-c", **_VBR}, "rt-vbr", "rt-vbr"),
        (None, {"kind": "gfr.1", "mcr": "1 Mbit/s", "mbs": "1400 cells"}, "ubr", "gfr"),
        ("rt-vbr", {"kind": "vbr.1", **_VBR}, "ubr", "rt-vbr"),
    ],
)
def test_the_category_of_a_connection_follows_its_contract(
    own: str | None, contract: dict[str, str] | None, common: str, is_: str
) -> None:
    changes = {"atm.category": common, "vcs.vc1.category": own, "vcs.vc1.contract": contract}
    network = Network.of(cw.Scenario.from_template("two-node").with_(changes))
    assert network.vcs["vc1"].category == is_


def test_data_that_go_backward_pass_the_ports_of_the_way_back() -> None:
    changes = {"topology.sources": 2, "topology.routers": True, "flows.tcp2": {"from": "d2", "to": "s2"}}
    network = Network.of(cw.Scenario.from_template("two-node").with_(changes))
    there, back = network.flows["tcp1"], network.flows["tcp2"]
    assert (there.backward, back.backward) == (False, True)
    assert (back.sender, back.receiver) == ("d2", "s2")
    # From the connection's first end to its last, whichever of them sends.
    assert back.nodes == ("s2", *network.vcs[back.vc].nodes, "d2")
    assert network.way(back)[0] == network.vcs[back.vc].ways[1][0]
    assert network.directions[network.way(back)[0]].sender == network.vcs[back.vc].nodes[-1]
