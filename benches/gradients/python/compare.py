"""bcast beside JAX: values, gradients and times of all models. `benches/gradients/run` calls it.

Both compute a model from the same numbers. Each result is compared with that of JAX in double precision: what differs
most, divided by the largest number of the result, must not be more than TOLERANCE. Then both are measured in turn, in
pairs of runs. Each model of each size has two processes of its own, as a program that trains a model has it alone: what
a process has allocated and freed before changes what memory costs it. A ratio below 1 says that bcast is faster.
"""

import argparse
import sys
import tempfile
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.append(str(HERE.parents[1] / "peers/python"))

import machine  # noqa: E402
import models  # noqa: E402
import peers  # noqa: E402

SMALL, LARGE = 4_000, 1_000_000
# A sum of a million numbers of both signs, in any order, keeps most digits: of its largest terms, not of itself.
TOLERANCE = {"float32": 1e-4, "float64": 1e-11}
RUN = 4e-3  # A timed run takes at least this many seconds: short calls are repeated in it.
LEAST = 5  # Pairs of runs.


@dataclass(frozen=True)
class Row:
    model: str
    kind: str
    size: int
    ratios: tuple[float, float, float]  # The lower quartile, the median, the upper quartile.
    times: tuple[float, float]  # Median seconds of a call of bcast and of JAX.
    far: float  # How far bcast's results are from JAX's in double precision.
    jax_far: float  # How far JAX's are, in the precision of the model.
    where: str  # In which result bcast's are furthest.

    @property
    def agrees(self) -> bool:
        return self.far <= TOLERANCE[self.kind]


def distance(found: np.ndarray, expected: np.ndarray) -> float:
    """By how much the results differ, as a part of the largest number."""
    if found.size != expected.size:
        return np.inf
    far = np.max(np.abs(found.ravel() - expected.ravel()), initial=0.0)
    largest = np.max(np.abs(expected), initial=0.0)
    return np.inf if np.isnan(far) else float(far / largest) if far > 0 else 0.0


def repeats(peer) -> int:
    """Calls in a run."""
    count = 1
    while (seconds := peer.time(count)) < RUN:
        count = max(count + 1, min(4 * count, int(1.2 * count * RUN / seconds)))
    return count


def pairs(ours, theirs, limit: float) -> tuple[np.ndarray, np.ndarray]:
    """Seconds of a call, one number a run; who goes first alternates."""
    counts, times, start = {ours: repeats(ours), theirs: repeats(theirs)}, [], time.perf_counter()
    while len(times) < LEAST or time.perf_counter() - start < limit:
        turn = [ours, theirs] if len(times) % 2 == 0 else [theirs, ours]
        run = {peer: peer.time(counts[peer]) / counts[peer] for peer in turn}
        times.append((run[ours], run[theirs]))
    return np.array(times).T


def measure(program: str, name: str, size: int, limit: float) -> Row:
    model, bcast = models.all_of_them()[name], peers.Bcast(program)
    with tempfile.TemporaryDirectory(dir=ROOT / "target/peers") as folder:
        inputs = bcast.begin(name, size, folder)
        expected = peers.Jax(model, inputs, "float64").results()
        files = [Path(folder) / f"result{at}" for at in range(len(expected))]
        found = [np.fromfile(file, inputs.kind).astype(np.float64) for file in files]
        jax = peers.TimedJax(name, inputs, folder)
    in_its_precision = peers.Jax(model, inputs, inputs.kind).results()
    far = [distance(*both) for both in zip(found, expected, strict=True)]
    jax_far = [distance(*both) for both in zip(in_its_precision, expected, strict=True)]
    ours, theirs = pairs(bcast, jax, limit)
    bcast.end()
    jax.end()
    ratios = tuple(float(ratio) for ratio in np.quantile(ours / theirs, (0.25, 0.5, 0.75)))
    worst = int(np.argmax(far))
    where = "the value" if worst == 0 else f"derivative {worst}"
    times = float(np.median(ours)), float(np.median(theirs))
    return Row(name, inputs.kind, size, ratios, times, max(far), max(jax_far), where)


