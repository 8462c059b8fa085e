import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cellwise as cw
from cellwise import metrics

goodputs = st.lists(st.floats(0, 1e12), min_size=1, max_size=30).filter(any)


def test_equal_shares_are_perfectly_fair() -> None:
    assert metrics.jain_index([3e6] * 7) == pytest.approx(1.0)


def test_one_that_has_all_gives_one_over_n() -> None:
    assert metrics.jain_index([0.0, 0.0, 5.0, 0.0]) == pytest.approx(0.25)


@given(goodputs)
def test_fairness_lies_between_one_over_n_and_one(goodput: list[float]) -> None:
    index = metrics.jain_index(goodput)
    assert 1 / len(goodput) - 1e-9 <= index <= 1 + 1e-9


@given(goodputs, st.floats(1e-3, 1e3))
def test_fairness_does_not_depend_on_the_unit(goodput: list[float], factor: float) -> None:
    scaled = [value * factor for value in goodput]
    if any(scaled):
        assert metrics.jain_index(scaled) == pytest.approx(metrics.jain_index(goodput), rel=1e-6)


@pytest.mark.parametrize(
    "goodput", [[], [[1.0]], [1.0, -1.0], [0.0, 0.0], [float("nan")], [float("inf"), 1.0]]
)
def test_fairness_of_nothing_sensible_is_refused(goodput: list[float]) -> None:
    with pytest.raises(ValueError, match="goodput_bps"):
        metrics.jain_index(goodput)


def test_the_documents_largest_throughput_is_an_efficiency_of_one() -> None:
    # ATM Forum 96-1269, section 3.2: 512/636 of 155.52 Mbit/s, "125.2 Mbps approximately".
    assert metrics.efficiency([125.2e6], 512 / 636, 155.52e6) == pytest.approx(1.0, abs=1e-4)


def test_efficiency_weighs_each_flow_by_its_own_overhead() -> None:
    assert metrics.efficiency([50.0, 25.0], [1.0, 0.5], 100.0) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("throughput", "fraction", "rate"),
    [([1.0], 0.0, 1.0), ([1.0], 1.5, 1.0), ([1.0], 0.5, 0.0), ([-1.0], 0.5, 1.0)],
)
def test_efficiency_refuses_what_is_out_of_range(
    throughput: list[float], fraction: float, rate: float
) -> None:
    with pytest.raises(ValueError, match=r"allowed|must be"):
        metrics.efficiency(throughput, fraction, rate)


def test_only_flows_whose_data_pass_a_port_count_there() -> None:
    flows = {
        "vc": np.array(["a", "b", "b", "c"], dtype=object),
        "vc_direction": np.array(["forward", "forward", "backward", "forward"], dtype=object),
    }
    paths = ["h.nic > sw1.trunk", "h.nic > sw1.trunk2", "g.nic > sw1.trunk > sw2.x", "g.nic > sw2.trunk"]
    vcs = {
        "vc": np.array(["a", "b", "b", "c"], dtype=object),
        "direction": np.array(["forward", "forward", "backward", "forward"], dtype=object),
        "path": np.array(paths, dtype=object),
    }
    assert metrics.port_flows(flows, vcs, "sw1.trunk").tolist() == [True, False, True, False]
    assert metrics.port_flows(flows, vcs, "g.nic").tolist() == [False, False, True, True]


def test_a_line_between_routers_counts_the_flows_of_its_own_direction() -> None:
    home = cw.Scenario.from_template("dsl").with_(duration="8 s")
    run = cw.run(home)
    flows, vcs, ports = (run.columns(table) for table in ("flows", "vcs", "ports"))
    for port, direction in (("bras.line", "down"), ("modem.line", "up")):
        through = flows["flow"][metrics.port_flows(flows, vcs, port)]
        assert {name.rstrip("0123456789") for name in through} - {"ping"} == {direction}
    rates = flows["throughput_bps"][[name.startswith("down") for name in flows["flow"]]]
    shared = metrics.shared_ports(flows, vcs, ports)["bras.line"]
    assert shared["fairness"] == pytest.approx(metrics.jain_index(rates))


def test_an_unknown_port_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"sw9.*sw1\.trunk"):
        metrics.port_row({"port": np.array(["sw1.trunk"], dtype=object)}, "sw9")


def test_the_largest_goodput_of_a_service_is_an_efficiency_of_one() -> None:
    assert metrics.efficiency_of_service([67.2565e6, 67.2565e6], "ubr") == pytest.approx(1.0)
    assert metrics.efficiency_of_service([130.306e6], "abr") == pytest.approx(1.0)


def test_background_leaves_its_share_of_the_largest_goodput() -> None:
    half = metrics.efficiency_of_service([67.2565e6], "ubr", background_bps=74.88e6)
    assert half == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("goodput", "service", "background", "said"),
    [
        ([-1.0], "ubr", 0.0, "goodput_bps"),
        ([1.0], "cbr", 0.0, "service: 'cbr'"),
        ([1.0], "abr", 149.76e6, "background_bps"),
        ([1.0], "abr", -1.0, "background_bps"),
    ],
)
def test_an_efficiency_of_nothing_sensible_is_refused(
    goodput: list[float], service: str, background: float, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        metrics.efficiency_of_service(goodput, service, background)


def test_unequal_goodputs_in_the_right_proportion_are_fair() -> None:
    assert metrics.fairness_of_shares([1.0, 3.0], [10.0, 30.0]) == pytest.approx(1.0)
    assert metrics.fairness_of_shares([1.0, 1.0], [10.0, 30.0]) < 1
    with pytest.raises(ValueError, match="fair_share_bps"):
        metrics.fairness_of_shares([1.0], [0.0])


def test_a_mean_ratio_is_over_connections_not_over_counts() -> None:
    assert metrics.mean_ratio([1, 0], [2, 1000]) == pytest.approx(0.25)
    assert metrics.mean_ratio([0], [0]) == 0


def test_ttcp_divides_by_the_time_that_its_side_sees() -> None:
    flows = {
        "delivered_bytes": np.array([1_000_000, 1_000_000]),
        "sender_established_s": np.array([1.0, np.nan]),
        "written_s": np.array([1.5, np.nan]),
        "receiver_established_s": np.array([1.0, 1.0]),
        "ended_s": np.array([1.8, np.nan]),
    }
    assert np.array_equal(metrics.ttcp_bps(flows, "transmitter"), [16e6, np.nan], equal_nan=True)
    assert np.array_equal(metrics.ttcp_bps(flows), [10e6, np.nan], equal_nan=True)
