"""Energies, whose gradients are forces, and steps in time; the twin of `physics.rs`."""

import jax.numpy as jnp


def springs(x, k, l, from_, to):
    d = x[from_] - x[to]
    return jnp.sum((k + 2) * (jnp.linalg.norm(d, axis=1) - l) ** 2)


def _squares(x):
    """Of the distances of all pairs of rows."""
    return jnp.sum((x[:, None] - x) ** 2, axis=2)


def lennard_jones(x, e, s):
    # The distance of a point from itself is replaced before anything is divided by it: 0 times infinity has no slope.
    itself = jnp.eye(x.shape[0], dtype=bool)
    q = ((s[:, None] + s + 3) ** 2 / (16 * jnp.where(itself, 1, _squares(x)))) ** 3
    return 2 * e * jnp.sum(jnp.where(itself, 0, q * (q - 1)))


def charges(x, q, a):
    r = jnp.sqrt(_squares(x) + a**2)
    return jnp.sum(q[:, None] * q * jnp.exp(-r) / r) / 2


def ising(s, h, j):
    right, below = jnp.roll(s, -1, axis=1), jnp.roll(s, -1, axis=0)
    return -j * jnp.sum(jnp.cos(s - right) + jnp.cos(s - below)) - jnp.sum(h * jnp.cos(s))


def hunters_and_prey(a, b, x, y):
    for _ in range(2):
        x, y = x + 0.1 * x * (a - y), y + 0.1 * y * (b * x - 1)
    return (x - 0.5) ** 2 + y**2


def an_epidemic(s, i, beta, gamma, seen):
    new = beta * s * i
    s1, i1 = s - new, i + new - gamma * i
    i2 = i1 + beta * s1 * i1 - gamma * i1
    return jnp.mean((i2 - seen) ** 2) + jnp.mean(i2) * jnp.mean(s1)


def a_step_of_a_kalman_filter(m, p, q, r, z):
    v = jnp.exp(p) + q
    s = v + jnp.exp(r)
    k, e = v / s, z - m
    return jnp.sum(jnp.log(s) + e**2 / s) / 2 + jnp.sum((m + k * e) ** 2 + (1 - k) * v)


def diffusion(u, d, f):
    wide = jnp.pad(u, ((0, 0), (1, 1)))
    return jnp.sum((u + d * (wide[:, :-2] + wide[:, 2:] - 2 * u)) ** 2 * f)


def orbits(x, v, m):
    energies = jnp.sum(v**2, axis=1) / 2 - jnp.exp(m) / jnp.linalg.norm(x, axis=1)
    return jnp.sum(energies) + jnp.sum((x * jnp.exp(m)[:, None]) ** 2)


def waves(t, f, a, b, y):
    angle = t[:, None] * f * 3
    return jnp.mean((jnp.sum(a * jnp.sin(angle) + b * jnp.cos(angle), axis=1) - y) ** 2)