def headline(rows: list[Row]) -> str:
    names = list(dict.fromkeys(row.model for row in rows))
    parts = []
    for size in dict.fromkeys(row.size for row in rows):
        ahead = sum(row.ratios[1] < 1 for row in rows if row.size == size)
        parts.append(f"{ahead} of {len(names)} at {size:,} elements")
    both = sum(all(row.ratios[1] < 1 for row in rows if row.model == name) for name in names)
    wrong = sum(not row.agrees for row in rows)
    verdict = "all values and gradients agree" if wrong == 0 else f"**results differ in {wrong} cases**"
    text = f"bcast is ahead of JAX in {both} of {len(names)} models: {', '.join(parts)}; {verdict}."
    return textwrap.fill(text, 120)


def table(rows: list[Row]) -> str:
    titles = "| model | | elements | bcast / JAX | quartiles | bcast | JAX | apart | |"
    lines = [titles, "|---|---|--:|--:|--:|--:|--:|--:|---|"]
    for row in rows:
        low, median, high = row.ratios
        ours, theirs = (f"{seconds * 1e6:,.0f} us" for seconds in row.times)
        note = "" if row.agrees else f"**differs**: {row.where}"
        kind = "f32" if row.kind == "float32" else "f64"
        name = row.model.replace("_", " ")
        lines.append(
            f"| {name} | {kind} | {row.size:,} | {median:.2f} | {low:.2f} {high:.2f} | {ours} | {theirs} "
            f"| {row.far:.0e} | {note} |"
        )
    return "\n".join(lines)


def report(rows: list[Row], about: str, others: float) -> str:
    facts = "\n".join(f"* {name}: {value}" for name, value in machine.describe(ROOT))
    singles = max((row.far / max(row.jax_far, 1e-30) for row in rows if row.kind == "float32"), default=0)
    return f"""# Gradients

{headline(rows)}

Values and gradients of models by `#[grad]`, and by `jax.jit(jax.value_and_grad(..))` of the same formulas: ratios of
times, measured in turn, with quartiles, and median times of a call. Each model of each size has a process of its own on
both sides. "Apart" is how far bcast's results are from those
of JAX in double precision, as a part of the largest number of each: {TOLERANCE["float64"]:.0e} is allowed in double
precision, {TOLERANCE["float32"]:.0e} in single precision, where bcast is at most {singles:.1f} times as far as JAX is. Written by
`benches/gradients/run`; run it to get the figures of your machine.

{about}; other programs had {others:.1f} cores meanwhile.

{facts}

{table(rows)}
"""


def main() -> int:
    names = list(models.all_of_them())
    parser = argparse.ArgumentParser(prog="benches/gradients/run", description=__doc__)
    parser.add_argument("--models", type=lambda text: text.split(","), default=names, help=",".join(names))
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=[SMALL, LARGE])
    parser.add_argument("--seconds", type=float, default=1.0, help="of a model of one size, default 1")
    parser.add_argument("--program", help="the bench gradients-jax, if it is built")
    options = parser.parse_args()
    program = options.program or peers.program(ROOT)
    others, rows = machine.Others(), []
    for name in options.models:
        for size in options.sizes:
            row = measure(program, name, size, options.seconds)
            rows.append(row)
            apart = f"{row.far:.0e} apart (JAX {row.jax_far:.0e})"
            print(f"{name} {size}: {row.ratios[1]:.2f}, {apart}", file=sys.stderr, flush=True)
    about = f"{peers.Bcast(program).about} threads, JAX {peers.jax.__version__} ({peers.jax.default_backend()})"
    text = report(rows, about, others.cores())
    print(text)
    if options.models == names and options.sizes == [SMALL, LARGE]:
        (HERE.parent / "README.md").write_text(text)
    return 0 if all(row.agrees for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
