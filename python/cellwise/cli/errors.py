"""A user's mistake is explained, never traced back: the exceptions and the exit codes they lead to."""

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

import typer

from cellwise._core import MOST_SHOWN
from cellwise.errors import AuditError, ConfigError, InterruptError, ResultsError, SimulationError
from cellwise.interrupts import INTERRUPTED, leave_on_ctrl_c, raise_on_ctrl_c, show_cursor
from cellwise.memory_limit import room_left
from cellwise.run import stop_reason
from cellwise.terminal_text import say

#: The scenario, an option or a file is not right.
BAD_INPUT = 2
#: A run could not continue, or stopped at a limit.
RUN_FAILED = 3

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class UsageError(Exception):
    """Options that do not go together; the message names them and says what to do."""


@contextlib.contextmanager
def refusal(before: str = "", *, without: str = "", but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Turn a `ValueError` into a `UsageError`, with a text `before` its own, which loses a prefix `without`.

    Errors of the classes `but` are raised unchanged.
    """
    try:
        yield
    except but:
        raise
    except ValueError as error:
        raise UsageError(f"{before}{str(error).removeprefix(without)}") from None


def by_options(fault: str, *names: str) -> str:
    """Write the names that begin lines as options."""
    lines = fault.splitlines()
    return "\n".join(f"--{line}" if line.partition(": ")[0] in names else line for line in lines)


def complain(message: str) -> None:
    """Print a message on standard error, which may be closed."""
    with contextlib.suppress(OSError):
        say(message, file=sys.stderr)


def explained(command: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Turn the exceptions of a command into messages and exit codes."""

    @functools.wraps(command)
    def guarded(*arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
        try:
            try:
                raise_on_ctrl_c()
                result = command(*arguments, **options)
                # What the reader does not take any more must show here, not when the interpreter ends.
                sys.stdout.flush()
            finally:
                leave_on_ctrl_c()
            return result
        except ConfigError as error:
            mistakes = len(error.issues)
            # After the most that are reported comes one that counts the others.
            many = f"more than {MOST_SHOWN}" if mistakes > MOST_SHOWN else str(mistakes)
            complain(f"error: {many} mistakes\n{error}" if mistakes > 1 else f"error: {error}")
            code = BAD_INPUT
        except (ResultsError, UsageError) as error:
            complain(f"error: {error}")
            code = BAD_INPUT
        except AuditError as error:
            complain(f"fault in Cellwise, please report it with the scenario: {error}")
            code = RUN_FAILED
        except SimulationError as error:
            complain(f"error: {error}")
            code = RUN_FAILED
        except MemoryError as error:
            # Python itself says nothing with it.
            reported = ": ".join(filter(None, ("not enough memory", str(error) or room_left())))
            complain(f"error: {reported}; give more, or ask for less")
            code = RUN_FAILED
        except InterruptError as error:
            leave_on_ctrl_c()
            complain(f"{stop_reason(error.run)}; nothing of that run is kept")
            code = INTERRUPTED
        except KeyboardInterrupt as error:
            leave_on_ctrl_c()
            with contextlib.suppress(OSError):
                show_cursor()
            complain(f"interrupted; {error if error.args else 'what was finished is kept'}")
            code = INTERRUPTED
        except BrokenPipeError:
            # The reader of our output has left (as `head` does); nothing is left to say to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        except OSError as error:
            complain(f"error: {describe_os_error(error)}")
            code = BAD_INPUT
        raise typer.Exit(code) from None

    return guarded


def describe_os_error(error: OSError) -> str:
    """Say which file and what the system had against it."""
    reason = (error.strerror or str(error)).lower()
    return f"{error.filename}: {reason}" if error.filename else reason
