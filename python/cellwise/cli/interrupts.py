"""Ctrl-C during a run: the first one stops the simulation and keeps what it has, the second gives up."""

import contextlib
from collections.abc import Callable, Iterator
from types import FrameType

from cellwise.interrupts import ctrl_c_to


class Stop:
    """Whether Ctrl-C was pressed since the simulation has begun."""

    def __init__(self) -> None:
        self.began = False
        self.asked = False

    def reported(self, report: Callable[[float], None] | None) -> Callable[[float], None]:
        """Give what the simulator is to call now and then: it stops when that is asked for."""

        def notify(fraction: float) -> None:
            self.began = True
            if report is not None:
                report(fraction)
            if self.asked:
                raise KeyboardInterrupt

        return notify

    def _pressed(self, _number: int, _frame: FrameType | None) -> None:
        if not self.began or self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextlib.contextmanager
def stopping() -> Iterator[Stop]:
    """Let the first Ctrl-C in here be a request, so that it does not cut off the steps after a run."""
    stop = Stop()
    with ctrl_c_to(stop._pressed):
        yield stop
