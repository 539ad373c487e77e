"""Writes BENCHMARKS.md and the chart from what was measured."""

import datetime
from pathlib import Path

import chart
import machine
from works import WORKS, Work

LABELS = {
    "bcast": "bcast",
    "operators": "ndarray operators",
    "zip": "ndarray parallel Zip",
    "numpy": "NumPy",
    "numexpr": "numexpr",
    "numba": "numba fastmath",
    "numba_exact": "numba",
    "jax": "JAX",
}

HEAD = """# Benchmarks

bcast beside other libraries and beside hand-written loops, with the rows where it loses. Written by `benches/peers/run`
and not by hand; run it to get the figures of your machine.

![Times of the peers as multiples of bcast's](benches/peers/chart.svg)
"""

METHOD = """## How it was measured

* Each library ran in processes of its own, one for each of {rounds} rounds and element type, and waited while others
  ran: all measured one work, taking turns at being first, and then the next. So the ratios of a round are steadier than
  with all works of one library after the other, where the largest was 32% above the smallest, for one in ten 178%.
  A figure is that of its best round, because other users of the machine only ever make things slower; a round's is the
  median of at least five runs and {seconds} s, after warming up. Compilation is not counted. Other programs had
  {others:.2f} cores meanwhile.
  {noise}
* {checked}
* Arrays have 2048x2048 elements, `large` and `other` 64 MB, `thousand` 1,000, `a` 3x4; `c` has 64x32x2048. All libraries
  may use all cores; NumPy, ndarray's operators and some reductions of numexpr use one. Arrays that are there before lie
  in huge pages, which NumPy asks for by itself; what a library allocates lies where it puts it.
* Results go into arrays that are there already, where the library can: in bcast, parallel Zip, numexpr and numba all but
  the fresh ones, in NumPy the last step. ndarray's operators and JAX return new arrays, whose pages the system may have
  to find each time (`f64`: 32 MB); in the works in place JAX is given the old array for the new one.
* The loops for numba are written by hand and compiled with `parallel`. With `fastmath` it divides by products and adds
  in another order, so results have other bits than those of the formula; without, it computes what is written, as all
  others do. Its package for pip and that of numexpr come without Intel's vector library of functions. ndarray's
  programs are built as cargo builds them, for any x86-64; bcast chooses its instructions when it runs.
"""

ERRORS = """## Errors of the functions

What was computed in these times: the largest distance of a result from the right one, in units in the last place of
`f32`, over the arrays of the works.
"""

SWEEP = """## Layers of memory

`cargo bench -p bcast-benches --bench sweep` runs four expressions from 1 KB to 1 GB against hand loops compiled for the
same instructions, with one thread and with several. Straight lines mean that an element costs the same however many there
are; steps are those of the caches, and of the second thread.

![Time per element from 1 KB to 1 GB](benches/sweep/chart.svg)
"""


def figures(measured: dict, kind: str) -> dict[str, dict[str, float]]:
    """`[work][peer]`: microseconds of the best round."""
    rows = measured["times"][kind]
    return {work: {peer: min(rounds) for peer, rounds in row.items()} for work, row in rows.items()}


def number(value: float) -> str:
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f}"


