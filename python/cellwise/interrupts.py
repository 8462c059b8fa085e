"""Ctrl-C taken in its turn, where raising it at any moment would leave something half done."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType


@contextlib.contextmanager
def ctrl_c_to(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Give Ctrl-C to a handler if it would be raised: not in other threads, nor where it is handled."""
    raises = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not raises or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
