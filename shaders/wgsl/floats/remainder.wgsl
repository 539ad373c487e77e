// Remainders of floats, exact as Rust's.

// The exact remainder with the sign of `a`: multiples of `b` by powers of two, each of whose differences is exact.
fn remainder_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(b) || !is_finite_$T(a) || b == $T(0)) {
        return nan_$T();
    }
    var rest = abs(a);
    let least = abs(b);
    if (rest < least) {
        return a;
    }
    var part = least;
    let half = rest * $T(0.5);
    while (part <= half) {
        part = part + part;
    }
    loop {
        if (rest >= part) {
            rest = rest - part;
        }
        if (part <= least) {
            break;
        }
        part = part * $T(0.5);
    }
    return copysign_$T(rest, a);
}

fn rem_euclid_$T(a: $T, b: $T) -> $T {
    let rest = remainder_$T(a, b);
    return select(rest, rest + abs(b), rest < $T(0));
}
