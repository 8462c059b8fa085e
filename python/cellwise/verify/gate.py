"""Running the checks: side by side, each carried through or failed with the reason."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from cellwise.verify.check import Check, Item, Outcome
from cellwise.verify.registry import CHECKS, get


def verify(
    only: Iterable[str] = (), jobs: int = 1, report: Callable[[Outcome], None] | None = None
) -> list[Outcome]:
    """Compare the simulator with sources outside it: standards, closed forms, published numbers.

    Parameters
    ----------
    only : iterable of str
        Names of checks; all of them if empty.
    jobs : int
        Checks that run at once; at least 1.
    report : callable, optional
        Called with each outcome, once it is known.

    Returns
    -------
    list of Outcome
        In the order of the registry. A check that could not be completed has failed.

    Raises
    ------
    ValueError
        If a name is not known or `jobs` is below 1.

    Examples
    --------
    >>> [(outcome.check.name, outcome.holds) for outcome in verify(["encapsulations"])]
    [('encapsulations', True)]
    """
    if jobs < 1:
        raise ValueError(f"jobs: {jobs} is not allowed; give at least 1")
    wanted = {get(name).name for name in only}
    checks = [check for check in CHECKS.values() if not wanted or check.name in wanted]

    def carry_through(check: Check) -> Outcome:
        outcome = _outcome(check)
        if report:
            report(outcome)
        return outcome

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        return list(pool.map(carry_through, checks))


def _outcome(check: Check) -> Outcome:
    begin_s = time.perf_counter()
    items: Sequence[Item] = ()
    fault = ""
    try:
        items = check.measure()
    # Whatever goes wrong in one check must fail it, and let the others run.
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    return Outcome(check, items, time.perf_counter() - begin_s, fault)
