"""The learning environment: it is a gymnasium environment, repeats itself, and says what is wrong."""

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

import cellwise as cw

gym = pytest.importorskip("cellwise.gym", reason="gymnasium is an extra")

LINE: dict[str, Any] = {
    "duration": "3 s",
    "nodes": {
        "server": {"kind": "host"},
        "client": {"kind": "host"},
        "dslam": {"kind": "switch", "buffer": "400 cells"},
    },
    "links": {
        "trunk": {"ends": ["server", "dslam"], "rate": "155.52 Mbit/s", "delay": "2 ms"},
        "line": {
            "ends": ["dslam", "client"],
            "rate": "1 Mbit/s",
            "delay": "5 ms",
            "errors": {"model": "independent", "cell_error_ratio": 1e-4},
        },
    },
    "vcs": {"v": {"path": ["server", "dslam", "client"]}},
    "flows": {
        "f": {"vc": "v", "tcp": {"variant": "external", "mss": "1448 bytes", "receive_window": "64 KiB"}}
    },
}


def episode(env: Any, seed: int | None, actions: list[float]) -> tuple[list[bytes], list[float]]:
    """All observations as bytes, and the rewards."""
    observation, _ = env.reset(seed=seed)
    observations, rewards = [observation.tobytes()], []
    for action in actions:
        observation, reward, is_over, is_truncated, _ = env.step(np.asarray([action]))
        observations.append(observation.tobytes())
        rewards.append(reward)
        if is_over or is_truncated:
            break
    return observations, rewards


def test_gymnasium_finds_nothing_to_object_to() -> None:
    from gymnasium.utils.env_checker import check_env

    env = gym.CellwiseEnv(LINE)
    with warnings.catch_warnings():
        # Octets and times have no bound that a network knows, and windows are in segments.
        for reported in ("maximum value is infinity", "symmetric and normalized"):
            warnings.filterwarnings("ignore", message=f".*{reported}")
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("every", ["20 ms", "round-trip", "acknowledgment"])
def test_the_same_seed_and_actions_give_the_same_to_the_bit(every: str) -> None:
    actions = [2.0 + n % 17 for n in range(400)]
    one, other = gym.CellwiseEnv(LINE, every=every), gym.CellwiseEnv(LINE, every=every)
    first = episode(one, 7, actions)
    assert first == episode(other, 7, actions)
    assert first == episode(one, 7, actions)
    assert first != episode(one, 8, actions)
    assert first != episode(one, 7, [action + 1 for action in actions])


def test_without_a_seed_episodes_follow_from_the_first() -> None:
    def seeds(env: Any) -> list[int]:
        return [env.reset()[1]["seed"] for _ in range(3)]

    drawn = seeds(gym.CellwiseEnv(LINE))
    assert drawn == seeds(gym.CellwiseEnv(LINE))
    assert len(set(drawn)) == 3
    assert drawn[0] == 1, "the scenario's own"


def test_steps_are_as_long_as_they_are_said_to_be() -> None:
    env = gym.CellwiseEnv(LINE, every="100 ms")
    env.reset(seed=1)
    lengths, ended = [], False
    while not ended:
        observation, *_, ended, info = env.step(np.asarray([8.0]))
        lengths.append(env.by_name(observation)["since_s"])
    assert lengths == pytest.approx([0.1] * 30, abs=1e-12)
    assert info["now_s"] == 3.0
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(np.asarray([8.0]))


def test_what_is_observed_adds_up_to_what_the_run_counts() -> None:
    env = gym.CellwiseEnv(LINE, every="round-trip")
    observation, _ = env.reset(seed=3)
    sums = dict.fromkeys(gym.OBSERVED, 0.0)
    ended = False
    while not ended:
        observation, _, _, ended, info = env.step(np.asarray([30.0]))
        reported = env.by_name(observation)
        assert reported["cwnd_octets"] == 30 * 1448
        assert reported["rtt_s"] == 0 or reported["rtt_s"] >= reported["least_rtt_s"] > 0.014
        for name, value in reported.items():
            sums[name] += value
    columns = env.finish().columns("flows")
    flow = {name: columns[name][0] for name in columns}
    assert sums["since_s"] == pytest.approx(3)
    assert sums["resent_segments"] == flow["retransmitted_segments"] > 0
    assert sums["timeouts"] == flow["timeouts"]
    assert sums["acked_octets"] == info["sending"].acked_octets
    # The rest is on its way back.
    assert 0 <= flow["delivered_bytes"] - sums["acked_octets"] <= 64 * 1024


