"""Largest errors in double precision, against mpmath (gmpy2 makes it faster).

    cargo run --release -p bcast-math --bin points -- exp 100000 | python errors.py exp
    python errors.py exp --table 40 < points      # the worst arguments, with their exact results
"""
import struct
import sys
from mpmath import mp, mpf, inf, isnan, isinf
import mpmath as m

mp.prec = 160
f64 = lambda text: struct.unpack('>d', bytes.fromhex(text))[0]

def expm1(x):
    return m.expm1(x)

def precise(bits, f):
    def g(*a):
        with mp.workprec(bits):
            return +f(*a)
    return g

def gentle(f):
    """With bits enough for results near 0 and near 1."""
    def g(x):
        extra = 2 * max(0, -m.mag(x)) if x else 0
        with mp.workprec(200 + min(int(extra), 2300)):
            return +f(x)
    return g

def sigmoid(x):
    return 1 / (1 + m.exp(-x))

exact = {
    'exp': m.exp, 'exp2': lambda x: m.exp(x * m.log(2)), 'exp_m1': gentle(lambda x: m.expm1(x)),
    'sigmoid': precise(250, sigmoid), 'tanh': gentle(m.tanh), 'ln': precise(220, m.log), 'log2': precise(220, lambda x: m.log(x) / m.log(2)),
    'log10': precise(220, lambda x: m.log(x) / m.log(10)), 'ln_1p': gentle(lambda x: m.log1p(x)), 'sinh': gentle(m.sinh),
    'cosh': m.cosh, 'erf': gentle(m.erf), 'erfc': precise(200, m.erfc), 'atan': gentle(m.atan), 'asin': gentle(m.asin),
    'acos': precise(300, m.acos), 'asinh': gentle(m.asinh), 'acosh': precise(300, m.acosh), 'atanh': gentle(m.atanh),
    'cbrt': lambda x: m.cbrt(abs(x)) * (-1 if x < 0 else 1), 'sin': precise(1300, m.sin), 'cos': precise(1300, m.cos), 'tan': precise(1300, m.tan),
    'ln_gamma': precise(300, lambda x: m.log(abs(m.gamma(x))) if abs(x) < 1000 else m.re(m.loggamma(x))),
    'powf': precise(220, lambda x, y: m.power(x, y)), 'atan2': precise(300, lambda y, x: m.atan2(y, x)),
    'hypot': precise(300, lambda x, y: m.sqrt(x * x + y * y)),
}
inside = {
    'ln': lambda x: x > 0, 'log2': lambda x: x > 0, 'log10': lambda x: x > 0, 'ln_1p': lambda x: x > -1,
    'asin': lambda x: abs(x) <= 1, 'acos': lambda x: abs(x) <= 1, 'acosh': lambda x: x >= 1, 'atanh': lambda x: abs(x) < 1,
    'powf': lambda x, y: x > 0,
}
# Beyond, the results are constant, zero or infinite: the ends are tests of their own.
limits = {'exp': 800, 'exp2': 1100, 'exp_m1': 800, 'sigmoid': 800, 'tanh': 100, 'sinh': 800, 'cosh': 800, 'erf': 10, 'erfc': 30}

def unit(want):
    e = max(int(m.mag(want)) - 1, -1022)
    return mpf(2) ** (e - 52)

def main():
    name = sys.argv[1]
    f = exact[name]
    rows, all_ = [], 0
    for line in sys.stdin:
        *x, y = line.split()
        a = [f64(t) for t in x]
        have = f64(y)
        if any(v != v or v in (float('inf'), float('-inf')) for v in a) or not inside.get(name, lambda *_: True)(*a):
            continue
        if abs(a[0]) > limits.get(name, 1e400):
            continue
        if name == 'powf' and abs(a[1] * float(m.log(a[0]))) > 800:
            continue
        want = f(*[mpf(v) for v in a])
        if want == 0:
            continue
        if abs(want) >= mpf(2) ** 1024 - mpf(2) ** 970:
            off = 0 if abs(have) == float('inf') else 1e9
        elif have != have or abs(have) == float('inf'):
            off = 1e9
        else:
            off = float(abs(mpf(have) - want) / unit(want))
        all_ += 1
        rows.append((off, line.split()[:-1], want))
    rows.sort(key=lambda r: -r[0])
    if '--table' in sys.argv:
        count = int(sys.argv[sys.argv.index('--table') + 1])
        for off, x, want in rows[:count]:
            high = float(want)
            low = float((want - mpf(high)) / unit(want))
            print(' '.join(x), struct.pack('>d', high).hex(), '%.6f' % low)
    else:
        print('%-8s %.4f at %s (%d arguments)' % (name, rows[0][0], ' '.join(repr(f64(t)) for t in rows[0][1]), all_))

main()
