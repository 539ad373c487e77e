"""Minimax polynomials of bcast-runtime/src/math, by Remez' exchange algorithm.

    python minimax.py            # needs mpmath and numpy; prints coefficients from the lowest up, and the largest error

Errors are those after the coefficients were rounded to their type.
"""
import numpy as np
import struct
import sys
from mpmath import mp, mpf, matrix, lu_solve, pi, cos, exp, log, sinh, cosh, atan, asin, sin, sqrt, erf, erfc, tanh, expm1, log1p, loggamma, euler, zeta

mp.prec = 220

def single(c):
    return mpf(struct.unpack('f', struct.pack('f', float(c)))[0])

def double(c):
    return mpf(float(c))

def remez(f, w, a, b, degree):
    """Coefficients and the equal error |w (p - f)|."""
    n = degree + 2
    xs = [(a + b) / 2 + (a - b) / 2 * cos(pi * i / (n - 1)) for i in range(n)]
    grid = [(a + b) / 2 + (a - b) / 2 * cos(pi * mpf(i) / 600) for i in range(601)]
    fs = [(u, f(u), w(u)) for u in grid]
    for _ in range(12):
        A = matrix(n, n)
        y = matrix(n, 1)
        for i, u in enumerate(xs):
            for k in range(n - 1):
                A[i, k] = u ** k
            A[i, n - 1] = (-1) ** i / w(u)
            y[i] = f(u)
        c = lu_solve(A, y)
        def err(u, fu, wu):
            s = mpf(0)
            for k in reversed(range(n - 1)):
                s = s * u + c[k]
            return (s - fu) * wu
        e = [(err(*t), t[0]) for t in fs]
        # The largest error of each run of one sign.
        runs = []
        for v, u in e:
            if runs and (runs[-1][0] > 0) == (v > 0):
                if abs(v) > abs(runs[-1][0]):
                    runs[-1] = (v, u)
            else:
                runs.append((v, u))
        while len(runs) > n:
            runs.pop(0 if abs(runs[0][0]) < abs(runs[-1][0]) else -1)
        if len(runs) < n:
            break
        xs = [u for _, u in runs]
        if max(abs(v) for v, _ in runs) < abs(c[n - 1]) * mpf('1.001'):
            break
    return [c[k] for k in range(n - 1)], max(abs(v) for v, _ in e)

def rounded(f, w, a, b, degree, to):
    c = [to(c) for c in remez(f, w, a, b, degree)[0]]
    worst = max(abs((sum(c * u ** i for i, c in enumerate(c)) - f(u)) * w(u))
                for u in [a + (b - a) * mpf(i) / 400 for i in range(401)])
    return c, worst

def in_turn(f, w, a, b, degree, iterations=60):
    """Coefficients in single precision, each rounded before the next ones are fitted: they make up for it. The fits are
    least squares whose weights grow where the error is large (Lawson's algorithm)."""
    place = [(a + b) / 2 + (b - a) / 2 * cos(pi * mpf(i) / 2400) for i in range(2401)]
    x, left, weight = (np.array([float(g(u)) for u in place]) for g in (lambda u: u, f, w))
    fixed = []
    while len(fixed) <= degree:
        powers = np.stack([x ** k for k in range(len(fixed), degree + 1)], 1)
        emphasis, best = np.ones_like(x), None
        for _ in range(iterations):
            scale = np.sqrt(emphasis) * weight
            c = np.linalg.lstsq(powers * scale[:, None], left * scale, rcond=None)[0]
            error = np.abs(weight * (powers @ c - left))
            if best is None or error.max() < best[0]:
                best = error.max(), c[0]
            emphasis = emphasis * (error / error.max() + 1e-3)
            emphasis /= emphasis.mean()
        fixed.append(float(np.float32(best[1])))
        left = left - fixed[-1] * x ** (len(fixed) - 1)
    return fixed, mpf(float(np.abs(weight * left).max()))

def tail(f, at_zero):
    """`f`, with its value where the quotient would be 0/0."""
    return lambda u: at_zero if abs(u) < mpf(2) ** -60 else f(u)

half = log(2) / 2 * mpf('1.0001')
eighth = sqrt(2) - 1
turn = pi / 4 * mpf('1.0001')
s = mpf('0.17158')
one = lambda u: mpf(1)
K = mpf(4)
def erfcx_of(t):
    # (1 + 2x) exp(x^2) erfc(x) at t = (x - K) / (x + K)
    x = K * (1 + t) / (1 - t) if t < 1 else mpf('inf')
    if x > mpf(10) ** 8:
        return 2 / sqrt(pi) * (1 + 1 / (2 * x))
    old, mp.prec = mp.prec, mp.prec + 20
    try:
        if x > 60:  # asymptotic series
            z = 1 / (2 * x * x)
            total, term, k = mpf(1), mpf(1), 1
            while abs(term) > mpf(2) ** -200 and k < 900:
                term *= -(2 * k - 1) * z
                total += term
                k += 1
            return (1 + 2 * x) * total / (x * sqrt(pi))
        mp.prec = 240 + int(x * x * 1.5)
        return (1 + 2 * x) * exp(x * x) * erfc(x)
    finally:
        mp.prec = old

