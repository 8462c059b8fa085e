"""Futures as they finish, and Ctrl-C in its turn.

Raised while Python hands a future over or waits for one, Ctrl-C can leave a lock taken, or released once too
often: the program then never ends, or ends with an error of the lock's.
"""

import contextlib
from collections.abc import Iterator
from concurrent.futures import Future
from queue import SimpleQueue
from types import FrameType
from typing import Generic, TypeVar

from cellwise.interrupts import ctrl_c_to, leave_or_raise

Result = TypeVar("Result")


class Arrivals(Generic[Result]):
    """Gives futures in the order in which they finish."""

    def __init__(self) -> None:
        """Expect none yet."""
        # The only queue that a handler of signals may put something into.
        self._finished: SimpleQueue[Future[Result] | None] = SimpleQueue()
        self._pressed = False

    def expect(self, future: Future[Result]) -> None:
        """Have a future given when it is finished or cancelled."""
        future.add_done_callback(self._finished.put)

    def next(self) -> Future[Result]:
        """Wait for the next future.

        Raises `KeyboardInterrupt` if Ctrl-C was held back.
        """
        future = None if self._pressed else self._finished.get()
        if future is None:
            raise KeyboardInterrupt
        return future

    @contextlib.contextmanager
    def holding_ctrl_c(self) -> Iterator[None]:
        """Hold Ctrl-C back in here until the next future is asked for, or else until the end.

        A second one is not held: it ends the command line at once, and is raised in any other program.
        """
        with ctrl_c_to(self._press):
            yield
        if self._pressed:
            raise KeyboardInterrupt

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        if self._pressed:
            leave_or_raise()
        self._pressed = True
        # Wakes the thread that waits.
        self._finished.put(None)
