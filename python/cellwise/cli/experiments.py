"""What the commands that run an experiment share."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from cellwise.cli.errors import UsageError, by_options, refusal
from cellwise.cli.placement import Making
from cellwise.errors import ConfigError, ResultsError
from cellwise.experiments.experiment import Experiment
from cellwise.experiments.outcome import Outcome
from cellwise.experiments.precision import Precision
from cellwise.terminal_text import say

Came = TypeVar("Came", bound=Outcome)


def _with_options(fault: str) -> str:
    return by_options(fault, "metric")


def require_metrics(wanted: int | Precision, metrics: Sequence[str] | None, what: str = "means") -> None:
    """Refuse ``--replications auto`` where nothing is named that has to be known."""
    if isinstance(wanted, Precision) and not metrics:
        raise UsageError(f"--replications: auto needs --metric, the {what} that are to be known so well")


def ran(
    made: Experiment[Came],
    making: Making,
    out: Path | None,
    *,
    replications: int | Precision,
    metrics: Sequence[str] | None = None,
    with_options: Callable[[str], str] = _with_options,
    **more: bool,
) -> Came:
    """Run an experiment as its command was asked to; a mistake is reported with the names of the options.

    `with_options` rewrites what names settings as Python does; `more` has the other arguments of
    `Experiment.run`.
    """
    try:
        with making.place() as place:
            return made.run(
                out,
                replications=replications,
                metrics=metrics or [],
                jobs=place.jobs,
                executor=place.executor,
                fresh=making.fresh,
                progress=making.progress,
                **more,
            )
    except ResultsError as error:
        reported = str(error).replace("force=True", "--force")
        raise UsageError(f"--out: {reported}" if out else reported) from None
    except ConfigError:
        raise
    except ValueError as error:
        raise UsageError(with_options(str(error))) from None


def labelled(found: Came, labels: Mapping[str, str]) -> Came:
    """Give an outcome whose report has labels; a `UsageError` names what may have one."""
    with refusal("--"):
        return found.labelled(labels)


def command() -> str:
    """Give the command that was called."""
    return shlex.join(["cellwise", *sys.argv[1:]])


def notify(found: Outcome, *, json: bool) -> None:
    """Print what came of an experiment, for people or as JSON."""
    if json:
        say(found.to_json())
    else:
        found.show()