def erf_alone(v):
    return erf(sqrt(v + mpf('0.5'))) / sqrt(v + mpf('0.5')) - 1 if v > mpf('-0.5') else 2 / sqrt(pi) - 1

# name: function of u, weight, from, to, degree in f32, degree in f64
table = {
    'exp': (tail(lambda r: (exp(r) - 1 - r) / r ** 2, mpf(1) / 2), lambda r: max(abs(r), mpf('0.05')), -half, half, 4, 10),
    'exp_alone': (tail(lambda r: (exp(r) - 1 - r) / r ** 2, mpf(1) / 2), lambda r: max(abs(r), mpf('0.05')) ** 2 * (2 if r < 0 else 1), -half, half, 4, 9),
    'exp2': (tail(lambda f: (exp(f * log(2)) - 1) / f, log(2)), lambda f: max(abs(f), mpf('0.02')), -mpf('0.5'), mpf('0.5'), 5, 10),
    'exp2_rest': (tail(lambda f: ((exp(f * log(2)) - 1) / f - log(2)) / f, log(2) ** 2 / 2), lambda f: max(abs(f), mpf('0.05')) ** 2 * (2 if f < 0 else 1), -mpf('0.5'), mpf('0.5'), 4, 9),
    'cosh': (tail(lambda u: (cosh(sqrt(u)) - 1) / u, mpf(1) / 2), lambda u: max(u, mpf('0.002')), mpf(0), half ** 2, 2, 5),
    'sinh': (tail(lambda u: (sinh(sqrt(u)) / sqrt(u) - 1) / u, mpf(1) / 6), lambda u: max(u, mpf('0.002')), mpf(0), half ** 2, 2, 5),
    'log': (tail(lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z, mpf(2) / 3), lambda z: max(z, mpf('0.001')), mpf(0), s ** 2, 3, 7),
    'log2_short': (tail(lambda f: log(1 + f, 2) / f, 1 / log(2)), one, sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1, 6, 12),
    'exp2_short': (lambda f: mpf(2) ** f, one, -mpf('0.5'), mpf('0.5'), 4, 6),
    'log_long': (tail(lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z, mpf(2) / 3), lambda z: max(z, mpf('0.001')), mpf(0), s ** 2, 3, 5),
    'log_wide': (tail(lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) / 2 - 1 - z / 3) / z ** 2, mpf(1) / 5), one, mpf(0), s ** 2, 4, 10),
    'atan': (tail(lambda u: (atan(sqrt(u)) / sqrt(u) - 1) / u, -mpf(1) / 3), lambda u: max(u, mpf('0.005')), mpf(0), (eighth * mpf('1.0001')) ** 2, 4, 11),
    'atan_mid': (tail(lambda u: (atan(sqrt(u)) / sqrt(u) - 1) / u, -mpf(1) / 3), lambda u: max(u, mpf('0.005')), mpf(0), (eighth * mpf('1.0001')) ** 2, 4, 6),
    'cbrt': (lambda m: m ** (-mpf(1) / 3), one, mpf('0.707'), mpf('1.4143'), 3, 4),
    'asin': (tail(lambda u: (asin(sqrt(u)) / sqrt(u) - 1) / u, mpf(1) / 6), lambda u: max(u, mpf('0.01')), mpf(0), mpf('0.2501'), 5, 13),
    'sin_mid': (tail(lambda u: (sin(sqrt(u)) / sqrt(u) - 1) / u, -mpf(1) / 6), lambda u: max(u, mpf('0.02')), mpf(0), turn ** 2, 2, 3),
    'cos_mid': (tail(lambda u: (cos(sqrt(u)) - 1) / u, -mpf(1) / 2), lambda u: max(u, mpf('0.02')), mpf(0), turn ** 2, 2, 4),
    'sin_half': (tail(lambda u: sin(pi / 2 * sqrt(u)) / sqrt(u), pi / 2), lambda u: 1 / sin(pi / 2 * sqrt(max(u, mpf(2) ** -40))) * sqrt(max(u, mpf(2) ** -40)), mpf(0), mpf('1.00001'), 3, 5),
    'ln': (tail(lambda f: (log(1 + f) - f + f ** 2 / 2) / f ** 3, mpf(1) / 3), lambda f: max(abs(f), mpf('0.02')) ** 2, sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1, 7, 19),
    # Near these middles the first coefficients are close to floats.
    'tanh_single': (lambda v: tanh(sqrt(v + mpf('0.549072265625'))) / sqrt(v + mpf('0.549072265625')) - 1 if v > -mpf('0.549072265625') else mpf(0), lambda v: sqrt(v + mpf('0.549072265625')) / tanh(sqrt(v + mpf('0.549072265625'))) if v > -mpf('0.549072265625') else mpf(1), -mpf('0.549072265625'), mpf('0.4916'), 7, 8),
    'tanh_double': (lambda v: tanh(sqrt(v + mpf('0.5068359375'))) / sqrt(v + mpf('0.5068359375')) - 1 if v > -mpf('0.5068359375') else mpf(0), lambda v: sqrt(v + mpf('0.5068359375')) / tanh(sqrt(v + mpf('0.5068359375'))) if v > -mpf('0.5068359375') else mpf(1), -mpf('0.5068359375'), mpf('0.5338640625'), 7, 16),
    'exp_twice': (tail(lambda r: (exp(2 * r) - 1 - 2 * r) / r ** 2, mpf(2)), lambda r: max(abs(r), mpf('0.02')) ** 2, -half / 2, half / 2, 4, 9),
    'erf_alone': (erf_alone, one, -mpf('0.5'), mpf('0.5001'), 6, 12),
    'log2_erfc_double': (lambda t: log(erfc(1 + t), 2), lambda t: erfc(1 + t) * log(2), mpf(0), mpf('4.95'), 9, 17),
    'atan_single': (lambda v: atan(sqrt(v + mpf('0.5'))) / sqrt(v + mpf('0.5')) - 1 if v > mpf('-0.5') else mpf(0), lambda v: sqrt(v + mpf('0.5')) / atan(sqrt(v + mpf('0.5'))) if v > mpf('-0.5') else mpf(1), -mpf('0.5'), mpf('0.5001'), 9, 10),
    'sin': (tail(lambda u: (sin(sqrt(u)) / sqrt(u) - 1) / u, -mpf(1) / 6), lambda u: max(u, mpf('0.02')), mpf(0), turn ** 2, 2, 5),
    'cos': (tail(lambda u: (cos(sqrt(u)) - 1 + u / 2) / u ** 2, mpf(1) / 24), lambda u: max(u, mpf('0.02')) ** 2, mpf(0), turn ** 2, 2, 5),
    'erf': (tail(lambda u: erf(sqrt(u)) / sqrt(u) - 1, 2 / sqrt(pi) - 1), one, mpf(0), mpf('0.563'), 5, 11),
    'erfcx_single': (erfcx_of, one, mpf('-0.7779'), mpf('0.45'), 11, 1),
    'erfcx': (erfcx_of, one, mpf('-0.6843'), mpf('0.7505'), 9, 22),
}

