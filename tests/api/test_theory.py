import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import cellwise as cw
from cellwise.theory import max_min, max_min_of


@st.composite
def networks(draw: st.DrawFn) -> dict[str, object]:
    """Any small network: capacities, routes, and contracts that fit."""
    links = draw(st.integers(1, 4))
    connections = draw(st.integers(1, 6))
    number = st.integers(1, 1000).map(float)
    routes = draw(
        st.lists(st.sets(st.integers(0, links - 1), min_size=1), min_size=connections, max_size=connections)
    )
    mcr = draw(st.lists(st.integers(0, 20).map(float), min_size=connections, max_size=connections))
    needed = [sum(m for m, route in zip(mcr, routes, strict=True) if link in route) for link in range(links)]
    return {
        "capacities": [draw(number) + need for need in needed],
        "routes": [sorted(route) for route in routes],
        "mcr": mcr,
        "weights": draw(
            st.lists(st.sampled_from([0.5, 1.0, 2.0, 7.0]), min_size=connections, max_size=connections)
        ),
        "pcr": [m + draw(st.one_of(number, st.just(np.inf))) for m in mcr],
    }


def loads(network: dict[str, object], rates: NDArray[np.float64]) -> list[float]:
    return [
        sum(rate for rate, route in zip(rates, network["routes"], strict=True) if link in route)
        for link in range(len(network["capacities"]))
    ]


@given(networks())
def test_no_link_carries_more_than_it_can(network: dict[str, object]) -> None:
    rates = max_min(**network)
    for load, capacity in zip(loads(network, rates), network["capacities"], strict=True):
        assert load <= capacity * (1 + 1e-9)


@given(networks())
def test_rates_lie_between_minimum_and_peak(network: dict[str, object]) -> None:
    rates = max_min(**network)
    assert (rates >= np.array(network["mcr"]) - 1e-9).all()
    assert (rates <= np.array(network["pcr"])).all()


@given(networks())
def test_every_connection_is_at_its_peak_or_leads_on_a_full_link(network: dict[str, object]) -> None:
    rates = max_min(**network)
    level = (rates - network["mcr"]) / network["weights"]
    load = loads(network, rates)
    for i, route in enumerate(network["routes"]):
        if rates[i] >= network["pcr"][i] * (1 - 1e-9):
            continue
        leads = [
            all(
                level[j] <= level[i] * (1 + 1e-6) + 1e-9 for j, o in enumerate(network["routes"]) if link in o
            )
            for link in route
            if load[link] >= network["capacities"][link] * (1 - 1e-9)
        ]
        assert any(leads)


def by_bisection(network: dict[str, object]) -> NDArray[np.float64]:
    """The same by trial: raise a common level as far as it goes, see who can rise alone, repeat."""
    mcr, weights, pcr = (np.array(network[key]) for key in ("mcr", "weights", "pcr"))

    def fits(rates: NDArray[np.float64]) -> bool:
        return all(
            load <= capacity * (1 + 1e-12)
            for load, capacity in zip(loads(network, rates), network["capacities"], strict=True)
        )

    rates, rising = mcr.copy(), np.ones(len(mcr), dtype=bool)
    while rising.any():
        low, high = 0.0, 1e5
        for _ in range(90):
            middle = (low + high) / 2
            tried = np.where(rising, np.minimum(pcr, mcr + weights * middle), rates)
            low, high = (middle, high) if fits(tried) else (low, middle)
        rates = np.where(rising, np.minimum(pcr, mcr + weights * low), rates)
        for i in np.flatnonzero(rising):
            alone = rates.copy()
            alone[i] += 1e-7 * max(1.0, rates[i])
            rising[i] = alone[i] <= pcr[i] and fits(alone)
    return rates


@given(networks())
def test_water_filling_agrees_with_trial_by_bisection(network: dict[str, object]) -> None:
    assert max_min(**network) == pytest.approx(by_bisection(network), rel=1e-5, abs=1e-6)


@given(networks(), st.floats(1e-3, 1e6))
def test_shares_do_not_depend_on_the_unit(network: dict[str, object], factor: float) -> None:
    scaled = {key: np.array(network[key]) * factor for key in ("capacities", "mcr", "pcr")}
    assert max_min(**{**network, **scaled}) == pytest.approx(max_min(**network) * factor, rel=1e-9)


@given(networks(), st.randoms(use_true_random=False))
def test_shares_do_not_depend_on_the_order_of_connections(network: dict[str, object], random: object) -> None:
    order = list(range(len(network["routes"])))
    random.shuffle(order)
    shuffled = {key: [network[key][i] for i in order] for key in ("routes", "mcr", "weights", "pcr")}
    assert max_min(**{**network, **shuffled}) == pytest.approx(max_min(**network)[order], rel=1e-9)