def test_an_episode_is_over_when_all_is_acknowledged() -> None:
    flow = LINE["flows"]["f"] | {"size": "100000 bytes"}
    env = gym.CellwiseEnv(LINE | {"flows": {"f": flow}}, every="acknowledgment")
    env.reset(seed=1)
    is_over = is_truncated = False
    steps = 0
    while not is_over:
        _, _, is_over, is_truncated, info = env.step(np.asarray([8.0]))
        steps += 1
        assert not is_truncated
    assert info["sending"].acked_octets == 100_000
    assert 30 < steps < 200


def test_a_longer_queue_is_worth_less() -> None:
    def worth(window: float) -> float:
        return float(np.mean(episode(gym.CellwiseEnv(quiet), 1, [window] * 29)[1]))

    line = {key: value for key, value in LINE["links"]["line"].items() if key != "errors"}
    quiet = LINE | {"links": LINE["links"] | {"line": line}}
    # About two segments fill the line; eight wait for most of their time; one leaves gaps.
    assert worth(1) < worth(3) > worth(8)


def test_a_reward_of_ones_own_sees_names() -> None:
    env = gym.CellwiseEnv(LINE, reward=lambda seen: -seen["cwnd_octets"])
    env.reset(seed=1)
    assert env.step(np.asarray([2.0]))[1] == -2 * 1448


@pytest.mark.parametrize(
    ("make", "reported"),
    [
        (lambda: gym.CellwiseEnv(LINE, key="flows.g.cwnd"), r"flows.g.cwnd: .*did you mean flows.f.cwnd\?"),
        (lambda: gym.CellwiseEnv(LINE, every="often"), "every = 'often': give a time"),
        (lambda: gym.CellwiseEnv(LINE, every="0 s"), "give a time above 0"),
        (
            lambda: gym.CellwiseEnv(LINE | {"flows": {"f": {"vc": "v", "kind": "outside"}}}),
            'tcp.variant = "external"',
        ),
        (
            lambda: gym.CellwiseEnv(LINE | {"flows": LINE["flows"] | {"g": LINE["flows"]["f"]}}),
            "give key: one of flows.f.cwnd, flows.g.cwnd",
        ),
    ],
)
def test_what_is_wrong_is_reported(make: Any, reported: str) -> None:
    with pytest.raises(ValueError, match=reported):
        make()


def test_the_old_name_of_by_name_is_refused_with_the_new_one() -> None:
    env = gym.CellwiseEnv(LINE)
    with pytest.raises(AttributeError, match="has no attribute 'told'; it is now by_name"):
        env.told(None)
    assert not hasattr(env, "tell")


def test_a_window_out_of_its_range_is_refused() -> None:
    env = gym.CellwiseEnv(LINE)
    env.reset(seed=1)
    for window in (0.5, float("nan"), 1e9):
        with pytest.raises(ValueError, match="give 1 to"):
            env.step(np.asarray([window]))


def test_without_gymnasium_the_extra_is_named_and_the_rest_goes_on() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import cellwise\n"
        "try:\n    import cellwise.gym\nexcept ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == (
        "gymnasium is not installed; cellwise.gym needs it: pip install 'cellwise[gym]'"
    )


