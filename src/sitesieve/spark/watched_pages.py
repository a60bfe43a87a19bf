"""Pages through a task of Spark's: none ends the job.

Pages are worked on in the worker process itself, which is quickest. What Python can stop, the
clock of the page stops. Where a page hangs in compiled code an alarm ends the worker process, and
Spark starts the task again; that time, as after a crash, pages are worked on in a process that is
watched from outside, as on the command line, and the page that ends it is a failure.
"""

import signal
from collections.abc import Iterable, Iterator
from typing import TypeVar

from pyspark import TaskContext

from sitesieve.run.job import mapped
from sitesieve.run.pool import Task, in_process
from sitesieve.sources.items import Failure, Item

T = TypeVar("T")
_GRACE = 2.0  # seconds beyond the limit in which a page is to notice by itself


def results_of(task: Task[T], items: Iterable[Item], seconds: float) -> Iterator[T | Failure]:
    """The results of a task on items, in their order; each page has so many seconds."""
    context = TaskContext.get()
    if context is not None and context.attemptNumber() > 0:
        with mapped(task, items, 1, seconds) as results:
            yield from results
        return
    for item in items:
        _alarm(seconds + _GRACE)
        try:
            result = next(in_process(task, [item]))
        finally:
            _alarm(0)
        yield result


def _alarm(seconds: float) -> None:
    """End this process after so many seconds, whatever it is doing; 0: not any more."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
