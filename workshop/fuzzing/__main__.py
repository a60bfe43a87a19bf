"""`python -m fuzzing`: damaged inputs for every target, and what was found."""

import argparse
import contextlib
import hashlib
import pkgutil
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import FrameType

from fuzzing import targets
from fuzzing.mutator import mutated

SLOW = 60  # seconds that a case may take, also on a machine that has other work
_REPORTED = 20_000  # cases after which a long run says where it is
_MEMORY = 4 << 30  # bytes of address space beyond what the program has when it starts


class TooSlow(BaseException):
    """A case took too long. Nothing on the way is to take it for an error of its own."""


@dataclass(slots=True)
class Target:
    """What is fuzzed."""

    name: str
    seeds: list[bytes]
    run: Callable[[bytes, random.Random], None]
    cases: int = 0
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, 0)  # seconds, case
    findings: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.name:16} {self.cases:9,} cases  {self.seconds:8.1f} s  slowest "
            f"{self.slowest[0]:5.2f} s (case {self.slowest[1]})  {len(self.findings)} findings"
        )

    def case(self, seed: int, number: int) -> tuple[bytes, random.Random]:
        """The input of a case, and the chance left for the target itself. The first cases are the
        seeds as they are."""
        rng = random.Random(f"{seed} {self.name} {number}")
        if number < len(self.seeds):
            return self.seeds[number], rng
        return mutated(rng.choice(self.seeds), rng, self.seeds), rng

    def try_case(self, seed: int, number: int) -> BaseException | None:
        """Run a case; what left it, if anything did."""
        data, rng = self.case(seed, number)
        started = time.perf_counter()
        try:
            with _alarm(SLOW):
                self.run(data, rng)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return error
        finally:
            seconds = time.perf_counter() - started
            self.slowest = max(self.slowest, (seconds, number))
            self.seconds += seconds
            self.cases += 1
        return None


@contextlib.contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    def ring(_: int, __: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds} seconds")

    previous = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)


def _place_of(error: BaseException) -> str:
    """Where an error was raised: the same for the same fault, most of the time."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "sitesieve" in frame.filename] or frames
    frame = ours[-1]
    place = f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"
    # What does not hold may be so for several reasons.
    broken = str(error).partition("\n")[0][:40]
    return f"{place} ({broken})" if isinstance(error, AssertionError) else place


def _discovered(wanted: str | None) -> list[Target]:
    names = sorted(module.name for module in pkgutil.iter_modules(targets.__path__))
    modules = [import_module(f"fuzzing.targets.{name}") for name in names]
    there = [module.NAME for module in modules]
    if wanted is not None and wanted not in there:
        sys.exit(f"no target {wanted!r}; there are {', '.join(there)}")
    return [
        Target(module.NAME, module.seeds(), module.run)
        for module in modules
        if wanted in (None, module.NAME)
    ]


def fuzz(target: Target, seed: int, seconds: float, count: int | None, kept: Path) -> None:
    """Cases until the time is up, or so many."""
    ends = time.monotonic() + seconds
    number = 0
    while number < count if count is not None else time.monotonic() < ends:
        error = target.try_case(seed, number)
        if error is not None:
            place = _place_of(error)
            target.findings[place] += 1
            if target.findings[place] == 1:
                _tell(target, seed, number, error, place, kept)
        number += 1
        if number % _REPORTED == 0:
            print(target, flush=True)


def _tell(
    target: Target, seed: int, number: int, error: BaseException, place: str, kept: Path
) -> None:
    data, _ = target.case(seed, number)
    kept.mkdir(parents=True, exist_ok=True)
    path = kept / f"{target.name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    message = str(error)[:300]
    print(f"{target.name}: {place}: {message!r}\n  case {number} of seed {seed}, kept as {path}")


def main() -> None:
    """Fuzz what the arguments ask for; exit with 1 if anything was found."""
    arguments = argparse.ArgumentParser(prog="fuzzing", description=__doc__)
    arguments.add_argument("--minutes", type=float, default=5.0, help="for all targets together")
    arguments.add_argument("--count", type=int, help="cases for each target, in place of minutes")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--target", help="this one alone")
    arguments.add_argument("--case", type=int, help="this case alone, with its traceback")
    arguments.add_argument("--kept", type=Path, default=Path("fuzz-findings"), metavar="FOLDER")
    options = arguments.parse_args()
    chosen = _discovered(options.target)
    _limit_memory()
    if options.case is not None:
        for target in chosen:
            data, rng = target.case(options.seed, options.case)
            target.run(data, rng)
        return
    for target in chosen:
        share = options.minutes * 60 / len(chosen)
        fuzz(target, options.seed, share, options.count, options.kept)
        print(target, flush=True)
    found = sum(len(target.findings) for target in chosen)
    print(f"seed {options.seed}: {sum(t.cases for t in chosen):,} cases, {found} findings")
    sys.exit(1 if found else 0)


def _limit_memory() -> None:
    """Make a case that takes very much memory fail, not the machine."""
    status = Path("/proc/self/statm")
    if status.exists():
        now = int(status.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + _MEMORY, now + _MEMORY))


if __name__ == "__main__":
    main()