def test_importing_cellwise_does_not_load_it() -> None:
    code = "import cellwise, sys; print('gymnasium' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_path_sets_windows_and_says_what_is_wrong() -> None:
    path = cw.Path(LINE)
    (variable,) = path.variables.values()
    assert (variable.flow, variable.least, variable.segment_octets) == ("f", 1448, 1448)
    path.run(until=0.5)
    for arguments, reported in [
        (
            ("flows.f.cwmd", 0.5, 5000),
            r"flows.f.cwmd: .*did you mean flows.f.cwnd\?; what can be: flows.f.cwnd",
        ),
        (("flows.f.cwnd", 0.25, 5000), "set for 250 ms, but the path has come to 500 ms"),
        (("flows.f.cwnd", 0.5, 1447), "flows.f.cwnd = 1447: give 1448 to"),
        (("flows.f.cwnd", 0.5, -1), "flows.f.cwnd: -1 is not allowed"),
        (
            ("flows.f.cwnd", 0.5, 1e4 / 3),
            "flows.f.cwnd: 3333.3.* is not .*whole number of octets",
        ),
    ]:
        with pytest.raises(ValueError, match=reported):
            path.set(*arguments)
    path.set("flows.f.cwnd", 0.75, "10 kB")
    path.run(until=0.7)
    assert path.sending("flows.f.cwnd").cwnd_octets == 1448
    fork = path.fork()
    assert path.run_to_acknowledgment("flows.f.cwnd", until=2.0)
    assert 0.7 < path.now_s < 2
    path.run(until=1.0)
    assert path.sending("flows.f.cwnd").cwnd_octets == 10_000
    fork.run(until=1.0)
    assert fork.sending("flows.f.cwnd") == path.sending("flows.f.cwnd")


KEYS = {"flows.f.cwnd": (1.0, 30.0), "links.line.rate": (2e5, 2e6)}


def several(**more: Any) -> tuple[Any, str]:
    """An environment that sets a window and a rate, and observes a queue."""
    probes = {"queue": [{"port": "dslam.line", "every": "10 ms"}]}
    network = {**LINE, "probes": probes}
    (name,) = cw.Path(network).probes()
    return gym.CellwiseEnv(network, **{"keys": KEYS, "probes": [name], **more}), name


def test_several_keys_and_probes_are_dicts_to_which_gymnasium_does_not_object() -> None:
    from gymnasium.utils.env_checker import check_env

    env, _ = several()
    with warnings.catch_warnings():
        for reported in (
            "maximum value is infinity",
            "minimum value is -infinity",
            "symmetric and normalized",
        ):
            warnings.filterwarnings("ignore", message=f".*{reported}")
        check_env(env, skip_render_check=True)


def test_what_is_set_is_seen_and_repeats_itself() -> None:
    def seen(rate: float) -> tuple[list[float], float]:
        env, probe = several()
        observation, _ = env.reset(seed=3)
        assert observation in env.observation_space
        queues, total = [], 0.0
        for _ in range(12):
            observation, reward, *_ = env.step({"flows.f.cwnd": 20.0, "links.line.rate": rate})
            assert observation in env.observation_space
            queues.append(env.by_name(observation)["probes"][probe])
            total += reward
        return queues, total

    slow, fast = seen(4e5), seen(2e6)
    assert slow == seen(4e5)
    # The slow line keeps its queue, the fast one has sent it.
    assert min(slow[0]) > 0 == fast[0][-1]
    assert fast[1] > slow[1]


def test_several_keys_say_what_is_wrong() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"key": "flows.f.cwnd"}, "key and keys are both given"),
        ({"keys": {"links.line.rate": (1e6, 1e14)}}, "links.line.rate: bounds"),
        ({"keys": ["links.lime.rate"]}, "did you mean links.line.rate"),
        ({"keys": ["flows.g.cwnd"]}, "did you mean flows.f.cwnd"),
        ({"keys": ["links.line.rate"]}, "give reward"),
        ({"keys": []}, "give at least one"),
        ({"probes": ["queue of sw"]}, "probes: the scenario has no queue of sw; it has"),
    ]
    for more, reported in wrong:
        with pytest.raises(ValueError, match=reported):
            several(**more)
    env, _ = several()
    env.reset()
    with pytest.raises(ValueError, match=r"values for flows.f.cwnd; give flows.f.cwnd, links.line.rate"):
        env.step({"flows.f.cwnd": 3.0})
    with pytest.raises(ValueError, match=r"links.line.rate: 1.0 bit/s; give 200000 to 2e"):
        env.step({"flows.f.cwnd": 3.0, "links.line.rate": 1.0})


def test_a_link_alone_can_be_set_with_a_reward_of_ones_own() -> None:
    env = gym.CellwiseEnv(
        LINE, keys=["links.line.errors.cell_error_ratio"], reward=lambda seen: float(len(seen)), every="1 s"
    )
    env.reset()
    _, reward, is_over, truncated, info = env.step({"links.line.errors.cell_error_ratio": 0.5})
    assert (reward, is_over, truncated, info["now_s"], info["sending"]) == (0.0, False, False, 1.0, {})
