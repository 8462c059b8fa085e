"""The path itself: what is done to a network in virtual time."""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise import _core
from cellwise.errors import LimitError
from cellwise.path.arguments import (
    FlowLike,
    TimeLike,
    ValueLike,
    headers_of,
    ps_of,
    ps_of_many,
    unsigned,
    value_of,
)
from cellwise.path.deliveries import CODEPOINTS, PS_PER_S, Delivery, Ecn, Fate, Sending, Variable
from cellwise.results import Run
from cellwise.scenario import Scenario, ScenarioLike


class Path:
    """A network in virtual time whose flows of kind ``outside`` are ports for packets of your own transport.

    Nothing happens between two calls: there is no clock and no thread. One thread calls it at a time; `fork`
    gives another thread a path of its own. The same calls give the same
    deliveries to the picosecond on any machine. Times are picoseconds as int, seconds as float, which are
    rounded once, or text with a unit, such as ``"10 ms"``.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        The network; at least one flow has ``kind = "outside"``, or ``tcp.variant = "external"``, whose
        congestion window you set. Its ``duration`` is the end of the path.
    seed : int, optional
        The seed of all random numbers; the scenario's own if not given.
    fates : bool
        Whether to note from the start what becomes of packets that do not arrive, for `fates`.
    variable : sequence of str
        Keys of links that may be set while the path runs, as the scenario names them, each of one direction:
        ``links.NAME.rate``, ``links.NAME.packet_errors.packet_error_ratio`` of a packet link and
        ``links.NAME.errors.cell_error_ratio`` of a link of cells; for the way back ``reverse_rate``,
        ``reverse_packet_errors`` and ``reverse_errors``. Keys that are not declared cost nothing.

    Raises
    ------
    ConfigError
        If the scenario breaks a rule.
    ValueError
        If no flow has its transport or its window outside and nothing is variable, or a key is unknown, or of
        something that cannot be variable.

    Examples
    --------
    >>> path = Path({
    ...     "duration": "1 s",
    ...     "nodes": {"client": {"kind": "host"}, "server": {"kind": "host"}},
    ...     "links": {"line": {"ends": ["client", "server"], "rate": "424 kbit/s", "delay": "2 ms"}},
    ...     "vcs": {"v": {"path": ["client", "server"]}},
    ...     "flows": {"f": {"vc": "v", "kind": "outside"}},
    ... })
    >>> path.offer("client", at=0.001, octets=100, tag=7)
    >>> [(one.port, one.tag, one.at_s) for one in path.run(until=0.5)]
    [('server', 7, 0.006)]
    """

    def __init__(
        self,
        scenario: ScenarioLike,
        seed: int | None = None,
        fates: bool = False,
        variable: Sequence[str] = (),
    ) -> None:
        """Build the network; nothing has happened in it yet."""
        scenario = Scenario.of(scenario)
        self.scenario = scenario if seed is None else scenario.with_(seed=seed)
        self._keeps_fates = fates
        self._core = _core.Path(self.scenario.to_json(), list(variable), fates)
        self._names = [name for name, _ in self._core.ports()]
        self._units = {key: unit for key, unit, *_ in self._core.variables()}

    @property
    def ports(self) -> dict[str, int]:
        """The longest packet that each port takes, in octets of the IP packet, by the port's name.

        A port is named by its host; where several ends are at one host, ``FLOW@HOST``.
        """
        return dict(self._core.ports())

    @property
    def now_ps(self) -> int:
        """The present, in ps: all up to it has happened, and nothing may be offered before it."""
        return self._core.now()

    @property
    def now_s(self) -> float:
        """The present, in s."""
        return self.now_ps / PS_PER_S

    @property
    def earliest_ps(self) -> int | None:
        """An instant before which nothing arrives if nothing is offered, in ps; None if nothing will."""
        return self._core.earliest()

    def offer(
        self,
        port: str,
        at: TimeLike,
        octets: int,
        ecn: Ecn = "not-ect",
        tag: int = 0,
        dscp: int = 0,
        flow: FlowLike = 0,
    ) -> None:
        """Give a packet to a port, for the present or later.

        It enters after everything else of that instant; packets for one instant by port, then in the order
        of calls.

        Parameters
        ----------
        port : str
            One of `ports`.
        at : int, float or str
            When: in ps, in s, or with its unit.
        octets : int
            The length of the IP packet: 1 up to the port's longest.
        ecn : str
            Its codepoint: "not-ect", "ect0", "ect1" or "ce".
        tag : int
            Whatever you know it by, from 0 to 2**64 - 1; it comes back with it.
        dscp : int
            Its differentiated services codepoint, from 0 to 63.
        flow : int or tuple of three int
            Its flow among those of the port, for queues that serve flows separately: a number of yours for
            addresses, ports and protocol together. Two more numbers, of the hosts that send and receive, are
            for CAKE's isolation of hosts. Each is from 0 to 2**32 - 1; 0 is the port's own flow or host.

        Raises
        ------
        ValueError
            If the instant has passed, or port or packet are not allowed. Nothing has happened then.
        """
        length, label = unsigned(octets, 32, "octets"), unsigned(tag, 64, "tag")
        self._core.offer(port, ps_of(at), length, label, headers_of(ecn, dscp, flow))

    def offer_many(
        self,
        port: str,
        at: ArrayLike,
        octets: ArrayLike,
        ecn: Ecn = "not-ect",
        first_tag: int = 0,
        dscp: int = 0,
        flow: FlowLike = 0,
    ) -> None:
        """Give many packets to a port, whatever comes back; the n-th has the tag ``first_tag + n``.

        Parameters
        ----------
        port : str
            One of `ports`.
        at : array_like, shape (n,)
            When: integers are ps, reals s, texts have units.
        octets : array_like of int, shape (n,), or int
            Their lengths.

        Raises
        ------
        ValueError
            If one of them is not allowed; then none is offered.
        """
        at_ps = ps_of_many(at)
        lengths = np.ascontiguousarray(np.broadcast_to(np.asarray(octets, np.int64), at_ps.shape))
        label = unsigned(first_tag, 64, "first_tag")
        self._core.offer_many(port, at_ps, lengths, label, headers_of(ecn, dscp, flow))

    @property
    def variables(self) -> dict[str, Variable]:
        """What may be set while the path runs, by its key: ``flows.f.cwnd``, ``links.line.rate``."""
        return {
            key: Variable(unit, least, most, *(window or ()))
            for key, unit, least, most, window in self._core.variables()
        }

    def set(self, key: str, at: TimeLike, value: ValueLike) -> None:
        """Set a value, for the present or later.

        It holds from after everything else of that instant, but before the packets that are offered for it;
        of several for one instant, in the order of calls. To set what is set changes nothing.

        Parameters
        ----------
        key : str
            One of `variables`.
        at : int, float or str
            When: in ps, in s, or with its unit.
        value : int, float or str
            The congestion window, in octets. Segments that it then has room for are sent at once; while a
            loss is being repaired, the recovery says what is sent, and the window holds from its end. Of a
            link the rate in bit/s, or an error ratio from 0 to 1: it holds for packets and cells whose
            transmission begins later. At a rate of 0 nothing is begun, and what comes waits; at an error
            ratio of 1 nothing arrives. Windows and rates are whole numbers, which may be floats, or text with
            a unit as in scenarios: ``2_000_000``, ``2e6`` and ``"2 Mbit/s"`` are the same.

        Raises
        ------
        ValueError
            If there is no such key, the value is out of its range, or the instant has passed. Nothing has
            happened then.

        Examples
        --------
        >>> path = Path({
        ...     "duration": "1 s",
        ...     "nodes": {"client": {"kind": "host"}, "server": {"kind": "host"}},
        ...     "links": {"line": {"ends": ["client", "server"], "rate": "1 Mbit/s", "delay": "2 ms"}},
        ...     "vcs": {"v": {"path": ["client", "server"]}},
        ...     "flows": {"f": {"vc": "v", "tcp": {"variant": "external", "mss": "1000 bytes"}}},
        ... })
        >>> path.set("flows.f.cwnd", at=0.5, value=8000)
        >>> path.run(until=0.7)
        []
        >>> path.sending("flows.f.cwnd").flight_octets
        8000
        """
        unit = self._units.get(key)
        # For a key that does not exist the simulator names those that do.
        number = 0 if unit is None else value_of(value, unit, key)
        if isinstance(number, float):
            self._core.set_share(key, ps_of(at), number)
        else:
            self._core.set(key, ps_of(at), number)

    def probes(self) -> dict[str, float]:
        """Give the last value that each probe of the scenario has recorded by now; NaN before the first.

        A copy is ended for it, which takes about as long as `fork` and `finish`.
        """
        return dict(self._core.probes())

    def sending(self, key: str) -> Sending:
        """Give the counts, up to the present, of the sender whose window is set by this key.

        After `promise_open` it may be of an instant up to the end of the promise.

        Raises
        ------
        ValueError
            If there is no such key.
        """
        return Sending(**self._core.sending(key))

    def run_to_acknowledgment(self, key: str, until: TimeLike) -> bool:
        """Let time continue to a sender's next acknowledgment, or to `until`; say whether one came.

        Packets that arrive at ports meanwhile are given by the next `run` at which something arrives, or
        `collect`.

        Parameters
        ----------
        key : str
            One of `variables`: the sender's window.
        until : int, float or str
            The last instant, in ps, in s, or with its unit.

        Raises
        ------
        ValueError
            If there is no such key.
        LimitError
            As `run` does.
        """
        came, limit = self._core.run_to_acknowledgment(key, ps_of(until))
        if limit is not None:
            raise LimitError(limit, self.finish())
        return came

    def promise_open(self, until: TimeLike) -> None:
        """Promise that nothing more is offered or set for an instant before `until`, whatever arrives.

        Then the network may run ahead of the packets that it gives, which is quicker. Packets that are
        offered for an earlier instant are refused.
        """
        self._core.promise_open(ps_of(until))

    def run(self, until: TimeLike) -> list[Delivery]:
        """Let time continue to the first instant at which something arrives, or to `until`.

        `now_ps` is that instant then. An empty list means that nothing arrives by `until`.

        Raises
        ------
        LimitError
            If the scenario's ``duration`` is over before, or one of its ``limits`` is used up by this call.
        """
        arrived, limit = self._core.run(ps_of(until))
        if limit is not None:
            raise LimitError(limit, self.finish())
        return [self._delivery(row) for row in self._core.take()] if arrived else []

    def collect(self, until: TimeLike) -> dict[str, NDArray[Any]]:
        """Let time continue to `until` without stopping: for open loops, where nothing is answered.

        Promises that nothing is offered before.

        Returns
        -------
        dict of str to ndarray, each of shape (n_deliveries,)
            ``port`` (names), ``at_ps``, ``offered_ps``, ``tag``, ``octets`` and ``ecn`` (names), by time and
            port.

        Raises
        ------
        LimitError
            As `run` does.
        """
        self.promise_open(until)
        until_ps = ps_of(until)
        while True:
            arrived, limit = self._core.run(until_ps)
            if limit is not None:
                raise LimitError(limit, self.finish())
            if not arrived:
                break
        columns: dict[str, NDArray[Any]] = dict(self._core.take_columns())
        columns["port"] = np.asarray(self._names, object)[columns["port"]]
        columns["ecn"] = np.asarray(CODEPOINTS, object)[columns["ecn"]]
        return columns

    def fates(self) -> list[Fate]:
        """Give the packets that were lost by now and were not reported yet, by the instants of their losses.

        Raises
        ------
        ValueError
            If the path was made without ``fates=True``: nothing is noted then.
        """
        if not self._keeps_fates:
            raise ValueError("this path notes no fates; make it with fates=True")
        return [
            Fate(self._names[port], tag, offered_ps, lost_ps, place, reason)
            for port, tag, offered_ps, lost_ps, place, reason in self._core.fates()
        ]

    def fork(self) -> "Path":
        """Give a copy that continues from the present; neither affects the other."""
        fork = object.__new__(Path)
        fork.scenario, fork._names, fork._keeps_fates = self.scenario, self._names, self._keeps_fates
        fork._units = self._units
        fork._core = self._core.fork()
        return fork

    def __reduce__(self) -> NoReturn:
        """Refuse `copy` and `pickle`, which would share or lose the network that is under way."""
        raise TypeError(
            "a Path is not copied by copy and not pickled: fork() gives a copy that continues from the "
            "present; for another process send path.scenario and make a Path of it there"
        )

    def finish(self) -> Run:
        """Give the results up to the present, as those of any run. The path itself can continue.

        Raises
        ------
        AuditError
            If the audit does not balance: a fault of Cellwise.
        """
        return Run(self._core.finish(), self.scenario)

    def _delivery(self, row: tuple[int, int, int, int, int, int, int]) -> Delivery:
        port, at_ps, tag, octets, ecn, dscp, offered_ps = row
        return Delivery(self._names[port], at_ps, tag, octets, CODEPOINTS[ecn], dscp, offered_ps)
