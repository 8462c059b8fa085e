"""Values proposed by Optuna, batch by batch: a seed proposes the same values, however many run at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cellwise.experiments.spaces import Space

#: Values by name, as a trial proposes them.
Proposed = Mapping[str, Any]

#: Gives the results of proposals, in their order; None for one without a result.
Evaluate = Callable[[Sequence[Proposed]], Sequence[float | None]]

#: Gives how far a proposal misses what must hold, by name: above 0 if it misses it, and never not-a-number.
Missed = Callable[[Proposed], Mapping[str, float]]


def ask(
    spaces: Mapping[str, Space],
    trials: int,
    evaluate: Evaluate,
    *,
    maximise: bool,
    seed: int,
    batch: int = 1,
    first: Mapping[str, Any] | None = None,
    missed: Missed | None = None,
) -> None:
    """Let a tree-structured Parzen estimator propose values, and give it their results.

    As many as `trials` are proposed, within `spaces` by name; the same values may come twice. `evaluate` is
    called with each batch: so many are proposed before the first result is given back, and `batch` must not
    depend on how many run at once. `first` has the values of the first trial, as the trial writes them: of
    `Choices`, the number of the value. `missed` is called with each proposal that was evaluated, if something
    else must hold in addition to the best value.

    Raises `ImportError` if Optuna is not installed.
    """
    # A heavy library that nothing else needs.
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    # In a batch, a proposal without a result yet counts as bad, so that it is not proposed again and again.
    sampler = optuna.samplers.TPESampler(seed=seed, constant_liar=batch > 1)
    found = optuna.create_study(direction="maximize" if maximise else "minimize", sampler=sampler)
    if first is not None:
        found.enqueue_trial(dict(first))
    for begin in range(0, trials, batch):
        asked = [found.ask() for _ in range(min(batch, trials - begin))]
        proposed = [{name: space.propose(one, name) for name, space in spaces.items()} for one in asked]
        for one, values, value in zip(asked, proposed, evaluate(proposed), strict=True):
            for name, distance in (missed(values) if missed else {}).items():
                one.set_constraint(name, distance)
            if value is None:
                found.tell(one, state=optuna.trial.TrialState.PRUNED)
            else:
                found.tell(one, value)
