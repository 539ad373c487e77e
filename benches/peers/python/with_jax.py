"""The peers' works in JAX, compiled, on all cores. Arrays cannot be written: each result is a new one, but that the
works in place give their old array away for it (`donate_argnums`)."""

import jax
import jax.numpy as jnp
from jax.scipy.special import erf

from inputs import Inputs
from protocol import Peer

peer = Peer(f"JAX {jax.__version__}, {jax.default_backend()}")
jax.config.update("jax_enable_x64", peer.kind == "f64")
i = Inputs(peer.type)
x, y, z, v, w, c, m, s, a, b = map(jnp.asarray, (i.x, i.y, i.z, i.v, i.w, i.c, i.m, i.s, i.a, i.b))
large, other, thousand = map(jnp.asarray, (i.large, i.other, i.thousand))


def work(name: str, formula, *args: jax.Array) -> None:
    compiled = jax.jit(formula)
    peer.work(name, lambda: compiled(*args).block_until_ready())


def work_in_place(name: str, formula, array: jax.Array) -> None:
    compiled = jax.jit(formula, donate_argnums=0)
    kept = [jnp.array(array)]

    def call() -> jax.Array:
        kept[0] = compiled(kept[0])
        return kept[0].block_until_ready()

    peer.work(name, call)


def layer_norm(x, v, w):
    d = x - x.mean(axis=1, keepdims=True)
    return d / jnp.sqrt((d * d).mean(axis=1, keepdims=True) + 1e-5) * v + w


def standard_columns(x):
    d = x - x.mean(axis=0)
    return d / jnp.sqrt((d * d).mean(axis=0) + 1e-5)


work("axpy", lambda x, y: 2.5 * x + y, x, y)
work("normalise", lambda x, v, w: (x - v) / w[:, None], x, v, w)
work("cuboid", lambda c, m, s: (c - m[:, None, :]) * s[:, None], c, m, s)
work("transpose", lambda x, y: x + y.T, x, y)
work("outer", lambda w, v: jnp.sqrt((w[:, None] - v) ** 2 + 1), w, v)
work("hoisted", lambda x, w: x / jnp.exp(w)[:, None], x, w)
work("choice", lambda x, y: jnp.where(x > y, x, 2 * y), x, y)

work("exp_sin_ln", lambda x, y: jnp.exp(-x * x) * jnp.sin(y) + jnp.log(x + 1), x, y)
work("tanh", jnp.tanh, z)
work("sigmoid", jax.nn.sigmoid, z)
work("pow", jnp.power, x, y)
work("atan2", jnp.arctan2, z, y)
work("erf", erf, z)

work("sum_squares", lambda x, y: jnp.sum(x**2 + y**2), x, y)
work("column_sums", lambda x: x.sum(axis=0), x)
work("softmax", lambda z: jax.nn.softmax(z, axis=1), z)
work("layer_norm", layer_norm, x, v, w)
work("standard_columns", standard_columns, x)

work("fresh", lambda x, y: 2.5 * x + y, large, other)
work_in_place("in_place", lambda array: 0.5 * array + 1, large)
work_in_place("thousand", lambda array: 0.5 * array + 1, thousand)
work("small", lambda a, b: (a + b) / 10, a, b)
