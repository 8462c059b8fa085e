"""Ctrl-C: held back where it would leave something half done, and while `cellwise` is loaded or ends.

Loaded before anything else of the package: while the program is being loaded, or when its command has ended,
Ctrl-C gives a line and no traceback. Programs that import the package keep their own ways.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

#: What a program says by its exit code that Ctrl-C has ended.
INTERRUPTED = 130


def is_program() -> bool:
    """Return whether this process is the command line: ``cellwise`` or ``python -m cellwise``."""
    started = sys.argv[0] if getattr(sys, "argv", None) else ""
    name = os.path.basename(started).removesuffix(".exe")  # noqa: PTH119 - nothing is loaded yet
    # While the package is loaded, and then.
    as_module = started == "-m" or started.endswith(os.path.join("cellwise", "__main__.py"))  # noqa: PTH118
    return name == "cellwise" or (as_module and "cellwise" in sys.orig_argv)


def leave_on_ctrl_c() -> None:
    """Make Ctrl-C end the process at once and say so; where it is ignored, it stays ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def raise_on_ctrl_c() -> None:
    """Make Ctrl-C raise `KeyboardInterrupt`, where it ended the process before."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def leave_or_raise() -> None:
    """End the command line at once, or raise `KeyboardInterrupt` from now on in any other program."""
    if is_program():
        _leave(signal.SIGINT, None)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    raise KeyboardInterrupt


def show_cursor() -> None:
    """Show a terminal's cursor, which an unfinished bar may have hidden."""
    if os.name == "posix" and os.isatty(2):
        os.write(2, b"\x1b[?25h")


def _leave(_number: int, _frame: FrameType | None) -> None:
    # Pressed again, it would print its line again. If the signal were ignored, Python would print a line of
    # its own about one that comes at this moment.
    signal.signal(signal.SIGINT, lambda *_: None)
    with contextlib.suppress(OSError):
        show_cursor()
        os.write(2, b"interrupted\n")
    # Messages of Python or of a library during the exit are of no use.
    os._exit(INTERRUPTED)


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


if is_program():
    leave_on_ctrl_c()
