"""Writes BENCHMARKS.md and the chart from what was measured."""

import datetime
import statistics
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
    "numba": "numba",
    "jax": "JAX",
}

HEAD = """# Benchmarks

bcast beside other libraries and beside hand-written loops, with the rows where it loses. Written by `benches/peers/run`
and not by hand; run it to get the figures of your machine.

![Times of the peers as multiples of bcast's](benches/peers/chart.svg)
"""

METHOD = """## How it was measured

* {peers} ran in processes of their own, one after the other: {rounds} rounds, a process for each peer, element type and
  round, the peers taking turns at being first. A figure is the median over the rounds of the medians of at least {seconds} s
  and five runs, after two for warming up. Compilation is not counted. Most figures of a round lie within {usual:.0%} of
  each other (lowest to highest round, the median over all figures); one in ten differs by more than {bad:.0%}.
* {checked}
* Arrays have 2048x2048 elements, `large` and `other` 64 MB, `thousand` 1,000, `a` 3x4; `c` has 64x32x2048. All libraries
  may use all cores; NumPy, ndarray's operators and some reductions of numexpr use one.
* Results go into arrays that are there already, where the library can: in bcast, parallel Zip, numexpr and numba all but
  the fresh ones, in NumPy the last step. ndarray's operators and JAX return new arrays; JAX is given the old one back
  in the works in place.
* The loops for numba are written by hand and compiled with `parallel` and `fastmath`. Its package for pip and that of
  numexpr come without Intel's vector library of functions. ndarray's programs are built as cargo builds them, for
  any x86-64; bcast chooses its instructions when it runs.
"""

SWEEP = """## Layers of memory

`cargo bench -p bcast-benches --bench sweep` runs four expressions from 1 KB to 1 GB against hand loops compiled for the
same instructions, with one thread and with several. Straight lines mean that an element costs the same however many there
are; steps are those of the caches, and of the second thread.

![Time per element from 1 KB to 1 GB](benches/sweep/chart.svg)
"""


def medians(measured: dict, kind: str) -> dict[str, dict[str, float]]:
    """`[work][peer]`: microseconds over the rounds."""
    rows = measured["times"][kind]
    return {work: {peer: statistics.median(rounds) for peer, rounds in row.items()} for work, row in rows.items()}


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
    times, peers = medians(measured, kind), [peer for peer in measured["peers"] if peer != "bcast"]
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
        formula = "`" + work.formula.replace("|", "\\|") + "`" + (" ▼" if lost else "")
        bcast = number(ours) if ours else "–"
        lines.append(f"| {formula} | {bcast} | {reached(work, kind, times)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def lost_rows(measured: dict) -> str:
    lines = []
    for kind in measured["times"]:
        times = medians(measured, kind)
        for work in WORKS:
            row = times.get(work.name, {})
            ours = row.get("bcast")
            for peer, theirs in sorted(row.items(), key=lambda item: item[1]):
                if ours and theirs < ours:
                    lines.append(f"* {kind} `{work.formula}`: {LABELS[peer]} takes {theirs / ours:.2f} of bcast's time")
    return "\n".join(lines) or "In no row."


def bandwidths(measured: dict) -> str:
    lines = ["| arrays | copy | read |", "|---|--:|--:|"]
    for kind in measured["times"]:
        times = medians(measured, kind)
        for size in ("", "_large"):
            if "copy" + size not in times or (size and kind != "f32"):
                continue
            array = Work("", "", 1, 0, large=bool(size)).bytes(kind) / 2**20
            speeds = [bandwidth(name + size, kind, times) / 1e3 for name in ("copy", "read")]
            lines.append(f"| {array:.0f} MB | {speeds[0]:.1f} GB/s | {speeds[1]:.1f} GB/s |")
    return "\n".join(lines)


def spreads(measured: dict) -> list[float]:
    """How far the highest round is above the lowest, for each figure, in order."""
    rows = [row for rows in measured["times"].values() for row in rows.values()]
    return sorted(max(rounds) / min(rounds) - 1 for row in rows for rounds in row.values())


def method(measured: dict) -> str:
    spread = spreads(measured)
    checked = (
        "All results were compared first, number by number, with NumPy's in double precision: they differ by at most 1e-6"
        "\n  of 1 plus the number (f64: 1e-14), where long sums are in it 1e-3 (1e-11)."
        if measured["checked"]
        else "The results were not compared: NumPy was missing."
    )
    return METHOD.format(
        peers=", ".join(LABELS[peer] for peer in measured["peers"]),
        rounds=measured["rounds"],
        seconds=measured["seconds"],
        usual=spread[len(spread) // 2],
        bad=spread[len(spread) * 9 // 10],
        checked=checked,
    )


def tables(measured: dict) -> str:
    return "\n\n".join(table(measured, kind) for kind in measured["times"])


def text(measured: dict, root: Path) -> str:
    facts = [*machine.describe(root), *((LABELS.get(peer, "memory test"), said) for peer, said in measured["about"].items())]
    absent = ", ".join(LABELS[peer] for peer in measured["absent"])
    parts = [
        HEAD,
        "## Times\n",
        "Microseconds, and in brackets the time as a multiple of bcast's. ▼ and bold: the peer is faster than bcast. A dash:",
        "the library has no such function. *Of the bandwidth*: the bytes that must be read and written, in bcast's time, as a",
        "part of what a copy (a read, where little is written) by all cores reaches. More than 100% happens where more is read",
        "than written.\n",
        *([f"Not installed here: {absent}.\n"] if absent else []),
        tables(measured) + "\n",
        "## Where bcast loses\n",
        lost_rows(measured) + "\n",
        method(measured),
        "## The machine\n",
        f"{datetime.date.today().isoformat()}. Bandwidth, measured in the same rounds with plain loops on all cores:\n",
        bandwidths(measured) + "\n",
        "| | |\n|---|---|",
        *(f"| {name} | {said} |" for name, said in facts),
        "",
        SWEEP,
    ]
    return "\n".join(parts)


def write(root: Path, measured: dict) -> None:
    ratios: dict = {}
    for kind in measured["times"]:
        times = medians(measured, kind)
        ratios[kind] = {
            work.name: {peer: time / row["bcast"] for peer, time in row.items() if peer != "bcast"}
            for work in WORKS
            if "bcast" in (row := times.get(work.name, {}))
        }
    labels = {peer: LABELS[peer] for peer in measured["peers"] if peer != "bcast"}
    (root / "benches" / "peers" / "chart.svg").write_text(chart.draw(ratios, labels))
    (root / "BENCHMARKS.md").write_text(text(measured, root))
