"""Errors are those of Cellwise and built-in ones, so that either name catches them."""

import pickle
from pathlib import Path

import pytest

import cellwise as cw
from cellwise import errors
from cellwise.expression import ExpressionError
from cellwise.plots.needs import NotRecordedError
from cellwise.points.runner import PointsFailedError
from cellwise.study import ExecutorError
from cellwise.study.values import MissingCaseError

BUILT_IN = {
    cw.AuditError: RuntimeError,
    cw.ConfigError: ValueError,
    cw.LimitError: RuntimeError,
    cw.ResultsError: ValueError,
    cw.SimulationError: RuntimeError,
    ExecutorError: RuntimeError,
    ExpressionError: ValueError,
    MissingCaseError: LookupError,
    NotRecordedError: ValueError,
    PointsFailedError: RuntimeError,
}


@pytest.mark.parametrize(("kind", "built_in"), BUILT_IN.items())
def test_an_error_is_one_of_cellwise_and_a_built_in_one(kind: type, built_in: type) -> None:
    assert issubclass(kind, cw.CellwiseError)
    assert issubclass(kind, built_in)


def test_every_exported_error_is_one_of_cellwise_but_the_interrupt() -> None:
    exported = {getattr(errors, name) for name in errors.__all__}
    assert exported == {getattr(cw, name) for name in cw.__all__ if name.endswith("Error")}
    assert {one for one in exported if not issubclass(one, cw.CellwiseError)} == {cw.InterruptError}


def test_handling_errors_does_not_swallow_an_interrupt() -> None:
    assert issubclass(cw.InterruptError, KeyboardInterrupt)
    assert not issubclass(cw.InterruptError, Exception)


def test_what_the_extension_raises_is_caught_by_the_common_base(tmp_path: Path) -> None:
    with pytest.raises(cw.CellwiseError) as found:
        cw.Scenario.from_dict({"duration": "-1 s"})
    assert isinstance(found.value, cw.ConfigError)
    assert {"path", "value", "rule"} <= set(found.value.issues[0])
    with pytest.raises(cw.CellwiseError):
        cw.run(cw.Scenario.from_template("n-source").with_({"limits.events": 1}))
    with pytest.raises(cw.CellwiseError):
        cw.Run.load(tmp_path / "none")


def test_an_error_of_the_extension_can_be_sent_to_another_process() -> None:
    sent = pickle.loads(pickle.dumps(cw.SimulationError("too much")))
    assert type(sent) is cw.SimulationError
    assert str(sent) == "too much"
