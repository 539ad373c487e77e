"""The peers' works in numba: loops by hand, over all cores, into `out`. Compiled with fast floating point, which divides
by products and adds in any order; as the peer `numba_exact` without."""

import math
import os

import numba
import numpy as np
from numba import njit, prange

from inputs import Inputs
from protocol import Peer

peer = Peer(f"numba {numba.__version__}, {numba.get_num_threads()} threads, SVML {bool(numba.config.USING_SVML)}")
i = Inputs(peer.type)
x, y, z, v, w, a, b = i.x, i.y, i.z, i.v, i.w, i.a, i.b
out, columns, cuboid = np.empty_like(x), np.empty_like(v), np.empty_like(i.c)

# Python's numbers are double precision: those that meet the elements are given their type.
SCALE, HALF, ONE, TWO, TEN, SMALL = (peer.type(value) for value in (2.5, 0.5, 1, 2, 10, 1e-5))
LEAST = peer.type(-np.inf)

fast = os.environ.get("PEER") != "numba_exact"
spread = njit(parallel=True, fastmath=fast, cache=True)
serial = njit(fastmath=fast, cache=True)


@spread
def axpy(x, y, out):
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = SCALE * x[r, k] + y[r, k]


@spread
def normalise(x, v, w, out):
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = (x[r, k] - v[k]) / w[r]


@spread
def centre(c, m, s, out):
    for p in prange(c.shape[0]):
        for r in range(c.shape[1]):
            for k in range(c.shape[2]):
                out[p, r, k] = (c[p, r, k] - m[p, k]) * s[r]


@spread
def transpose(x, y, out):
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = x[r, k] + y[k, r]


@spread
def outer(w, v, out):
    for r in prange(w.shape[0]):
        for k in range(v.shape[0]):
            out[r, k] = np.sqrt((w[r] - v[k]) ** 2 + ONE)


@spread
def hoisted(x, w, out):
    for r in prange(x.shape[0]):
        scale = np.exp(w[r])
        for k in range(x.shape[1]):
            out[r, k] = x[r, k] / scale


@spread
def choice(x, y, out):
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = x[r, k] if x[r, k] > y[r, k] else TWO * y[r, k]


@spread
def exp_sin_ln(x, y, out):
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = np.exp(-x[r, k] * x[r, k]) * np.sin(y[r, k]) + np.log(x[r, k] + ONE)


@spread
def tanh(z, out):
    for r in prange(z.shape[0]):
        for k in range(z.shape[1]):
            out[r, k] = np.tanh(z[r, k])


@spread
def sigmoid(z, out):
    for r in prange(z.shape[0]):
        for k in range(z.shape[1]):
            out[r, k] = ONE / (ONE + np.exp(-z[r, k]))


@spread
def power(x, y, out):
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = x[r, k] ** y[r, k]


@spread
def atan2(z, y, out):
    for r in prange(z.shape[0]):
        for k in range(z.shape[1]):
            out[r, k] = np.arctan2(z[r, k], y[r, k])


@spread
def erf(z, out):
    for r in prange(z.shape[0]):
        for k in range(z.shape[1]):
            out[r, k] = math.erf(z[r, k])


@spread
def sum_squares(x, y):
    total = x.dtype.type(0)
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            total += x[r, k] ** 2 + y[r, k] ** 2
    return total


@spread
def column_sums(x, out):
    total = np.zeros_like(out)
    for r in prange(x.shape[0]):
        total += x[r]
    out[:] = total


@spread
def softmax(z, out):
    for r in prange(z.shape[0]):
        most = LEAST
        for k in range(z.shape[1]):
            most = max(most, z[r, k])
        total = z.dtype.type(0)
        for k in range(z.shape[1]):
            out[r, k] = np.exp(z[r, k] - most)
            total += out[r, k]
        for k in range(z.shape[1]):
            out[r, k] /= total


@spread
def layer_norm(x, v, w, out):
    for r in prange(x.shape[0]):
        mean = x.dtype.type(0)
        for k in range(x.shape[1]):
            mean += x[r, k]
        mean /= x.dtype.type(x.shape[1])
        variance = x.dtype.type(0)
        for k in range(x.shape[1]):
            variance += (x[r, k] - mean) ** 2
        deviation = np.sqrt(variance / x.dtype.type(x.shape[1]) + SMALL)
        for k in range(x.shape[1]):
            out[r, k] = (x[r, k] - mean) / deviation * v[k] + w[k]


@spread
def standard_columns(x, out):
    count = x.dtype.type(x.shape[0])
    mean = np.zeros_like(x[0])
    for r in prange(x.shape[0]):
        mean += x[r]
    mean /= count
    variance = np.zeros_like(mean)
    for r in prange(x.shape[0]):
        variance += (x[r] - mean) ** 2
    deviation = np.sqrt(variance / count + SMALL)
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = (x[r, k] - mean[k]) / deviation[k]


@spread
def fresh(x, y):
    out = np.empty_like(x)
    for r in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[r, k] = SCALE * x[r, k] + y[r, k]
    return out


@spread
def in_place(array):
    for r in prange(array.shape[0]):
        for k in range(array.shape[1]):
            array[r, k] = HALF * array[r, k] + ONE


@serial
def thousand(array):
    for k in range(array.shape[0]):
        array[k] = HALF * array[k] + ONE


@serial
def small(a, b):
    out = np.empty_like(a)
    for r in range(a.shape[0]):
        for k in range(a.shape[1]):
            out[r, k] = (a[r, k] + b[k]) / TEN
    return out


peer.work("axpy", lambda: axpy(x, y, out), out)
peer.work("normalise", lambda: normalise(x, v, w, out), out)
peer.work("cuboid", lambda: centre(i.c, i.m, i.s, cuboid), cuboid)
peer.work("transpose", lambda: transpose(x, y, out), out)
peer.work("outer", lambda: outer(w, v, out), out)
peer.work("hoisted", lambda: hoisted(x, w, out), out)
peer.work("choice", lambda: choice(x, y, out), out)

peer.work("exp_sin_ln", lambda: exp_sin_ln(x, y, out), out)
peer.work("tanh", lambda: tanh(z, out), out)
peer.work("sigmoid", lambda: sigmoid(z, out), out)
peer.work("pow", lambda: power(x, y, out), out)
peer.work("atan2", lambda: atan2(z, y, out), out)
peer.work("erf", lambda: erf(z, out), out)

peer.work("sum_squares", lambda: sum_squares(x, y))
peer.work("column_sums", lambda: column_sums(x, columns), columns)
peer.work("softmax", lambda: softmax(z, out), out)
peer.work("layer_norm", lambda: layer_norm(x, v, w, out), out)
peer.work("standard_columns", lambda: standard_columns(x, out), out)

peer.work("fresh", lambda: fresh(i.large, i.other))
peer.work("in_place", lambda: in_place(i.large), i.large)
peer.work("thousand", lambda: thousand(i.thousand), i.thousand)
peer.work("small", lambda: small(a, b))
