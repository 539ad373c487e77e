"""Likelihoods, kernels, prices; the twin of `statistics.rs`."""

import jax.numpy as jnp
from jax.nn import logsumexp
from jax.scipy.special import erf


def a_gaussian_mixture(x, m, s, w):
    d = jnp.sum((x[:, None] - m) ** 2, axis=2)
    return -jnp.mean(logsumexp(-0.5 * d * jnp.exp(-2 * s) - 4 * s + w - logsumexp(w), axis=1))


def a_gaussian_kernel(x, c, a, l):
    k = jnp.exp(-jnp.sum((x[:, None] - c) ** 2, axis=2) / (2 * l**2))
    return jnp.sum((k @ a) ** 2)


def a_basis_of_splines(x, c):
    d = jnp.abs(x[:, None] - jnp.arange(c.shape[0]))
    b = jnp.where(d < 1, (4 - 6 * d**2 + 3 * d**3) / 6, jnp.maximum(0, 2 - d) ** 3 / 6)
    return b @ c


def prices_of_options(s, k, r, v, t, half):
    s = s[:, None]
    d = (jnp.log(s / k) + (r + v**2 / 2) * t) / (v * jnp.sqrt(t))
    e = d - v * jnp.sqrt(t)
    return s * (1 + erf(d * half)) / 2 - k * jnp.exp(-r * t) * (1 + erf(e * half)) / 2


def students_distribution(x, w, s, y, f):
    r = (y - x @ w) / jnp.exp(s)
    return jnp.mean((f + 1) / 2 * jnp.log1p(r**2 / f)) + s


def survival_times(x, w, k, t, ended):
    z = jnp.log(t) - x @ w
    return -jnp.sum(ended * (jnp.log(k) + k * z - jnp.log(t)) - jnp.exp(k * z))


def proportional_hazards(x, w, ended):
    z = x @ w
    return -jnp.sum(ended * (z - jnp.log(jnp.cumsum(jnp.exp(z)))))


def discounted_returns(r, f):
    return jnp.sum(f**2 * jnp.cumprod(1 / (1 + 0.1 * r + 0.05 * f), axis=1))


def a_curve_of_yields(b, c, d, l, t, y):
    b, c, d = b[:, None], c[:, None], d[:, None]
    u = t * l
    p = (1 - jnp.exp(-u)) / u
    return jnp.mean((b + c * p + d * (p - jnp.exp(-u)) - y) ** 2)


def counts_of_failures(x, w, r, y):
    m = jnp.exp(x @ w)
    return -jnp.sum(y * jnp.log(m / (m + r)) + r * jnp.log(r / (m + r)))


def distances_of_mahalanobis(x, m, a):
    d = x - m
    return jnp.sum(d * (d @ a.T))


def kinetics_of_enzymes(v, k, s, y):
    return jnp.sum((v * s / (k + s) - y) ** 2)


def total_variation(u, l, seen):
    d = jnp.pad(u[:, :, 1:] - u[:, :, :-1], ((0, 0), (0, 0), (0, 1)))
    return jnp.sum((u - seen) ** 2) / 2 + l * jnp.sum(jnp.sqrt(d**2 + 0.01))


def returns_for_their_risk(x, w):
    r = x @ jnp.exp(w - logsumexp(w))
    return jnp.mean(r) / jnp.std(r)
