"""Contracts as users meet them: tables, errors, the summary."""

import pytest

import cellwise as cw
from cellwise.metrics import ttcp_bps


@pytest.fixture
def policed() -> cw.Scenario:
    """A transfer of 1 MB over a policed connection, by hosts that are faster than the contract."""
    return cw.Scenario.from_template("policed-vc").with_(
        {
            "topology.mbs": "1000 cells",
            "tcp": {
                "mss": "9148 bytes",
                "receive_window": "49152 bytes",
                "timer_tick": "10 ms",
                "handshake": True,
                "close": True,
            },
            "host.send_processing": {"base": "267 us", "per_byte": "68.9 ns"},
            "flow.size": "1 MB",
            "duration": "5 s",
        }
    )


def test_what_a_policer_discards_a_shaper_saves(policed: cw.Scenario) -> None:
    bare = cw.run(policed)
    shaped = cw.run(policed.with_({"topology.shaping.kind": "dual-leaky-bucket"}))
    discarded = [int(run.columns("policers")["discarded_cells"].sum()) for run in (bare, shaped)]
    assert discarded[0] > 1000
    assert discarded[1] == 0
    assert bare.audit["lost"] == discarded[0]
    assert shaped.columns("shapers")["frames"][0] > 100
    rates = [float(ttcp_bps(run.columns("flows"))[0]) for run in (bare, shaped)]
    # All but the first burst of MBS cells goes at SCR; 9148 of 192 * 53 octets are data.
    assert rates[0] < rates[1] < 1.2 * 10e6 * 9148 / (192 * 53)
    assert [row[0] for row in bare.policers.select("policer").fetchall()] == ["sw1.vc1", "sw1.vc1.backward"]


def test_every_parameter_of_a_contract_that_is_out_of_range_is_named(policed: cw.Scenario) -> None:
    with pytest.raises(cw.ConfigError) as refused:
        cw.run(policed.with_({"topology.scr": "0 bit/s", "topology.mbs": "0 cells"}))
    assert "topology.scr" in str(refused.value)
    assert "topology.mbs" in str(refused.value)


def test_calls_tell_what_came_of_them() -> None:
    text = """
    duration = "1 s"
    admission.rule = "peak"
    [nodes]
    a = { kind = "host" }
    b = { kind = "host" }
    sw = { kind = "switch" }
    [links]
    la = { ends = ["a", "sw"], rate = "155.52 Mbit/s", delay = "1 ms" }
    lb = { ends = ["sw", "b"], rate = "155.52 Mbit/s", delay = "1 ms" }
    [vcs.v1]
    path = ["a", "sw", "b"]
    switched = true
    contract = { kind = "cbr", pcr = "100 Mbit/s" }
    [vcs.v2]
    path = ["a", "sw", "b"]
    switched = true
    setup_at = "1 ms"
    contract = { kind = "cbr", pcr = "60 Mbit/s" }
    [flows]
    f1 = { vc = "v1", kind = "udp", udp = { rate = "1 Mbit/s" } }
    f2 = { vc = "v2", kind = "udp", udp = { rate = "1 Mbit/s" } }
    """
    calls = cw.run(cw.Scenario.from_toml(text)).columns("calls")
    assert calls["outcome"].tolist() == ["connected", "refused"]
    assert calls["answered_s"][0] == pytest.approx(0.004)
    assert calls["refused_at"][1] == "a.nic"
    assert calls["missing_bps"][1] == pytest.approx(4.48e6)
