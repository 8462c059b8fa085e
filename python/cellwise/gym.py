"""A learning environment: congestion windows and links that your program sets, step by step, in virtual time.

`CellwiseEnv` is a gymnasium environment around a `cellwise.Path`: a step lets time continue to the next
decision, the action is the congestion window of a flow of TCP whose ``tcp.variant`` is "external", and the
observation has the events at its sender since then. It may also set several values, those of links
as well, and observe probes. Needs gymnasium: ``pip install 'cellwise[gym]'``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from cellwise import _core
from cellwise.path import LAST_PS, PS_PER_S, Path, Sending, Variable
from cellwise.results import Run
from cellwise.scenario import Scenario, ScenarioLike

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(
        f"{error.name} is not installed; cellwise.gym needs it: pip install 'cellwise[gym]'", name=error.name
    ) from error

#: The values of an observation, in this order. "Since" is since the decision before.
OBSERVED = {
    "since_s": "simulated time since, in s",
    "acked_octets": "octets acknowledged since, each once",
    "flight_octets": "octets sent and not acknowledged, now",
    "cwnd_octets": "the congestion window, now",
    "rtt_s": "mean of the round-trip times measured since, in s; if none, that of before; 0 before the first",
    "least_rtt_s": "the shortest round-trip time so far, in s; 0 before the first",
    "resent_segments": "segments sent again since",
    "timeouts": "expiries of the retransmission timer since",
    "marked_windows": "windows of data for which a congestion mark was echoed, since",
}

#: From an observation, as `CellwiseEnv.by_name` gives it, to a reward.
Reward = Callable[[Mapping[str, Any]], float]

#: The name under which an observation holds the probes.
PROBES = "probes"

ROUND_TRIP, ACKNOWLEDGMENT = "round-trip", "acknowledgment"


def power(seen: Mapping[str, float]) -> float:
    """Give the default reward: acknowledged Mbit/s, times the shortest by the mean round-trip time.

    Packets that wait in queues lengthen round trips and are no gain; neither are packets that were lost and
    sent again (Kleinrock's power, with delays relative to the shortest). 0 where nothing was acknowledged, or
    no round trip known.

    Examples
    --------
    >>> power({"since_s": 0.5, "acked_octets": 125_000, "rtt_s": 0.04, "least_rtt_s": 0.02})
    1.0
    """
    if seen["since_s"] == 0 or seen["rtt_s"] == 0:
        return 0.0
    mbit_s = 8 * seen["acked_octets"] / seen["since_s"] / 1e6
    return mbit_s * seen["least_rtt_s"] / seen["rtt_s"]


class CellwiseEnv(gymnasium.Env[Any, Any]):
    """A network of which a congestion window, or several values, are set at each step.

    With one window, and nothing else to set or observe, the action is the window in segments, a Box of shape
    (1,); it is rounded to whole octets. The observation is a Box of shape (9,), in the order of `OBSERVED`.

    With `keys` or `probes` both are Dicts. The action has a Box of shape () for each key: a window in
    segments, a rate in bit/s, which is rounded to a whole one, an error ratio from 0 to 1. The observation
    has a Box of shape (9,) for each window, by its key, and under "probes" one of shape (n_probes,), the last
    value that each has recorded, 0 before the first. `gymnasium.spaces.flatten_space` makes one Box of them.

    An episode is over when no flow whose window is set has anything more to send, and truncated at the
    scenario's ``duration``. The same seed and actions give the same observations to the bit, on any machine.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        The network. Other flows, noise and queues are as it says.
    key : str, optional
        The window to set, such as ``flows.f.cwnd``; not needed where the scenario has only one.
    every : str
        When decisions are made: after a simulated time, such as "100 ms"; "round-trip": after the time that
        the last round trip took, at first at the first acknowledgment that measures one; "acknowledgment": at
        each. Of several windows the first is meant.
    reward : callable
        From an observation, as `by_name` gives it, to a number; if not given, the sum of `power` of all
        windows.
    keys : sequence of str, or mapping of str to (float, float), optional
        Several values to set instead of `key`: windows, and keys of links such as ``links.line.rate``; with
        their bounds, if those are to be narrower than the allowed ones.
    probes : sequence of str
        Names of probes of the scenario to observe.

    Raises
    ------
    ConfigError
        If the scenario breaks a rule.
    ValueError
        If no flow, or several and no key says which, has a window to be set; if a key, its bounds or a probe
        are not allowed.

    Examples
    --------
    >>> env = CellwiseEnv({
    ...     "duration": "2 s",
    ...     "nodes": {"client": {"kind": "host"}, "server": {"kind": "host"}},
    ...     "links": {"line": {"ends": ["server", "client"], "rate": "1 Mbit/s", "delay": "5 ms"}},
    ...     "vcs": {"v": {"path": ["server", "client"]}},
    ...     "flows": {"f": {"vc": "v", "tcp": {"variant": "external", "mss": "1000 bytes"}}},
    ... })
    >>> _, _ = env.reset(seed=1)
    >>> seen, reward, is_over, is_truncated, _ = env.step([4.0])
    >>> env.by_name(seen)["acked_octets"] > 0, reward > 0, is_over, is_truncated
    (True, True, False, False)
    """

    metadata = {"render_modes": []}  # noqa: RUF012, the name and kind are gymnasium's

    def __init__(
        self,
        scenario: ScenarioLike,
        key: str | None = None,
        every: str = "100 ms",
        reward: Reward | None = None,
        keys: Sequence[str] | Mapping[str, tuple[float, float]] | None = None,
        probes: Sequence[str] = (),
    ) -> None:
        """Check the scenario; nothing runs before `reset`."""
        self.scenario = Scenario.of(scenario)
        if keys is not None and key is not None:
            raise ValueError("key and keys are both given; give one of them")
        self._is_plain = keys is None and not probes
        self._variable = [name for name in keys or () if name.startswith("links.")]
        self.path = Path(self.scenario, variable=self._variable)
        if keys is None:
            keys = [_the_key(self.path, key)]
        self.keys = _keys(self.path, keys)
        self._senders = [_Sender(one) for one in self.keys.values() if one.variable.flow is not None]
        self.probes = list(probes)
        _check_probes(self.probes, self.path.probes() if probes else {})
        self.every, self.reward = every, _reward(reward, self._senders, self._is_plain)
        self._every_ps = None if every in (ROUND_TRIP, ACKNOWLEDGMENT) else _interval_ps(every)
        if self._every_ps is None and not self._senders:
            raise ValueError(f"every = {every!r}: no key is a congestion window; give a time")
        document = self.scenario.expanded().to_dict()
        self._end_ps, self._own_seed = _core.quantity("span", document["duration"]), int(document["seed"])
        self.action_space, self.observation_space = self._spaces()
        self._seed: int | None = None
        self._is_over = True

    @property
    def key(self) -> str:
        """The first of `keys`."""
        return next(iter(self.keys))

    def _spaces(self) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
        seen = spaces.Box(0.0, np.inf, (len(OBSERVED),), np.float64)
        if self._is_plain:
            (one,) = self.keys.values()
            return spaces.Box(one.low, one.high, (1,), np.float64), seen
        actions: dict[str, spaces.Space[Any]] = {
            key: spaces.Box(one.low, one.high, (), np.float64) for key, one in self.keys.items()
        }
        seen_of: dict[str, spaces.Space[Any]] = {sender.key: seen for sender in self._senders}
        if self.probes:
            seen_of[PROBES] = spaces.Box(-np.inf, np.inf, (len(self.probes),), np.float64)
        return spaces.Dict(actions), spaces.Dict(seen_of)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002, gymnasium gives it
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode at time 0; ``options`` are not used.

        Parameters
        ----------
        seed : int, optional
            The seed of all random numbers of the network. Without it: at first the scenario's own, then
            one that is drawn for each episode from the one before.

        Returns
        -------
        observation : ndarray of float64, shape (9,), or dict of such
        info : dict
            ``seed``, ``now_s``, and ``sending``: all counters of the sender, a `cellwise.path.Sending`; with
            `keys` or `probes` those of each window, by its key.
        """
        if seed is None and self._seed is None:
            seed = self._own_seed
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**63)) if seed is None else seed
        self.path = Path(self.scenario, seed=self._seed, variable=self._variable)
        for sender in self._senders:
            sender.begin(self.path)
        self._is_over = False
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Set the values and let time continue to the next decision.

        Parameters
        ----------
        action : array_like of float, shape (1,); with `keys` or `probes` a mapping of str to float
            The window in segments, or a value for each key.

        Raises
        ------
        RuntimeError
            If the episode is over.
        ValueError
            If a value is missing or out of its range; nothing is set then.
        """
        if self._is_over:
            raise RuntimeError("the episode is over, or has not begun: call reset()")
        for one, value in self._values(action):
            self.path.set(one.key, self.path.now_ps, one.value(value))
        self._go_on()
        seen = self._observe()
        is_over = bool(self._senders) and all(sender.before.is_over for sender in self._senders)
        truncated = self.path.now_ps >= self._end_ps
        self._is_over = is_over or truncated
        return seen, float(self.reward(self.by_name(seen))), is_over, truncated, self._info()

    def _values(self, action: Any) -> list[tuple["_Key", float]]:
        if self._is_plain:
            (value,) = np.asarray(action, np.float64)
            values = {self.key: float(value)}
        else:
            values = {key: float(np.asarray(value, np.float64).item()) for key, value in dict(action).items()}
        if values.keys() != self.keys.keys():
            raise ValueError(f"values for {', '.join(values) or 'nothing'}; give {', '.join(self.keys)}")
        for key, one in self.keys.items():
            if not one.low <= values[key] <= one.high:
                raise ValueError(f"{key}: {values[key]} {one.unit}; give {one.low:g} to {one.high:g}")
        return [(one, values[key]) for key, one in self.keys.items()]

    def by_name(self, observation: Any) -> dict[str, Any]:
        """Give an observation by name; with `keys` or `probes` by key and name."""
        if self._is_plain:
            return dict(zip(OBSERVED, observation.tolist(), strict=True))
        names = {sender.key: tuple(OBSERVED) for sender in self._senders} | {PROBES: tuple(self.probes)}
        return {key: dict(zip(names[key], seen.tolist(), strict=True)) for key, seen in observation.items()}

    def __getattr__(self, name: str) -> NoReturn:
        """Refuse an attribute that does not exist; give the new name of one that had another."""
        now = "; it is now by_name" if name == "told" else ""
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{now}")

    def __reduce__(self) -> NoReturn:
        """Refuse `copy` and `pickle`, which would share or lose the network that is under way."""
        raise TypeError(
            "a CellwiseEnv is not copied by copy and not pickled: make another one with the same arguments; "
            "for other processes give gymnasium.vector a function that makes it"
        )

    def finish(self) -> Run:
        """Give the results of the episode up to now, as those of any run."""
        return self.path.finish()

    def _go_on(self) -> None:
        path = self.path
        first = self._senders[0].key if self._senders else ""
        last = path.sending(first).last_round_trip_ps if first else None
        if self.every == ACKNOWLEDGMENT:
            path.run_to_acknowledgment(first, self._end_ps)
        elif self.every == ROUND_TRIP and last is None:
            while path.run_to_acknowledgment(first, self._end_ps):
                if path.sending(first).last_round_trip_ps is not None:
                    break
        else:
            wait = last if self._every_ps is None else self._every_ps
            until = min(path.now_ps + (wait or 0), self._end_ps)
            # Others may have ports in this network; a packet that arrives there stops the path.
            while path.run(until):
                pass

    def _observe(self) -> Any:
        seen = {sender.key: sender.observe(self.path) for sender in self._senders}
        if self._is_plain:
            return seen[self.key]
        if self.probes:
            now = self.path.probes()
            values = [now[name] for name in self.probes]
            seen[PROBES] = np.nan_to_num(
                np.asarray(values, np.float64), nan=0.0, posinf=np.inf, neginf=-np.inf
            )
        return seen

    def _info(self) -> dict[str, Any]:
        sending: Any = {sender.key: sender.before for sender in self._senders}
        if self._is_plain:
            sending = sending[self.key]
        return {"seed": self._seed, "now_s": self.path.now_s, "sending": sending}


@dataclass(frozen=True)
class _Key:
    """A value to be set, and its bounds: in segments of a window, else in its own unit."""

    key: str
    variable: Variable
    low: float
    high: float

    @property
    def unit(self) -> str:
        return "segments" if self.variable.segment_octets else self.variable.unit

    def value(self, given: float) -> float:
        if self.variable.unit == "1":
            return given
        return round(given * (self.variable.segment_octets or 1))


class _Sender:
    """What is observed of a window's sender from decision to decision."""

    before: Sending

    def __init__(self, one: _Key) -> None:
        self.key = one.key

    def begin(self, path: Path) -> None:
        self.before, self._at_ps, self._rtt_s = path.sending(self.key), 0, 0.0

    def observe(self, path: Path) -> NDArray[np.float64]:
        now, before, at_ps = path.sending(self.key), self.before, path.now_ps
        count = now.round_trips - before.round_trips
        if count:
            self._rtt_s = (now.round_trip_sum_ps - before.round_trip_sum_ps) / count / PS_PER_S
        seen = [
            (at_ps - self._at_ps) / PS_PER_S,
            now.acked_octets - before.acked_octets,
            now.flight_octets,
            now.cwnd_octets,
            self._rtt_s,
            (now.least_round_trip_ps or 0) / PS_PER_S,
            now.resent_segments - before.resent_segments,
            now.timeouts - before.timeouts,
            now.marked_windows - before.marked_windows,
        ]
        self.before, self._at_ps = now, at_ps
        return np.asarray(seen, np.float64)


