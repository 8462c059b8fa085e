"""The command line: thin commands over the Python API, and one place for errors and exit codes.

Exit codes: 0 done, 1 a check or study found faults, 2 bad input, 3 a run could not continue, 130 interrupted.
"""


def main() -> None:
    """Run the command line."""
    from cellwise.interrupts import leave_on_ctrl_c

    # Loading the commands takes a while.
    leave_on_ctrl_c()
    from cellwise.cli.program import run_program

    run_program()


__all__ = ["main"]
