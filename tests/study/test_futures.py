"""Futures as they finish, and Ctrl-C between two of them."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from cellwise.points.arrivals import Arrivals


@pytest.fixture(autouse=True)
def raised() -> Iterator[None]:
    """Raise Ctrl-C as a program does. A shell that runs the tests in the background may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def finished(value: int) -> "Future[int]":
    future: Future[int] = Future()
    future.set_result(value)
    return future


def test_futures_come_as_they_finish() -> None:
    arrivals: Arrivals[int] = Arrivals()
    late: Future[int] = Future()
    arrivals.expect(late)
    arrivals.expect(finished(1))
    assert arrivals.next().result() == 1
    late.set_result(2)
    assert arrivals.next() is late


def test_ctrl_c_is_raised_when_the_next_future_is_asked_for_and_not_before() -> None:
    arrivals: Arrivals[int] = Arrivals()
    steps = []

    def ask() -> None:
        with arrivals.holding_ctrl_c():
            press()
            steps.append("held")
            arrivals.expect(finished(1))
            arrivals.next()
            steps.append("lost")

    with pytest.raises(KeyboardInterrupt):
        ask()
    assert steps == ["held"]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_wakes_who_waits() -> None:
    arrivals: Arrivals[int] = Arrivals()
    main = threading.main_thread().ident or 0
    waker = threading.Timer(0.05, lambda: signal.pthread_kill(main, signal.SIGINT))

    def wait() -> None:
        with arrivals.holding_ctrl_c():
            waker.start()
            arrivals.next()

    with pytest.raises(KeyboardInterrupt):
        wait()
    waker.join()


def test_ctrl_c_that_nobody_asked_for_is_raised_at_the_end_but_hides_no_error() -> None:
    with pytest.raises(KeyboardInterrupt), Arrivals[int]().holding_ctrl_c():
        press()

    def fail() -> None:
        with Arrivals[int]().holding_ctrl_c():
            press()
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()


def test_a_second_ctrl_c_is_not_held_in_a_program_of_ones_own() -> None:
    steps = []

    def twice() -> None:
        with Arrivals[int]().holding_ctrl_c():
            press()
            steps.append("held")
            press()
            steps.append("lost")

    with pytest.raises(KeyboardInterrupt):
        twice()
    assert steps == ["held"]


def test_who_handles_ctrl_c_already_keeps_it() -> None:
    pressed = []
    signal.signal(signal.SIGINT, lambda *_: pressed.append(1))
    with Arrivals[int]().holding_ctrl_c():
        press()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    assert pressed == [1]
