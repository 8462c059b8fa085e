"""The inequalities behind the claims of claims.toml."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cellwise.studies.bonaventure96.cases import LARGE_MTUS, MBSS, MTUS, Transfer
from cellwise.studies.bonaventure96.frames import ShortBursts, Spaced
from cellwise.studies.bonaventure96.published import near
from cellwise.studies.bonaventure96.questions import CONNECTIONS, VARIANTS
from cellwise.studies.bonaventure96.tagging import Tagged
from cellwise.study import files
from cellwise.study.claims import Claim, Part
from cellwise.study.values import View

#: What an inequality answers: whether it holds, and the numbers that it rests on.
Answer = tuple[bool, str]

#: All but the smallest packets.
LARGER = MTUS[1:]

#: How far a burst may be from equation (2), as a fraction.
NEAR_BURST = 0.15

#: What the timeout follows from: with four deviations for two, larger packets stay below 1 Mbit/s.
DEVIATIONS = "how many deviations the timeout has, which the document does not say"

#: What decides how long trains are and how often a first retransmission is lost, with timers of 500 and
#: 200 ms: a late acknowledgment lets one more packet go, which takes the left-over cells with it.
AT_ONCE = "whether the receiver acknowledges every packet at once, which the document does not say"

#: What section 5.1 leaves open: whether it is the timer that was disabled, or delaying altogether.
DISABLED = "what is left of delayed acknowledgments when their timer is disabled"

#: The document measured one connection; of several it gives an argument, without MBS, number or starts.
OUR_CONNECTIONS = "the MBS, the number of connections and when they start, of which the document says nothing"


def claims() -> list[Claim]:
    """Give the claims with their inequalities."""
    return files.claims("cellwise.studies.bonaventure96", PARTS)


def _over_mbs(view: View, measure: str, mtu: int, **factors: Any) -> list[float]:
    return [view(Transfer(mtu, mbs, **factors).name, measure) for mbs in MBSS]


def _over_grid(view: View, measure: str, mtus: Sequence[int], **factors: Any) -> np.ndarray:
    """Shape (n_mtus, n_mbs)."""
    return np.array([_over_mbs(view, measure, mtu, **factors) for mtu in mtus])


def _told(values: Any) -> str:
    return " ".join(f"{value:.3g}" for value in np.ravel(values))


def _below(limit_mbps: float, **factors: Any) -> Callable[[View], Answer]:
    def test(view: View) -> Answer:
        values = _over_grid(view, "throughput_mbps", LARGER, **factors)
        return bool((values < limit_mbps).all()), f"up to {values.max():.3g} Mbit/s"

    return test


def _smallest_ahead(view: View) -> Answer:
    small = np.array(_over_mbs(view, "throughput_mbps", MTUS[0]))
    larger = _over_grid(view, "throughput_mbps", LARGER)
    return bool((small > larger).all()), f"{_told(small)} beside at most {_told(larger.max(axis=0))} Mbit/s"


def _smallest_poor(view: View) -> Answer:
    small = _over_mbs(view, "throughput_mbps", MTUS[0])
    return max(small) < 5, f"up to {max(small):.3g} Mbit/s"


def _as_predicted(mtu: int) -> Part:
    def test(view: View) -> Answer:
        ours, theirs = (np.array(_over_mbs(view, m, mtu)) for m in ("train_passed", "train_predicted"))
        close = np.abs(ours / theirs - 1) <= NEAR_BURST
        return bool(close.all()), f"{_told(ours)} beside {_told(theirs)}"

    return Part(f"trains of {mtu} octets within 15 % of equation (2)", test, AT_ONCE)


def _idle_times(mtu: int) -> Part:
    def test(view: View) -> Answer:
        one, two = (np.array(_over_mbs(view, f"idle_{n}_ticks_percent", mtu)) for n in (2, 4))
        holds = (one + two >= 80).all() and (one >= two).all() and two.any()
        return bool(holds), f"1 s: {_told(one)} %; 2 s: {_told(two)} %"

    return Part(f"{mtu} octets: idle times of one second, sometimes two", test)


def _no_help(mbs: int) -> Part:
    def test(view: View) -> Answer:
        used = [view(Transfer(mbs=mbs, connections=n).name, "utilisation_percent") for n in CONNECTIONS]
        return used[-1] < 2 * used[0], f"{_told(used)} % with {_told(CONNECTIONS)} connections"

    return Part(f"utilisation less than doubles at MBS {mbs}", test, OUR_CONNECTIONS)


def _far_from_full(view: View) -> Answer:
    used = _over_mbs(view, "utilisation_percent", 9188, connections=CONNECTIONS[-1])
    return max(used) < 50, f"{_told(used)} % over MBS"


def _nearly_doubles(view: View) -> Answer:
    fast, slow = (_over_grid(view, "throughput_mbps", MTUS, tick_ms=tick) for tick in (200, 500))
    ratio = float((fast / slow).mean())
    return 1.5 <= ratio <= 2.5, f"mean ratio {ratio:.2f}"


def _printed(says: str, factors: Transfer, measure: str, printed: float, hangs_on: str | None = None) -> Part:
    def test(view: View) -> Answer:
        ours = view(factors.name, measure)
        return near(ours, printed), f"{ours:.3g} beside {printed:g}"

    return Part(f"{says} within 30 %", test, hangs_on)


def _good_utilisation(view: View) -> Answer:
    fast, slow = (_over_grid(view, "throughput_mbps", LARGER, tick_ms=tick) for tick in (10, 200))
    return bool((fast >= 2 * slow).all()), f"{_told(fast)} beside {_told(slow)} Mbit/s"


def _dip(view: View) -> Answer:
    values = _over_mbs(view, "throughput_mbps", 9188, tick_ms=10)
    return values[1] < min(values[0], values[2]), f"{_told(values)} Mbit/s over MBS"


#: Where the dip is.
DIP = Transfer(mbs=2000, tick_ms=10)
TIMESTAMPS = Transfer(mbs=2000, tick_ms=10, change="timestamps")
REASSEMBLY_TIMEOUT = Transfer(mbs=2000, tick_ms=10, change="reassembly timeout")


def _mechanism(view: View) -> Answer:
    lost, idle = view(DIP.name, "failed_starts"), view(DIP.name, "long_idle_times")
    return lost > 0 and idle > 0, f"{lost:g} lost retransmissions, {idle:g} idle times above 60 ms"


def _halves(says: str, measure: str, remedy: Transfer) -> Part:
    """With a packet in two acknowledged, the first one after a timeout waits for the next timeout."""

    def test(view: View) -> Answer:
        before, after = view(DIP.name, measure), view(remedy.name, measure)
        return after <= before / 2 and before > 0, f"{before:g} before, {after:g} after"

    return Part(says, test, DISABLED)


def _no_cure(change: str) -> Part:
    def test(view: View) -> Answer:
        ours = view(Transfer(change=change).name, "throughput_mbps")
        shaped = view(Transfer(shaping="scr").name, "throughput_mbps")
        return ours < shaped / 2, f"{ours:.3g} beside {shaped:.3g} Mbit/s shaped"

    return Part(f"{change} below half of the shaped", test)


def _lossless(view: View) -> Answer:
    lost = [_over_grid(view, m, LARGER, shaping="scr") for m in ("policed_cells", "dropped_packets")]
    return not any(one.any() for one in lost), f"at most {max(one.max() for one in lost):g}"


def _near_ceiling(view: View) -> Answer:
    reached = _over_grid(view, "ceiling_percent", LARGER, shaping="scr")
    return bool((reached >= 90).all()), f"{reached.min():.1f} to {reached.max():.1f} %"


#: What limits packets of 552 octets when no policer does.
UNPOLICED = Transfer(MTUS[0], policer=None)


def _receiver_drops(view: View) -> Answer:
    dropped = view(UNPOLICED.name, "dropped_packets")
    return dropped > 0, f"{dropped:g} packets"


def _spaced(percent: int, *, lossless: bool) -> Callable[[View], Answer]:
    def test(view: View) -> Answer:
        lost = view(Spaced(percent).name, "policed_cells")
        return (lost == 0) == lossless, f"{lost:g} cells discarded"

    return test


def _distance(_view: View) -> Answer:
    idle_ms = Spaced().idle_ps / 1e9
    return round(idle_ms, 1) == 7.6, f"{idle_ms:.4f} ms"


def _tagging(says: str, traffic: str, measure: str, *, more: bool, **factors: Any) -> Part:
    def test(view: View) -> Answer:
        policer, sender = (
            view(Tagged(tagger, traffic, **factors).name, measure) for tagger in ("policer", "sender")
        )
        return (sender > policer if more else sender < policer), f"policer {policer:.4g}, sender {sender:.4g}"

    return Part(says, test)


def _ppd_helps_little(view: View) -> Answer:
    ppd = _over_mbs(view, "throughput_mbps", 9188, policer="ppd")
    cell = _over_mbs(view, "throughput_mbps", 9188)
    shaped = _over_mbs(view, "throughput_mbps", 9188, shaping="scr")
    holds = all(ours < least / 2 for ours, least in zip(ppd, shaped, strict=True))
    return holds, f"{_told(ppd)} beside {_told(cell)} with cells and {_told(shaped)} Mbit/s shaped"


def _short_frames(policer: str, *, refused: bool) -> Callable[[View], Answer]:
    def test(view: View) -> Answer:
        share = view(ShortBursts(policer).name, "refused_percent")
        return (share > 0) == refused, f"{share:.3g} % refused"

    return test


PARTS: Mapping[str, tuple[Part, ...]] = {
    "bonaventure96-1": (
        Part("below 1 Mbit/s from 1500 octets on", _below(1), f"{AT_ONCE}; or {DEVIATIONS}"),
        Part("552 octets ahead of all larger", _smallest_ahead),
        Part("552 octets below half of the contract", _smallest_poor),
    ),
    "bonaventure96-2": tuple(_as_predicted(mtu) for mtu in LARGE_MTUS),
    "bonaventure96-3": tuple(_idle_times(mtu) for mtu in LARGE_MTUS),
    "bonaventure96-4": (
        *(_no_help(mbs) for mbs in MBSS),
        Part("below half of SCR at every MBS", _far_from_full),
    ),
    "bonaventure96-5": (
        Part("throughput nearly doubles", _nearly_doubles),
        _printed("552 octets, MBS 4000", Transfer(552, 4000, 200), "throughput_mbps", 6),
        _printed("552 octets, MBS 1000", Transfer(552, 1000, 200), "throughput_mbps", 2),
        Part("below 2 Mbit/s from 1500 octets on", _below(2, tick_ms=200), AT_ONCE),
    ),
    "bonaventure96-6": (
        Part("at least twice the throughput with 200 ms", _good_utilisation),
        _printed(
            "retransmitted, MBS 1000, 10 ms", Transfer(tick_ms=10), "retransmitted_percent", 80, DISABLED
        ),
        _printed("MBS 4000, 10 ms", Transfer(mbs=4000, tick_ms=10), "retransmitted_percent", 40, DISABLED),
        _printed("MBS 4000, 200 ms", Transfer(mbs=4000, tick_ms=200), "retransmitted_percent", 20),
        _printed("MBS 4000, 500 ms", Transfer(mbs=4000), "retransmitted_percent", 20),
    ),
    "bonaventure96-7": (
        Part("throughput dips at MBS 2000", _dip),
        Part("lost retransmissions and long idle times", _mechanism),
        _halves("timestamps: long idle times fall to half", "long_idle_times", TIMESTAMPS),
        _halves("reassembly timeout: lost retransmissions fall to half", "failed_starts", REASSEMBLY_TIMEOUT),
        _halves("and so do long idle times", "long_idle_times", REASSEMBLY_TIMEOUT),
    ),
    "bonaventure96-8": tuple(_no_cure(change) for change in VARIANTS),
    "bonaventure96-9": (
        Part("nothing lost from 1500 octets on", _lossless),
        Part("at least 90 % of the maximum", _near_ceiling),
        _printed("552 octets", Transfer(MTUS[0], shaping="scr"), "throughput_mbps", 6),
        _printed("552 octets without a policer", UNPOLICED, "throughput_mbps", 6),
        Part("where the receiver drops packets", _receiver_drops),
    ),
    "bonaventure96-10": (
        Part("nothing discarded at the computed distance", _spaced(100, lossless=True)),
        Part("cells discarded 1 % closer", _spaced(99, lossless=False)),
        Part("7.6 ms for 192 cells", _distance),
    ),
    "bonaventure96-11": (
        _tagging("goodput of datagrams higher", "udp", "goodput_mbps", more=True),
        _tagging("fewer of their frames lost", "udp", "refused_percent", more=False),
        _tagging("throughput of TCP higher", "tcp", "throughput_mbps", more=True),
        _tagging("throughput of TCP higher, MBS 4000", "tcp", "throughput_mbps", more=True, mbs=4000),
    ),
    "bonaventure96-12": (
        Part("PPD below half of the shaped", _ppd_helps_little),
        Part("short frames all conform", _short_frames("cell", refused=False)),
        Part("EPD refuses some of them", _short_frames("epd", refused=True)),
    ),
}
