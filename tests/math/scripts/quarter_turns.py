"""Doubles next to multiples of pi/2, where the reduction of an angle loses most, with exact sines, cosines and tangents.

    python quarter_turns.py ../tables      # writes sin.near.txt and so on; needs mpmath

`m 2^e` is next to a multiple where `m` is the denominator of a convergent of `2^e * 2/pi`. Below 2^20, where multiples of
pi/2 are subtracted, there are also the doubles nearest to some.
"""
import struct
import sys
from mpmath import mp, mpf, cos, floor, mag, pi, sin, tan

mp.prec = 1500

def denominator(c):
    """The largest one below 2^53."""
    before, now = 0, 1
    while True:
        c = 1 / (c - floor(c))
        before, now = now, int(floor(c)) * now + before
        if now >= 2 ** 53:
            return before

closest = [mpf(denominator(mpf(2) ** e * 2 / pi)) * mpf(2) ** e for e in [*range(-52, -32), *range(-16, 971, 17), 797]]
nearest = [mpf(float(n * 3 ** k * pi / 2)) for k in range(13) for n in (1, 2)]
arguments = list(dict.fromkeys(closest + nearest))
for name, f in [('sin', sin), ('cos', cos), ('tan', tan)]:
    with open(f'{sys.argv[1]}/{name}.near.txt', 'w') as table:
        for x in arguments:
            want = f(x)
            high = float(want)
            rest = float((want - mpf(high)) / mpf(2) ** (int(mag(want)) - 53))
            bits = [struct.pack('>d', float(v)).hex() for v in (x, high)]
            print(*bits, '%.6f' % rest, file=table)
