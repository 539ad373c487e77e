"""The peers' works in numexpr, on all cores, into `out`. It has no `erf`."""

import numexpr
import numpy as np

from inputs import Inputs
from protocol import Peer

numexpr.set_num_threads(numexpr.detect_number_of_cores())
peer = Peer(f"numexpr {numexpr.__version__}, {numexpr.nthreads} threads, VML {numexpr.use_vml}")
i = Inputs(peer.type)
x, y, z, v, w, a, b = i.x, i.y, i.z, i.v, i.w, i.a, i.b
down = w[:, None]
out, columns, cuboid = np.empty_like(x), np.empty_like(v), np.empty_like(i.c)

# Literals are double precision: beside single precision they would widen everything.
names = {
    "x": x, "y": y, "yt": y.T, "z": z, "v": v, "w": w, "down": down,
    "c": i.c, "m": i.m[:, None, :], "s": i.s[:, None], "large": i.large, "other": i.other, "thousand": i.thousand,
    "a": a, "b": b, "scale": peer.type(2.5), "half": peer.type(0.5), "small": peer.type(1e-5),
}  # fmt: skip


def run(formula: str, out: np.ndarray | None = None, **more: np.ndarray) -> np.ndarray:
    return numexpr.evaluate(formula, local_dict=names | more if more else names, out=out)


def down_of(formula: str, **more: np.ndarray) -> np.ndarray:
    return run(formula, **more)[:, None]


def softmax() -> None:
    e = run("exp(z - most)", most=down_of("max(z, axis=1)"))
    run("e / total", out, e=e, total=down_of("sum(e, axis=1)", e=e))


def layer_norm() -> None:
    count = peer.type(x.shape[1])
    mean = down_of("sum(x, axis=1)") / count
    variance = down_of("sum((x - mean)**2, axis=1)", mean=mean) / count
    run("(x - mean) / sqrt(variance + small) * v + w", out, mean=mean, variance=variance)


def standard_columns() -> None:
    count = peer.type(x.shape[0])
    mean = run("sum(x, axis=0)") / count
    variance = run("sum((x - mean)**2, axis=0)", mean=mean) / count
    run("(x - mean) / sqrt(variance + small)", out, mean=mean, variance=variance)


peer.work("axpy", lambda: run("scale * x + y", out), out)
peer.work("normalise", lambda: run("(x - v) / down", out), out)
peer.work("cuboid", lambda: run("(c - m) * s", cuboid), cuboid)
peer.work("transpose", lambda: run("x + yt", out), out)
peer.work("outer", lambda: run("sqrt((down - v)**2 + 1)", out), out)
peer.work("hoisted", lambda: run("x / d", out, d=run("exp(down)")), out)
peer.work("choice", lambda: run("where(x > y, x, 2 * y)", out), out)

peer.work("exp_sin_ln", lambda: run("exp(-x * x) * sin(y) + log(x + 1)", out), out)
peer.work("tanh", lambda: run("tanh(z)", out), out)
peer.work("sigmoid", lambda: run("1 / (1 + exp(-z))", out), out)
peer.work("pow", lambda: run("x ** y", out), out)
peer.work("atan2", lambda: run("arctan2(z, y)", out), out)

peer.work("sum_squares", lambda: run("sum(x**2 + y**2)"))
peer.work("column_sums", lambda: run("sum(x, axis=0)", columns), columns)
peer.work("softmax", softmax, out)
peer.work("layer_norm", layer_norm, out)
peer.work("standard_columns", standard_columns, out)

peer.work("fresh", lambda: run("scale * large + other"))
peer.work("in_place", lambda: run("half * large + 1", i.large), i.large)
peer.work("thousand", lambda: run("half * thousand + 1", i.thousand), i.thousand)
peer.work("small", lambda: run("(a + b) / 10"))
