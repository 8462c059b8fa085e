"""Ctrl-C taken in its turn, where raising it at any moment would leave something half done."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType


@contextlib.contextmanager
def ctrl_c_to(handler: Callable[[int, FrameType | None], None]) -> Iterator[bool]:
    """Give Ctrl-C to a handler in here, where it would be raised; says whether it is.

    It is not in other threads, nor where somebody else handles it.
    """
    raises = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not raises or threading.current_thread() is not threading.main_thread():
        yield False
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield True
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
