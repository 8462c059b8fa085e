"""The claims of the study calgary, on made-up measures."""

from collections.abc import Callable, Mapping

import pytest
from tests.study import calgary
from tests.study.calgary import CERS, LINES, MODELS, NOISY, scatter, single, some_noisy
from tests.study.published import published

from cellwise.expression import FUNCTIONS
from cellwise.study.claims import Part, judge
from cellwise.study.values import Values

CRITICAL = (1480, 1490, 1500, 1505, 1510, 1512, 1514, 1516, 1520)


def values_of(made: Mapping[str, Mapping[str, float]]) -> Values:
    return Values({case: [measures] * 3 for case, measures in made.items()})


def parts_of(claim: str) -> list[Part]:
    (found,) = [one for one in calgary.study().claims if one.id == f"calgary-{claim}"]
    return list(found.parts)


def holds(part: Part, made: Mapping[str, Mapping[str, float]]) -> bool:
    return part.test(values_of(made).medians())[0]


@pytest.mark.parametrize(("off", "expected"), [(0.0, True), (2.9, True), (3.1, False), (-3.1, False)])
def test_errors_may_be_three_standard_errors_off(off: float, expected: bool) -> None:
    cells = 1.767e8
    made = {}
    for model in MODELS:
        for cer in CERS:
            error = scatter(cells * float(cer), model)
            off_here = off if cer == "1e-4" else 0.0
            made[single(model, cer)] = {
                "arrived_cells": cells,
                "error_ratio_over_target": 1 + off_here * error,
            }
    assert [holds(part, made) for part in parts_of("1")] == [expected] * 2


def test_table_5_1_must_be_near_at_every_cer() -> None:
    made = {
        single(model, line["cer"].replace("1.0e", "1e")): {
            "throughput_bps": float(line[f"{model}_error_model_throughput_bps"])
        }
        for line in published("calgary", "table5.1")
        for model in MODELS
    }
    assert [holds(part, made) for part in parts_of("3")] == [True] * 3
    made[single("burst", "1e-5")] = {"throughput_bps": 0.975 * 1205912}
    assert [holds(part, made) for part in parts_of("3")] == [False, True, True]
    # At CER 1e-3 more is allowed.
    made[single("independent", "1e-3")] = {"throughput_bps": 0.95 * 951304}
    assert [holds(part, made) for part in parts_of("3")] == [False, True, True]


def noisy_lines(noisy: int, ratio: float, reached: float) -> dict[str, float]:
    return {
        "cell_loss_ratio": ratio * noisy / LINES * 1e-3,
        "cell_loss_ratio_millionths": ratio * noisy / LINES * 1e3,
        "packet_loss_ratio": 0.01 * noisy,
        "effective_throughput": reached,
        "total_cell_loss_ratio": 0.9 * ratio * noisy / LINES * 1e-3,
        "errored_cells": 11_000 * noisy / LINES,
    }


def test_losses_and_throughput_are_linear_in_noisy_lines_and_losses_those_of_table_5_2() -> None:
    def made(ratio: float, reached: Callable[[float], float]) -> dict[str, dict[str, float]]:
        return {
            some_noisy(noisy, model): noisy_lines(noisy, ratio, reached(noisy / LINES))
            for model in MODELS
            for noisy in NOISY
        }

    linear, counted, network = (parts_of("11")[begin : begin + 2] for begin in (0, 2, 4))
    straight = made(1.0, lambda share: 1 - 0.2 * share)
    assert all(holds(part, straight) for part in [*linear, *counted])
    # Noisy lines carry less, so the network loses less than the mean of its lines: shown, but not judged.
    assert not any(holds(part, straight) for part in network)
    assert all(part.beyond for part in network)
    assert not any(holds(part, made(1.0, lambda share: 1 - 0.2 * share**3)) for part in linear)
    more = made(1.06, lambda share: 1 - 0.2 * share)
    assert not any(holds(part, more) for part in counted)


def test_a_drop_near_the_longest_queue_must_be_sharp_and_lower_than_with_smaller_buffers() -> None:
    def made(at_1400: float, at_1514: float) -> dict[str, dict[str, float]]:
        cells = [1400, *(one for one in CRITICAL)]
        reached = {1400: at_1400, 1514: at_1514}
        return {
            f"burst 200us CER=1e-5 K={one}": {
                "effective_throughput": reached.get(one, 0.998),
                "overflow_cells_per_timeout": 2.0,
            }
            for one in cells
        }

    assert [holds(part, made(0.9, 0.8)) for part in parts_of("14")] == [True, True, True]
    assert [holds(part, made(0.8, 0.8)) for part in parts_of("14")] == [True, True, False]
    assert [holds(part, made(0.9, 0.99)) for part in parts_of("14")] == [False, True, False]


def test_a_claim_of_cases_that_were_not_run_is_undecided() -> None:
    finding = judge(calgary.study().claims[0], values_of({}))
    assert (finding.verdict, finding.holds) == ("undecided", None)


def test_a_bent_curve_is_less_straight_than_a_line() -> None:
    slope, straightness = FUNCTIONS["slope"], FUNCTIONS["straightness"]
    assert slope([2.0, 1.0, 0.0]) == pytest.approx(-1.0)
    assert straightness([2.0, 1.0, 0.0]) == pytest.approx(1.0)
    bent = [0.0, 1.0, 4.0, 9.0, 16.0]
    assert slope(bent) == pytest.approx(4.0)
    assert straightness(bent) == pytest.approx(0.9195, abs=1e-3)


def test_what_does_not_change_is_not_linear_in_noisy_lines() -> None:
    made = {
        some_noisy(noisy, model): {**noisy_lines(noisy, 1.0, 1.0), "packet_loss_ratio": 0.01}
        for model in MODELS
        for noisy in NOISY
    }
    assert not any(holds(part, made) for part in parts_of("11")[:2])
