"""What was measured as a table."""

import datetime

from cargo import Cost, package

AIMS = {"arithmetic": 1.0, "functions": 2.0, "first": 1.5}
LABELS = {
    "check": "`cargo check`",
    "debug": "debug build",
    "release": "release build",
    "native": "release build for this machine",
}

HEAD = """# Compile time and size

What `bcast!` costs when compiling, beside `ndarray::azip!` in programs that do the same. Written by
`benches/compile/run`; run it to get the figures of your machine.

| | bcast | azip! | ratio | of processor time | aim | |
|---|--:|--:|--:|--:|--:|---|
"""

METHOD = """
* **{count} calls** of each kind, all different, half of them `f32`, half `f64`, each in a function of its own that a
  table keeps in the program: `bcast!(out .= (2.0 .- x) .* y)` against
  `azip!((out in &mut *out, &x in x, &y in y) *out = (2.0 - x) * y)`, two to five operators over one to three arrays; with
  functions, one or two of `exp ln sin cos tanh` among them, bcast's own against those of `std`. Dependencies are there
  before. One build each, from nothing (no incremental state), linking included; profiles as cargo has them.
* **Not the same program**: a release build of bcast has each loop three times, for three SIMD levels, and spreads it over
  threads; azip! has it once, for any x86-64 and one thread. Calls of `std`'s functions stay calls. **For this machine**
  (`-C target-cpu=native`, both) bcast has the levels of this machine and above only: each loop once where it has AVX-512,
  twice where it has AVX2.
* **Seconds** are those on the clock. *Of processor time* is the ratio of what all cores spent, which other programs
  disturb less; they took {others:.2f} cores meanwhile. Where the two disagree about an aim, it is unclear. The whole run
  took {minutes:.1f} minutes.
* **Text** is machine code, constants and unwinding tables of the executable (`size`). That of a call is what {count}
  calls have more than one, divided by {more}.
* **First build**: `cargo build` of `bcast` without features into an empty folder, against the same packages with empty
  sources, which leaves their dependencies; the column of azip! has the latter. Without incremental state, which cargo
  keeps of no package from a registry. Downloads are not counted.
"""


def row(label: str, left: str, right: str, ratios: list[float], aim: float | None = None) -> str:
    """Two ratios are time on the clock and processor time; where they disagree about the aim, it is not claimed."""
    judged = ""
    if aim:
        reached = {ratio <= aim for ratio in ratios}
        judged = "unclear" if len(reached) > 1 else "met" if reached == {True} else "**missed**"
    first, second = [f"{ratio:.2f}" for ratio in ratios] + [""] * (2 - len(ratios))
    return f"| {label} | {left} | {right} | {first} | {second} | {f'{aim:.1f}' if aim else ''} | {judged} |\n"


def timed(label: str, ours: Cost, theirs: Cost, aim: float) -> str:
    ratios = [ours.seconds / theirs.seconds, ours.processor / theirs.processor]
    return row(label, f"{ours.seconds:.1f} s", f"{theirs.seconds:.1f} s", ratios, aim)


def sized(label: str, ours: float, theirs: float, aim: float | None = None) -> str:
    unit, size = ("KB", 1000) if max(ours, theirs) < 1e6 else ("MB", 1e6)
    return row(label, f"{ours / size:.1f} {unit}", f"{theirs / size:.1f} {unit}", [ours / theirs], aim)


def text(costs: dict, count: int, facts: list[tuple[str, str]], others: float, seconds: float) -> str:
    said = HEAD
    for functions, kind in ((False, "arithmetic"), (True, "functions")):
        said += f"| *{count} calls, {kind}* | | | | | | |\n"
        for mode, label in LABELS.items():
            (ours, our_one), (theirs, their_one) = (costs[package(m, functions), mode] for m in ("bcast", "azip"))
            said += timed(label, ours, theirs, AIMS[kind])
            if mode != "check":
                each = ((many.text - one.text) / (count - 1) for many, one in ((ours, our_one), (theirs, their_one)))
                said += sized("text", ours.text, theirs.text, AIMS[kind])
                said += sized("text of a call", *each)
    said += "| *First build, against the dependencies alone* | | | | | | |\n"
    for mode in ("debug", "release"):
        said += timed(LABELS[mode], *costs["first", mode], AIMS["first"])
    said += METHOD.format(count=f"{count:,}", more=f"{count - 1:,}", others=others, minutes=seconds / 60)
    kept = [f"* {name}: {value}" for name, value in facts if name not in ("caches", "Python")]
    return f"{said}\n## The machine, {datetime.date.today()}\n\n" + "\n".join(kept) + "\n"
