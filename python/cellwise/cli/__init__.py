"""The command line: thin commands over the Python API, and one place for errors and exit codes.

Exit codes: 0 done, 1 a check or study found faults, 2 bad input, 3 a run could not go on, 130 interrupted.
"""

from cellwise.cli.app import main

__all__ = ["main"]
