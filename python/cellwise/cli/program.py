"""The program around the commands: its standard streams, its exit code, and no traceback at any moment."""

import contextlib
import os
import signal
import sys
import threading
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from cellwise.cli.errors import BAD_INPUT, complain, describe_os_error
from cellwise.interrupts import INTERRUPTED

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

#: So long a swallowed Ctrl-C waits until it is tried again, in seconds.
_AGAIN_S = 0.01


def run_program() -> None:
    """Run the command line and leave."""
    _open_closed_streams()
    _print_what_there_is()
    sys.unraisablehook = _not_swallowed
    try:
        from cellwise.cli.app import app

        app(prog_name="cellwise")
        code: object = 0
    except SystemExit as ended:
        code = ended.code
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = 0
    except OSError as error:
        # Of output that no command prints itself, such as help.
        complain(f"error: {describe_os_error(error)}")
        code = BAD_INPUT
    sys.exit(_flushed(code))  # type: ignore[arg-type]


def silence(stream: TextIO) -> None:
    """Let a stream end nowhere, because no program reads it any more or it takes no more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_closed_streams() -> None:
    """Let standard streams that were closed end nowhere: else the next file would take their place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _print_what_there_is() -> None:
    """Print characters that the screen's encoding lacks as `?`, as may happen to `±` and `≥` on Windows."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _flushed(code: object) -> object:
    """Write out what is left; give the exit code that says whether that could be done."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            silence(stream)
            if code in (0, None) and not isinstance(error, BrokenPipeError):
                complain(f"error: {describe_os_error(error)}")
                code = BAD_INPUT
    return code


def _not_swallowed(reported: "UnraisableHookArgs") -> None:
    """Raise a Ctrl-C again that came where nothing can be raised, as while an object was being removed."""
    if not isinstance(reported.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(reported)
        return
    with contextlib.suppress(RuntimeError):
        threading.Timer(_AGAIN_S, _press_ctrl_c).start()


def _press_ctrl_c() -> None:
    if sys.platform == "win32":
        # There `os.kill` would end the process.
        signal.raise_signal(signal.SIGINT)
    else:
        os.kill(os.getpid(), signal.SIGINT)