S = mpf(17) / 16
def root_erfc(v):
    return sqrt(erfc(v + S))

def root_weight(start):
    # The errors of what is computed with it are largest at the start; at 4 the result has to be 1.
    return lambda v: 2 * root_erfc(v) * (1 + 2 * exp(1.5 * (start - S - v)) + exp(6 * (v + S - 4)))

# name: the same, in single precision only, with coefficients that are rounded in turn
singles = {
    'erf_alone_single': (erf_alone, one, -mpf('0.5'), mpf('1.12') ** 2 - mpf('0.5'), 6),
    'root_erfc': (root_erfc, root_weight(1), 1 - S, 4 - S, 10),
    'root_erfc_fused': (root_erfc, root_weight(mpf('1.12')), mpf('1.12') - S, 4 - S, 9),
}

def near_gamma(z):
    # ln Gamma(2 + z) / z
    return 1 - euler if abs(z) < mpf(2) ** -90 else loggamma(2 + z) / z
def stirling(u):
    # what Stirling's formula leaves, times x, at u = 1 / x^2
    if u < mpf(10) ** -12: return mpf(1) / 12 - u / 360
    x = 1 / sqrt(u)
    return x * (loggamma(x) - ((x - mpf(1) / 2) * log(x) - x + log(2 * pi) / 2))
table['near_gamma'] = (near_gamma, one, -mpf('0.5001'), mpf('0.5001'), 4, 13)
table['stirling'] = (stirling, lambda u: sqrt(u) + mpf('0.01'), mpf(0), mpf('0.1601'), 3, 7)

for name in sys.argv[1:] or singles:
    if name in singles:
        c, worst = in_turn(*singles[name])
        print(f'{name} f32, in turn: error 2^{float(log(worst) / log(2)):.1f}')
        print('    [' + ', '.join('%.9g' % x for x in c) + ']')
for name in sys.argv[1:] or table:
    if name not in table:
        continue
    f, w, a, b, d32, d64 = table[name]
    for ty, to, d in [('f32', single, d32), ('f64', double, d64)]:
        c, worst = rounded(f, w, a, b, d, to)
        if 'erfcx' in name:  # whose first coefficient is a pair
            rest = to(remez(f, w, a, b, d)[0][0] - c[0])
            worst = max(abs(rest + sum(c * u ** i for i, c in enumerate(c)) - f(u)) for u in [a + (b - a) * i / 300 for i in range(301)])
            print('    first coefficient, rest:', mp.nstr(rest, 17))
        print(f'{name} {ty}: degree {d}, error 2^{float(log(worst) / log(2)):.1f}')
        print('    [' + ', '.join(repr(float(x)) if ty == 'f64' else '%.9g' % float(x) for x in c) + ']')
        sys.stdout.flush()