def _keys(path: Path, keys: Sequence[str] | Mapping[str, tuple[float, float]]) -> dict[str, _Key]:
    """The keys with their bounds."""
    if not keys:
        raise ValueError("keys: give at least one")
    bounds = keys if isinstance(keys, Mapping) else {}
    found = {}
    for key in keys:
        if key not in path.variables:
            # Whatever is wrong with it, the path says.
            path.sending(key)
        variable = path.variables[key]
        segment = variable.segment_octets or 1
        # In segments, so that the least is 1.
        least, most = variable.least / segment, variable.most / segment
        low, high = bounds.get(key, (least, most))
        if not least <= low < high <= most:
            raise ValueError(
                f"{key}: bounds {low:g} and {high:g}; give two from {least:g} to {most:g}, in order"
            )
        found[key] = _Key(key, variable, float(low), float(high))
    return found


def _check_probes(names: Sequence[str], known: Mapping[str, float]) -> None:
    unknown = [name for name in names if name not in known]
    if unknown:
        what = f"it has {', '.join(known)}" if known else "it has none"
        raise ValueError(f"probes: the scenario has no {', '.join(unknown)}; {what}")


def _reward(given: Reward | None, senders: Sequence[_Sender], is_plain: bool) -> Reward:
    if given is not None:
        return given
    if is_plain:
        return power
    if not senders:
        raise ValueError("no key is a congestion window, so there is no power; give reward")
    return lambda seen: sum(power(seen[sender.key]) for sender in senders)


def _the_key(path: Path, key: str | None) -> str:
    keys = list(path.variables)
    if key is None:
        if len(keys) != 1:
            several = (
                f"give key: one of {', '.join(keys)}" if keys else 'give a flow tcp.variant = "external"'
            )
            raise ValueError(f"flows: {len(keys)} have a window to be set; {several}")
        return keys[0]
    # Whatever is wrong with it, the path says.
    path.sending(key)
    return key


def _interval_ps(every: str) -> int:
    try:
        ps = _core.quantity("span", every)
    except ValueError as error:
        rule = f'give a time, such as "100 ms", "{ROUND_TRIP}" or "{ACKNOWLEDGMENT}"'
        raise ValueError(f"every = {every!r}: {rule} ({error})") from None
    if not 0 < ps <= LAST_PS:
        raise ValueError(f"every = {every!r}: give a time above 0")
    return ps