def ratio_of(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 2 else f"{value:.2f}"


def reached(work: Work, kind: str, times: dict[str, dict[str, float]]) -> str:
    """The part of the measured bandwidth that bcast reached; only large works have one."""
    ours = times[work.name].get("bcast")
    moved = work.bytes(kind)
    reference = ("copy" if work.written else "read") + ("_large" if work.large else "")
    if not ours or not moved or not times.get(reference):
        return "–"
    return f"{moved / ours / bandwidth(reference, kind, times):.0%}"


def bandwidth(reference: str, kind: str, times: dict[str, dict[str, float]]) -> float:
    """Bytes in a microsecond."""
    array = Work("", "", 1, 0, large=reference.endswith("_large")).bytes(kind)
    return array * (2 if reference.startswith("copy") else 1) / times[reference]["bandwidth"]


def table(measured: dict, kind: str) -> str:
    times, peers = figures(measured, kind), [peer for peer in measured["peers"] if peer != "bcast"]
    lines = [
        f"| {kind} | bcast | of the bandwidth | " + " | ".join(LABELS[peer] for peer in peers) + " |",
        "|---|--:|--:|" + "--:|" * len(peers),
    ]
    for work in WORKS:
        row = times.get(work.name)
        if not row:
            continue
        if work.group:
            lines.append(f"| *{work.group}* |" + " |" * (len(peers) + 2))
        ours, lost = row.get("bcast"), False
        cells = []
        for peer in peers:
            if peer not in row:
                cells.append("–")
                continue
            ratio = row[peer] / ours if ours else 0
            text = f"{number(row[peer])} ({ratio_of(ratio)})" if ours else number(row[peer])
            slower = bool(ours) and ratio < 1
            lost |= slower
            cells.append(f"**{text}**" if slower else text)
        formula = f"{work.title} `{work.formula}`" + (" ▼" if lost else "")
        bcast = number(ours) if ours else "–"
        lines.append(f"| {formula} | {bcast} | {reached(work, kind, times)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def lost_rows(measured: dict) -> str:
    """A line for each work and element type, with the part of bcast's time that the faster ones take."""
    lines = []
    for kind in measured["times"]:
        times = figures(measured, kind)
        for work in WORKS:
            row = times.get(work.name, {})
            faster = sorted((time / row["bcast"], peer) for peer, time in row.items() if time < row.get("bcast", 0))
            if faster:
                said = ", ".join(f"{LABELS[peer]} {ratio:.2f}" for ratio, peer in faster)
                lines.append(f"* {work.title}, {kind}: {said}")
    return "\n".join(lines) or "In no row."


def bandwidths(measured: dict) -> str:
    lines = ["| arrays | copy | read |", "|---|--:|--:|"]
    for size, kind in (("", "f32"), ("", "f64"), ("_large", "f32")):
        times = figures(measured, kind)
        array = Work("", "", 1, 0, large=bool(size)).bytes(kind) / 2**20
        copy, read = (bandwidth(name + size, kind, times) / 1e3 for name in ("copy", "read"))
        lines.append(f"| {array:.0f} MB | {copy:.1f} GB/s | {read:.1f} GB/s |")
    return "\n".join(lines)


def errors(measured: dict) -> str:
    peers = [peer for peer in measured["peers"] if peer in measured["errors"]]
    lines = ["| f32 | " + " | ".join(LABELS[peer] for peer in peers) + " |", "|---|" + "--:|" * len(peers)]
    for work in WORKS:
        row = [measured["errors"][peer].get(work.name) for peer in peers]
        if any(row):
            lines.append(f"| {work.title} | " + " | ".join(f"{far:.2f}" if far else "–" for far in row) + " |")
    return "\n".join(lines)


def noise(measured: dict) -> str:
    """How far the slowest round is above the best, and the largest ratio of two peers in a round above the smallest."""
    if measured["rounds"] == 1:
        return "One round says nothing about noise."
    rows = [row for rows in measured["times"].values() for row in rows.values()]
    times = [rounds for row in rows for rounds in row.values()]
    ratios = [
        [time / ours for time, ours in zip(rounds, row["bcast"])]
        for row in rows if "bcast" in row
        for peer, rounds in row.items() if peer != "bcast"
    ]  # fmt: skip
    (usual, bad), (usual_ratio, bad_ratio) = widths(times), widths(ratios)
    return (
        f"The slowest round is typically {usual:.0%} above the best; for one figure in ten {bad:.0%} or more.\n"
        f"  Of the ratios to bcast within a round the largest is {usual_ratio:.0%} above the smallest; for one in ten\n"
        f"  {bad_ratio:.0%} or more."
    )


def widths(figures: list[list[float]]) -> tuple[float, float]:
    """How far the largest of a figure's rounds is above the smallest: the median of all figures, and of the worst fifth."""
    spread = sorted(max(rounds) / min(rounds) - 1 for rounds in figures)
    return spread[len(spread) // 2], spread[len(spread) * 9 // 10]


def spread(measured: dict, kind: str) -> str:
    """How far the slowest round of each figure is above the best."""
    peers = measured["peers"]
    lines = [f"| {kind} | " + " | ".join(LABELS[peer] for peer in peers) + " |", "|---|" + "--:|" * len(peers)]
    for work in WORKS:
        row = measured["times"][kind].get(work.name)
        if row:
            cells = [f"{max(row[peer]) / min(row[peer]) - 1:.0%}" if peer in row else "–" for peer in peers]
            lines.append(f"| {work.title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


SPREAD = """## Spread

How far the slowest round is above the best, which is the figure above.
"""


def method(measured: dict) -> str:
    checked = (
        "All results were compared first, number by number, with NumPy's in double precision: they differ by at most\n"
        "  1e-6 of 1 plus the number (`f64`: 1e-14), where long sums are in it 1e-3 (1e-11)."
        if measured["checked"]
        else "The results were not compared."
    )
    seconds, rounds = measured["seconds"], measured["rounds"]
    return METHOD.format(rounds=rounds, others=measured["others"], seconds=seconds, noise=noise(measured), checked=checked)


def tables(measured: dict) -> str:
    return "\n\n".join(table(measured, kind) for kind in measured["times"])


TIMES = """## Times

Microseconds, and in brackets the time as a multiple of bcast's. ▼ and bold: the peer is faster than bcast. A dash: the
library has no such function. *Of the bandwidth*: the bytes that must be read and written, in bcast's time, as a part of
what a copy (a read, where little is written) by all cores reaches. More than 100% happens where more is read than
written, and in place, where what is written need not be fetched as well.
"""


def text(measured: dict, root: Path) -> str:
    said = measured["about"]
    facts = machine.describe(root) + [("versions", "; ".join(said[peer] for peer in measured["peers"]))]
    absent = ", ".join(LABELS[peer] for peer in measured["absent"])
    parts = [
        HEAD,
        TIMES,
        *([f"Not installed here: {absent}.\n"] if absent else []),
        tables(measured) + "\n",
        "## Where bcast loses\n\nThe parts of its time that others take.\n",
        lost_rows(measured) + "\n",
        *([ERRORS, errors(measured) + "\n"] if measured["checked"] else []),
        method(measured),
        *([SPREAD, *(spread(measured, kind) + "\n" for kind in measured["times"])] if measured["rounds"] > 1 else []),
        "## The machine\n",
        f"{datetime.date.today().isoformat()}. Bandwidth, measured in the same rounds with plain loops on all cores:\n",
        bandwidths(measured) + "\n",
        "| | |\n|---|---|",
        *(f"| {name} | {fact} |" for name, fact in facts),
        "",
        SWEEP,
    ]
    return "\n".join(parts).rstrip() + "\n"


def write(root: Path, measured: dict) -> None:
    ratios: dict = {}
    for kind in measured["times"]:
        times = figures(measured, kind)
        ratios[kind] = {
            work.title: {peer: time / row["bcast"] for peer, time in row.items() if peer != "bcast"}
            for work in WORKS
            if "bcast" in (row := times.get(work.name, {}))
        }
    labels = {peer: LABELS[peer] for peer in measured["peers"] if peer != "bcast"}
    (root / "benches" / "peers" / "chart.svg").write_text(chart.draw(ratios, labels))
    (root / "BENCHMARKS.md").write_text(text(measured, root))
