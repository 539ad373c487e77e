"""The peers' works in NumPy: one thread, an array for every part; the last step writes into `out`."""

import numpy as np

from inputs import Inputs
from protocol import Peer

peer = Peer(f"NumPy {np.__version__}")
i = Inputs(peer.type)
x, y, z, v, w, a, b = i.x, i.y, i.z, i.v, i.w, i.a, i.b
down = w[:, None]
out, columns, cuboid = np.empty_like(x), np.empty_like(v), np.empty_like(i.c)


def softmax() -> None:
    e = np.exp(z - z.max(axis=1, keepdims=True))
    np.divide(e, e.sum(axis=1, keepdims=True), out=out)


def layer_norm() -> None:
    d = x - x.mean(axis=1, keepdims=True)
    np.add(d / np.sqrt((d * d).mean(axis=1, keepdims=True) + 1e-5) * v, w, out=out)


def standard_columns() -> None:
    d = x - x.mean(axis=0)
    np.divide(d, np.sqrt((d * d).mean(axis=0) + 1e-5), out=out)


def in_place(array: np.ndarray) -> None:
    array *= 0.5
    array += 1


peer.work("axpy", lambda: np.add(2.5 * x, y, out=out), out)
peer.work("normalise", lambda: np.divide(x - v, down, out=out), out)
peer.work("cuboid", lambda: np.multiply(i.c - i.m[:, None, :], i.s[:, None], out=cuboid), cuboid)
peer.work("transpose", lambda: np.add(x, y.T, out=out), out)
peer.work("outer", lambda: np.sqrt((down - v) ** 2 + 1, out=out), out)
peer.work("hoisted", lambda: np.divide(x, np.exp(down), out=out), out)
peer.work("choice", lambda: np.where(x > y, x, 2 * y))

peer.work("exp_sin_ln", lambda: np.add(np.exp(-x * x) * np.sin(y), np.log(x + 1), out=out), out)
peer.work("tanh", lambda: np.tanh(z, out=out), out)
peer.work("sigmoid", lambda: np.divide(1, 1 + np.exp(-z), out=out), out)
peer.work("pow", lambda: np.power(x, y, out=out), out)
peer.work("atan2", lambda: np.arctan2(z, y, out=out), out)

peer.work("sum_squares", lambda: np.sum(x**2 + y**2))
peer.work("column_sums", lambda: np.sum(x, axis=0, out=columns), columns)
peer.work("softmax", softmax, out)
peer.work("layer_norm", layer_norm, out)
peer.work("standard_columns", standard_columns, out)

peer.work("fresh", lambda: 2.5 * i.large + i.other)
peer.work("in_place", lambda: in_place(i.large), i.large)
peer.work("thousand", lambda: in_place(i.thousand), i.thousand)
peer.work("small", lambda: (a + b) / 10)
