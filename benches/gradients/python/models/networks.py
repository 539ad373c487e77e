"""Layers of networks, in single precision; the twin of `networks.rs`."""

import jax.numpy as jnp
from jax.nn import sigmoid
from jax.scipy.special import erf


def layer_norm(x, g, b):
    d = x - jnp.mean(x, axis=1, keepdims=True)
    return jnp.sum(d / jnp.sqrt(jnp.mean(d**2, axis=1, keepdims=True) + 0.01) * g + b * d**2)


def batch_norm(x, g, b):
    standard = (x - jnp.mean(x, axis=0)) / jnp.sqrt(jnp.var(x, axis=0) + 0.01)
    return jnp.sum(jnp.tanh(standard * g + b))


def rms_norm(x, g):
    return jnp.sum((x / jnp.sqrt(jnp.mean(x**2, axis=2, keepdims=True) + 0.1) * g) ** 3)


def attention_with_a_mask(q, k, v, t):
    n = q.shape[0]
    s = q @ k.T * 0.2 + t
    e = jnp.where(jnp.tri(n, dtype=bool), jnp.exp(s - jnp.max(s, axis=1, keepdims=True)), 0)
    p = e / jnp.sum(e, axis=1, keepdims=True)
    return jnp.sum((p @ v) ** 2)


def gelu_by_erf(x, w, b, half):
    z = x @ w + b
    return jnp.sum(0.5 * z * (1 + erf(z * half)))


def two_layers(x, w, b, u):
    return jnp.sum(sigmoid(jnp.tanh(x @ w + b) @ u))


def a_gated_unit(x, u, v):
    a = x * u
    return jnp.sum(a * sigmoid(a) * (x + v))


def a_step_of_long_memory(x, c, wi, wf, wo, b):
    s = sigmoid(x * wf + 1) * c + sigmoid(x * wi) * jnp.tanh(x + b)
    return sigmoid(x * wo - b) * jnp.tanh(s)


def a_gated_recurrent_step(x, h, wr, wz, wn):
    r, z = sigmoid(x * wr + h), sigmoid(x * wz - h)
    n = jnp.tanh(x * wn + r * h)
    return jnp.sum(((1 - z) * n + z * h) ** 2)


def a_bag_of_words(e, w, words):
    return jnp.sum(jnp.tanh(jnp.mean(e[words], axis=1) * w))


def factors_of_ratings(u, v, b, c, who, what, y):
    p = jnp.sum(u[who] * v[what], axis=1)
    return jnp.mean((p + b[who] + c - y) ** 2) + 0.1 * (jnp.sum(u**2) + jnp.sum(v**2))
