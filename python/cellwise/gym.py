"""A learning environment: a congestion window that your program sets, step by step, in virtual time.

`CellwiseEnv` is a gymnasium environment around a `cellwise.Path`: a step lets time go on to the next
decision, the action is the congestion window of a flow of TCP whose ``tcp.variant`` is "external", and the
observation is what its sender has seen meanwhile. Needs gymnasium: ``pip install 'cellwise[gym]'``.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cellwise import _core
from cellwise.path import LAST_PS, PS_PER_S, Path, Sending
from cellwise.results import Run
from cellwise.scenario import Scenario, ScenarioLike

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(
        f"{error.name} is not installed; cellwise.gym needs it: pip install 'cellwise[gym]'", name=error.name
    ) from error

#: What an observation holds, in this order. "Since" is since the decision before.
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

#: From an observation by name to a reward.
Reward = Callable[[Mapping[str, float]], float]

ROUND_TRIP, ACKNOWLEDGMENT = "round-trip", "acknowledgment"


def power(seen: Mapping[str, float]) -> float:
    """Give the default reward: acknowledged Mbit/s, times the shortest by the mean round-trip time.

    What waits in queues lengthens round trips and is no gain; neither is what was lost and sent again
    (Kleinrock's power, with delays relative to the shortest). 0 where nothing was acknowledged, or no round
    trip known.

    Examples
    --------
    >>> power({"since_s": 0.5, "acked_octets": 125_000, "rtt_s": 0.04, "least_rtt_s": 0.02})
    1.0
    """
    if seen["since_s"] == 0 or seen["rtt_s"] == 0:
        return 0.0
    mbit_s = 8 * seen["acked_octets"] / seen["since_s"] / 1e6
    return mbit_s * seen["least_rtt_s"] / seen["rtt_s"]


class CellwiseEnv(gymnasium.Env[NDArray[np.float64], NDArray[np.float64]]):
    """A flow of TCP whose congestion window is set at each step.

    The action is the window in segments, shape (1,); it is rounded to whole octets. The observation has
    shape (9,), in the order of `OBSERVED`. An episode is over when the flow has nothing more to send, and
    truncated at the scenario's ``duration``. The same seed and actions give the same observations to the
    bit, on any machine.

    Parameters
    ----------
    scenario : Scenario, mapping, or path
        The network. Other flows, noise and queues are as it says.
    key : str, optional
        The window to set, such as ``flows.f.cwnd``; not needed where the scenario has only one.
    every : str
        When decisions are made: after a simulated time, such as "100 ms"; "round-trip": after the time that
        the last round trip took, at first at the first acknowledgment that measures one; "acknowledgment": at
        each.
    reward : callable
        From an observation, by the names of `OBSERVED`, to a number; `power` if not given.

    Raises
    ------
    ConfigError
        If the scenario breaks a rule.
    ValueError
        If no flow, or several and no key says which, has a window to be set.

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
    >>> env.told(seen)["acked_octets"] > 0, reward > 0, is_over, is_truncated
    (True, True, False, False)
    """

    metadata = {"render_modes": []}  # noqa: RUF012, the name and kind are gymnasium's

    def __init__(
        self,
        scenario: ScenarioLike,
        key: str | None = None,
        every: str = "100 ms",
        reward: Reward = power,
    ) -> None:
        """Check the scenario; nothing runs before `reset`."""
        self.scenario = Scenario.of(scenario)
        self.path = Path(self.scenario)
        self.key = _the_key(self.path, key)
        self.every, self.reward = every, reward
        self._every_ps = None if every in (ROUND_TRIP, ACKNOWLEDGMENT) else _interval_ps(every)
        document = self.scenario.expanded().to_dict()
        self._end_ps, self._own_seed = _core.quantity("span", document["duration"]), int(document["seed"])
        variable = self.path.variables[self.key]
        self._segment = variable.segment_octets
        # In segments, so that the least is 1.
        most = variable.most / self._segment
        self._least_and_most = (1.0, most)
        self.action_space = spaces.Box(1.0, most, (1,), np.float64)
        self.observation_space = spaces.Box(0.0, np.inf, (len(OBSERVED),), np.float64)
        self._seed: int | None = None
        self._is_over = True

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002, gymnasium gives it
    ) -> tuple[NDArray[np.float64], dict[str, Any]]:
        """Begin an episode at time 0; ``options`` are not used.

        Parameters
        ----------
        seed : int, optional
            What all random numbers of the network follow from. Without it: at first the scenario's own, then
            one that is drawn for each episode from the one before.

        Returns
        -------
        observation : ndarray of float64, shape (9,)
        info : dict
            ``seed``, ``now_s``, and ``sending``: all counters of the sender, a `cellwise.path.Sending`.
        """
        if seed is None and self._seed is None:
            seed = self._own_seed
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**63)) if seed is None else seed
        self.path = Path(self.scenario, seed=self._seed)
        self._before, self._at_ps, self._rtt_s = self.path.sending(self.key), 0, 0.0
        self._is_over = False
        return self._observe(), self._info()

    def step(self, action: ArrayLike) -> tuple[NDArray[np.float64], float, bool, bool, dict[str, Any]]:
        """Set the window and let time go on to the next decision.

        Parameters
        ----------
        action : array_like of float, shape (1,)
            The window in segments.

        Raises
        ------
        RuntimeError
            If the episode is over.
        ValueError
            If the window is out of its range.
        """
        if self._is_over:
            raise RuntimeError("the episode is over, or has not begun: call reset()")
        (segments,) = np.asarray(action, np.float64)
        low, high = self._least_and_most
        if not low <= segments <= high:
            raise ValueError(f"{self.key}: {segments} segments; give {low:g} to {high:g}")
        self.path.set(self.key, self.path.now_ps, round(segments * self._segment))
        self._go_on()
        seen = self._observe()
        sending = self._before
        truncated = self.path.now_ps >= self._end_ps
        self._is_over = sending.is_over or truncated
        return seen, float(self.reward(self.told(seen))), sending.is_over, truncated, self._info()

    def told(self, observation: NDArray[np.float64]) -> dict[str, float]:
        """Give an observation by name."""
        return dict(zip(OBSERVED, observation.tolist(), strict=True))

    def finish(self) -> Run:
        """Give the results of the episode up to now, as those of any run."""
        return self.path.finish()

    def _go_on(self) -> None:
        path, last = self.path, self.path.sending(self.key).last_round_trip_ps
        if self.every == ACKNOWLEDGMENT:
            path.run_to_acknowledgment(self.key, self._end_ps)
        elif self.every == ROUND_TRIP and last is None:
            while path.run_to_acknowledgment(self.key, self._end_ps):
                if path.sending(self.key).last_round_trip_ps is not None:
                    break
        else:
            wait = last if self._every_ps is None else self._every_ps
            until = min(path.now_ps + (wait or 0), self._end_ps)
            # Others may have ports in this network; what arrives there stops the path.
            while path.run(until):
                pass

    def _observe(self) -> NDArray[np.float64]:
        now, before, at_ps = self.path.sending(self.key), self._before, self.path.now_ps
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
        self._before, self._at_ps = now, at_ps
        return np.asarray(seen, np.float64)

    def _info(self) -> dict[str, Any]:
        sending: Sending = self._before
        return {"seed": self._seed, "now_s": self.path.now_s, "sending": sending}


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
