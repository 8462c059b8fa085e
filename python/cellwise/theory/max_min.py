"""Max-min shares of virtual connections.

Source: ATM Forum Traffic Management 4.0 (af-tm-0056), appendix I.3; D. Bertsekas, R. Gallager, Data
Networks, second edition, section 6.5.2. Shares are *weighted, above a minimum*: connection i gets
``min(pcr_i, mcr_i + weight_i * level)``, where ``level`` is that of its bottleneck.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise.network import Flow, Network
from cellwise.scenario import Scenario
from cellwise.vocabulary import CATEGORIES

#: How far rounding may take the sum of minimum rates above a capacity.
_ROUNDING = 1e-9


def max_min(
    capacities: Mapping[Any, float] | Sequence[float],
    routes: Sequence[Iterable[Hashable]],
    mcr: ArrayLike = 0.0,
    weights: ArrayLike = 1.0,
    pcr: ArrayLike = np.inf,
) -> NDArray[np.float64]:
    """Max-min fair rates of connections in a network of links, by water-filling.

    The level of all connections rises together; a connection stops rising when it reaches its PCR or when
    one of its links is full. At the end each connection is at its PCR or has a full link on which no other
    has a higher level.

    Parameters
    ----------
    capacities : mapping of link to float, or sequence of float
        Capacity of every link, in any unit of rate; a sequence stands for links 0, 1, ... None negative.
    routes : sequence of iterables of links, length n_connections
        The links that each connection passes; one that passes a link twice counts once.
    mcr : array_like of float, shape (n_connections,) or scalar
        Minimum rates, in the same unit; not negative, and their sum fits on every link.
    weights : array_like of float, shape (n_connections,) or scalar
        Weights, above 0: how fast a connection's rate rises with the level.
    pcr : array_like of float, shape (n_connections,) or scalar
        Peak rates, in the same unit, at least the minimum rates; a connection without links needs a finite
        one.

    Returns
    -------
    ndarray of float, shape (n_connections,)
        The rates, in the order of `routes`.

    Raises
    ------
    ValueError
        If a value is out of range, or the minimum rates do not fit; the message names what is wrong.

    Examples
    --------
    A long connection and one on each of two links; the second link is the narrower one:

    >>> max_min([100.0, 40.0], [[0, 1], [0], [1]]).tolist()
    [20.0, 80.0, 20.0]
    """
    problem = _Problem.of(capacities, routes, mcr, weights, pcr)
    problem.check()
    return problem.fill()


@dataclass(frozen=True, slots=True)
class _Problem:
    """Links by number, and which connection passes which."""

    names: list[Any]
    capacity: NDArray[np.float64]
    """Shape (n_links,)."""
    passes: NDArray[np.bool_]
    """Shape (n_links, n_connections)."""
    mcr: NDArray[np.float64]
    weight: NDArray[np.float64]
    pcr: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        capacities: Mapping[Any, float] | Sequence[float],
        routes: Sequence[Iterable[Hashable]],
        mcr: ArrayLike,
        weights: ArrayLike,
        pcr: ArrayLike,
    ) -> "_Problem":
        given = dict(capacities) if isinstance(capacities, Mapping) else dict(enumerate(capacities))
        names = list(given)
        number = {name: index for index, name in enumerate(names)}
        passes = np.zeros((len(names), len(routes)), dtype=np.bool_)
        for connection, route in enumerate(routes):
            for link in route:
                if link not in number:
                    raise ValueError(f"routes[{connection}]: {link!r} is no link; the links are {names}")
                passes[number[link], connection] = True
        each = (np.broadcast_to(np.asarray(one, np.float64), len(routes)) for one in (mcr, weights, pcr))
        return cls(names, np.array(list(given.values()), np.float64), passes, *each)

    def check(self) -> None:
        _require(np.isfinite(self.capacity) & (self.capacity >= 0), "capacities", "finite and not negative")
        _require(np.isfinite(self.mcr) & (self.mcr >= 0), "mcr", "finite and not negative")
        _require(np.isfinite(self.weight) & (self.weight > 0), "weights", "finite and above 0")
        _require(self.pcr >= self.mcr, "pcr", "at least the minimum rate")
        bounded = np.isfinite(self.pcr) | self.passes.any(axis=0)
        _require(bounded, "pcr", "finite for a connection that passes no link")
        for name, capacity, sum_of_mcr in zip(self.names, self.capacity, self.passes @ self.mcr, strict=True):
            if sum_of_mcr > capacity * (1 + _ROUNDING):
                raise ValueError(f"mcr: link {name!r} has {capacity:g}, less than the sum {sum_of_mcr:g}")

    def fill(self) -> NDArray[np.float64]:
        """Raise the level, freezing at each step the connections that can rise no further."""
        left = np.maximum(self.capacity - self.passes @ self.mcr, 0.0)
        above = np.zeros_like(self.mcr)
        top = (self.pcr - self.mcr) / self.weight
        active = np.ones(self.mcr.shape, dtype=np.bool_)
        while active.any():
            loads = self.passes @ np.where(active, self.weight, 0.0)
            levels = np.divide(left, loads, out=np.full_like(left, np.inf), where=loads > 0)
            level = min(levels.min(initial=np.inf), top[active].min())
            full = self.passes[levels <= level].any(axis=0)
            frozen = active & (full | (top <= level))
            above[frozen] = self.weight[frozen] * np.minimum(level, top[frozen])
            left = np.maximum(left - self.passes @ np.where(frozen, above, 0.0), 0.0)
            active &= ~frozen
        return np.minimum(self.pcr, self.mcr + above)


def _require(holds: NDArray[np.bool_], name: str, rule: str) -> None:
    if not holds.all():
        raise ValueError(f"{name}: every value must be {rule}")


@dataclass(frozen=True, slots=True)
class Share:
    """The max-min share of an ABR connection in one direction."""

    vc: str
    direction: Literal["forward", "backward"]
    rate_bps: float
    """In bit/s of cells, headers and RM cells included."""


def max_min_of(scenario: Scenario) -> list[Share]:
    """Max-min shares of the ABR connections of a scenario, in the directions in which their flows send.

    The capacity of a port is its rate, less the mean rates of the cell streams of higher categories that
    pass it. Adapters count as ports. All connections are taken as greedy and present all the time; MCR,
    PCR and weight are those of the scenario.

    Parameters
    ----------
    scenario : Scenario
        Any scenario; only flows on ABR connections get a share.

    Raises
    ------
    ConfigError
        If the scenario breaks a rule.
    ValueError
        If what higher categories leave is less than the sum of the minimum rates.
    """
    network = Network.of(scenario)
    # The ABR connections and directions that carry data, each once, in the order of flows.
    senders = list(
        dict.fromkeys(
            (flow.vc, flow.backward)
            for flow in network.flows.values()
            if flow.vc and network.vcs[flow.vc].abr
        )
    )
    vcs = [network.vcs[vc] for vc, _ in senders]
    rates = [vc.abr[backward] for vc, (_, backward) in zip(vcs, senders, strict=True) if vc.abr]
    shares = max_min(
        _left_for_abr_bps(network),
        [vc.ways[backward] for vc, (_, backward) in zip(vcs, senders, strict=True)],
        mcr=[float(one.mcr_bps) for one in rates],
        weights=[float(vc.weight) for vc in vcs],
        pcr=[float(one.pcr_bps) for one in rates],
    )
    return [
        Share(vc, "backward" if backward else "forward", float(share))
        for (vc, backward), share in zip(senders, shares, strict=True)
    ]


def _left_for_abr_bps(network: Network) -> dict[str, float]:
    """What is left of the ports that flows pass, after cell streams of higher categories."""
    left: dict[str, float] = {}
    for flow in network.flows.values():
        taken = _taken_bps(network, flow)
        for port in network.way(flow):
            left.setdefault(port, float(network.directions[port].rate_bps))
            left[port] = max(0.0, left[port] - taken)
    return left


def _taken_bps(network: Network, flow: Flow) -> float:
    """What a flow takes of ABR in the long run: that of a cell stream whose category is served before."""
    if not flow.vc:
        return 0.0
    category = CATEGORIES.index(network.vcs[flow.vc].category)
    is_higher = category < CATEGORIES.index("abr")
    return flow.mean_rate_bps or 0.0 if is_higher else 0.0