def test_the_parking_lot_gives_everybody_a_quarter() -> None:
    long, local = [[0, 1, 2]] * 2, [[0]] * 2 + [[1]] * 2 + [[2]] * 2
    assert max_min([149.76] * 3, long + local) == pytest.approx([37.44] * 8)


def test_a_bottleneck_downstream_leaves_its_rest_to_the_others() -> None:
    capacities = {"link1": 149.76, "link2": 149.76 - 100, "link3": 149.76}
    rates = max_min(capacities, [["link1", "link2"]] * 5 + [["link1", "link3"]] * 5)
    assert rates == pytest.approx([9.952] * 5 + [20.0] * 5)


def test_weights_and_minimum_rates_share_what_is_left_above_them() -> None:
    assert max_min([100.0], [[0]] * 3, mcr=[10, 0, 30], weights=[1, 2, 1]) == pytest.approx([25, 30, 45])


def test_a_peak_rate_leaves_the_rest_to_the_others() -> None:
    assert max_min([100.0], [[0]] * 3, pcr=[10.0, np.inf, np.inf]) == pytest.approx([10, 45, 45])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"capacities": [-1.0]}, "capacities"),
        ({"routes": [[1]]}, r"routes\[0\]: 1 is no link"),
        ({"mcr": 5.0}, "link 0 has 4, less than the sum 5"),
        ({"mcr": -1.0}, "mcr"),
        ({"weights": 0.0}, "weights"),
        ({"mcr": 2.0, "pcr": 1.0}, "pcr"),
        ({"routes": [[]]}, "pcr"),
    ],
)
def test_what_cannot_be_shared_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        max_min(**{"capacities": [4.0], "routes": [[0]], **changes})


def test_nothing_to_share_has_no_shares() -> None:
    assert max_min([1.0], []).tolist() == []
    assert max_min_of(cw.Scenario.from_template("n-source")) == []


def test_a_network_of_a_thousand_connections_is_quick() -> None:
    routes = [[i % 50, (i * 7) % 50] for i in range(1000)]
    rates = max_min([100.0 + i for i in range(50)], routes)
    assert (rates > 0).all()
    assert len(set(itertools.chain.from_iterable(routes))) == 50


def shares_of(template: str, changes: dict[str, object]) -> list[float]:
    scenario = cw.Scenario.from_template(template).with_({"atm": {"category": "abr"}, **changes})
    return [share.rate_bps / 1e6 for share in max_min_of(scenario)]


@pytest.mark.parametrize("routers", [False, True])
def test_shares_follow_from_the_scenario_of_the_parking_lot(routers: bool) -> None:
    assert shares_of("parking-lot", {"topology.routers": routers}) == pytest.approx([37.44] * 8)


def test_what_a_higher_category_takes_on_average_is_left_out() -> None:
    source = {"pattern": "on-off", "rate": "120 Mbit/s", "on": "10 ms", "off": "30 ms"}
    background = {"sources": 2, "category": "nrt-vbr", "source": source}
    shares = shares_of("downstream-bottleneck", {"topology": {"background": background}})
    # Two sources of 120 Mbit/s for a quarter of the time leave 89.76 Mbit/s of the second trunk.
    assert shares == pytest.approx([14.976] * 10)
    background["source"] = {"pattern": "constant", "rate": "50 Mbit/s"}
    shares = shares_of("downstream-bottleneck", {"topology": {"background": background}})
    assert shares == pytest.approx([9.952] * 5 + [20.0] * 5)


def test_contracts_of_connections_count() -> None:
    changes = {"topology.sources": 3, "vcs.vc1.abr": {"mcr": "30 Mbit/s"}, "vcs.vc2.weight": 2}
    changes |= {"topology.link_rate": "150 Mbit/s"}
    assert shares_of("two-node", changes) == pytest.approx([60, 60, 30])
    assert shares_of("two-node", {**changes, "abr.pcr": "40 Mbit/s"}) == pytest.approx([40, 40, 40])


def test_a_flow_that_sends_backward_shares_the_ports_of_its_own_way() -> None:
    changes = {"topology.sources": 2, "flows.tcp2.from": "d2"}
    scenario = cw.Scenario.from_template("two-node").with_({"atm.category": "abr", **changes})
    shares = {(share.vc, share.direction): share.rate_bps for share in max_min_of(scenario)}
    assert shares == {("vc1", "forward"): 149.76e6, ("vc2", "backward"): 149.76e6}
