"""What is minimised; the twin of `losses.rs`."""

import jax.numpy as jnp
from jax.nn import logsumexp, sigmoid


def least_squares(x, w, b, y):
    return jnp.mean((x @ w + b - y) ** 2)


def elastic_net(x, w, l, r, y):
    squares = jnp.mean((x @ w - y) ** 2) / 2
    return squares + l * (r * jnp.sum(jnp.abs(w)) + (1 - r) * jnp.sum(w**2) / 2)


def logistic(x, w, b, y):
    return jnp.mean(jnp.log1p(jnp.exp(-y * (x @ w + b))))


def softmax_cross_entropy(s, b, c, t):
    z = s * (1.5 + c) + b
    return jnp.mean(logsumexp(z, axis=1) - jnp.sum(t * z, axis=1))


def hinge(x, w, b, y):
    return jnp.mean(jnp.maximum(0, 1 - y * (x @ w + b))) + 0.1 * jnp.sum(w**2)


def huber(x, w, d, y):
    r = x @ w - y
    return jnp.mean(jnp.where(jnp.abs(r) <= d, r**2 / 2, d * (jnp.abs(r) - d / 2)))


def quantiles(x, w, q, y):
    r = y - x @ w
    return jnp.mean(jnp.maximum(q * r, (q - 1) * r))


def poisson(x, w, o, y):
    z = x @ w + o
    return jnp.mean(jnp.exp(z) - y * z)


def focal(z, b, g, y):
    p = sigmoid(z + b)
    return -jnp.mean(y * (1 - p) ** g * jnp.log(p) + (1 - y) * p**g * jnp.log(1 - p))


def triplets(a, p, n):
    near, far = jnp.sum((a - p) ** 2, axis=1), jnp.sum((a - n) ** 2, axis=1)
    return jnp.sum(jnp.maximum(0, near - far + 0.5))


def cosines(a, b):
    sizes = jnp.linalg.norm(a, axis=1) * jnp.linalg.norm(b, axis=1)
    return 1 - jnp.mean(jnp.sum(a * b, axis=1) / sizes)


def relative_entropy(a, b):
    p, q = a - logsumexp(a, axis=1, keepdims=True), b - logsumexp(b)
    return jnp.sum(jnp.exp(p) * (p - q))


def contrastive(z, w, t):
    return jnp.mean(logsumexp(z @ w.T / t, axis=1)) - jnp.mean(jnp.sum(z * w, axis=1) / t)


def overlap(z, t):
    p = sigmoid(z)
    both = jnp.sum(p * t, axis=1)
    return jnp.mean(1 - 2 * both / (jnp.sum(p, axis=1) + jnp.sum(t, axis=1) + 1))
