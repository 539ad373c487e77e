"""What the comparing script and a peer say to each other; `rust/protocol.rs` is its twin.

`PEER KIND check FOLDER WORK..` runs each work once and writes its result there, row by row, as raw numbers.
`PEER KIND time SECONDS WORK..` prints the name of each, waits for a line, and prints the median microseconds of a
call. `KIND` is `f32` or `f64`. The first line says what the peer is. Works that a peer does not know are left out; the others
come in the order of `works.py`, so that all peers can take turns at each.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

RUN = 1e-3  # A timed run takes at least this many seconds: short works are repeated in it.
RUNS = 5  # Runs behind a median, at least.


class Peer:
    """A peer's side."""

    def __init__(self, about: str):
        self.kind, self.order, self.value, *self.works = sys.argv[1:]
        self.type = np.float32 if self.kind == "f32" else np.float64
        print(f"# {about}", flush=True)

    def work(self, name: str, call: Callable[[], object], out: np.ndarray | None = None) -> None:
        """A work that writes into `out`, or gives something new."""
        if name not in self.works:
            return
        if self.order == "time":
            print(name, flush=True)
            sys.stdin.readline()
            print(f"{median(float(self.value), call) * 1e6:.4f}", flush=True)
            return
        result = call()
        result = np.asarray(result if out is None else out, dtype=self.type)
        result.ravel().tofile(Path(self.value) / name)


def median(seconds: float, call: Callable[[], object]) -> float:
    """Seconds of a call, the median of runs that take `seconds` altogether."""
    call()
    repeats = 1
    while run(call, repeats) < RUN:
        repeats *= 2
    start, runs = time.perf_counter(), []
    while len(runs) < RUNS or time.perf_counter() - start < seconds:
        runs.append(run(call, repeats) / repeats)
    return sorted(runs)[len(runs) // 2]


def run(call: Callable[[], object], repeats: int) -> float:
    """Seconds of so many calls."""
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    return time.perf_counter() - start
