"""An interruption waits for compiled code, and is not lost."""

import os
import signal
import threading

import pytest

from zhuji_sim.interruptions import held_back


def test_an_interruption_comes_when_the_block_has_ended():
    """Guards against Ctrl-C that turns into another error inside, or into none."""
    done = []

    def block():
        with held_back():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        block()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_errors_come_out_as_they_are():
    with pytest.raises(ValueError, match="inside"), held_back():
        raise ValueError("inside")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_threads_that_get_no_signals_are_left_alone():
    """Guards against a worker thread that may not set handlers."""
    problems = []

    def work():
        try:
            with held_back():
                pass
        except Exception as problem:
            problems.append(problem)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert not problems
