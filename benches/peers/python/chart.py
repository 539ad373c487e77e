"""The chart beside the tables: each peer's time over bcast's, a dot each, on a logarithmic axis."""

import math

# Fill in light and dark pages, and the shape, of each peer.
LOOKS = {
    "operators": ("#b45309", "#fbbf24", "square"),
    "zip": ("#dc2626", "#f87171", "triangle"),
    "numpy": ("#2563eb", "#60a5fa", "circle"),
    "numexpr": ("#0d9488", "#2dd4bf", "diamond"),
    "numba": ("#16a34a", "#4ade80", "down"),
    "numba_exact": ("#4d7c0f", "#a3e635", "down"),
    "jax": ("#9333ea", "#c084fc", "cross"),
}
ROW, LEFT, PANEL, GAP, TOP = 19, 130, 380, 30, 78
TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .small { font-size: 11px } .title { font-weight: 600 } .page { fill: #ffffff }
  .grid { stroke: #d1d9e0 } .one { stroke: #1f2328; stroke-width: 1.5 } .lost { fill: #ffebe9 }
"""
DARK = """
  text { fill: #e6edf3 } .page { fill: #0d1117 } .grid { stroke: #30363d } .one { stroke: #e6edf3 } .lost { fill: #3c1618 }
"""


def mark(peer: str, x: float, y: float) -> str:
    shape, size = LOOKS[peer][2], 4.5
    outlines = {
        "square": [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        "triangle": [(0, -1.1), (1.1, 0.9), (-1.1, 0.9)],
        "down": [(0, 1.1), (1.1, -0.9), (-1.1, -0.9)],
        "diamond": [(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)],
        "cross": [(-1.1, -0.4), (-0.4, -0.4), (-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4),
                  (1.1, 0.4), (0.4, 0.4), (0.4, 1.1), (-0.4, 1.1), (-0.4, 0.4), (-1.1, 0.4)],
    }  # fmt: skip
    if shape == "circle":
        return f'<circle class="{peer}" cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>'
    points = " ".join(f"{x + dx * size:.1f},{y + dy * size:.1f}" for dx, dy in outlines[shape])
    return f'<polygon class="{peer}" points="{points}"/>'


def draw(ratios: dict[str, dict[str, dict[str, float]]], labels: dict[str, str]) -> str:
    """`ratios[kind][title of work][peer]`; `labels[peer]`, in the order of the legend."""
    works = list(next(iter(ratios.values())))
    every = [ratio for rows in ratios.values() for row in rows.values() for ratio in row.values()]
    low, high = math.log(min([0.8, *every]) * 0.9), math.log(max([2, *every]) * 1.15)
    width = LEFT + len(ratios) * (PANEL + GAP)
    height = TOP + len(works) * ROW + 40
    fills = "".join(f"  .{peer} {{ fill: {LOOKS[peer][0]} }}\n" for peer in labels)
    dark = "".join(f"  .{peer} {{ fill: {LOOKS[peer][1]} }}\n" for peer in labels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<title>Times of other libraries, as multiples of bcast's</title>",
        f"<style>{STYLE}{fills}@media (prefers-color-scheme: dark) {{{DARK}{dark}}}</style>",
        f'<rect class="page" width="{width}" height="{height}"/>',
        '<text class="title" x="12" y="22">Time of a peer over the time of bcast (right of 1: bcast is faster)</text>',
    ]
    step = (width - 40) / len(labels)
    for number, (peer, label) in enumerate(labels.items()):
        x = 20 + number * step
        parts += [mark(peer, x, 42), f'<text x="{x + 10:.0f}" y="46">{label}</text>']
    for panel, (kind, rows) in enumerate(ratios.items()):
        parts += draw_panel(kind, rows, LEFT + panel * (PANEL + GAP), low, high)
    for number, work in enumerate(works):
        y = TOP + number * ROW + ROW / 2 + 4
        parts.append(f'<text class="small" x="{LEFT - 10}" y="{y:.0f}" text-anchor="end">{work}</text>')
    return "\n".join([*parts, "</svg>", ""])


def draw_panel(kind: str, rows: dict[str, dict[str, float]], left: float, low: float, high: float) -> list[str]:
    def place(ratio: float) -> float:
        return left + (math.log(ratio) - low) / (high - low) * PANEL

    bottom = TOP + len(rows) * ROW
    parts = [f'<text class="title" x="{left + PANEL - 4}" y="{TOP - 8}" text-anchor="end">{kind}</text>']
    for number, row in enumerate(rows.values()):
        if any(ratio < 1 for ratio in row.values()):
            y = TOP + number * ROW
            parts.append(f'<rect class="lost" x="{left}" y="{y}" width="{place(1) - left:.1f}" height="{ROW}"/>')
    for tick in TICKS:
        if low <= math.log(tick) <= high:
            x, kind_of_line = place(tick), "one" if tick == 1 else "grid"
            parts.append(f'<line class="{kind_of_line}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>')
            parts.append(f'<text class="small" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>')
    for number, row in enumerate(rows.values()):
        y = TOP + number * ROW + ROW / 2
        parts.append(f'<line class="grid" x1="{left}" x2="{left + PANEL}" y1="{y}" y2="{y}" stroke-dasharray="1 3"/>')
        parts += [mark(peer, place(ratio), y) for peer, ratio in row.items()]
    return parts
