// Rounding and signs of floats as Rust has them.

fn signum_$T(x: $T) -> $T {
    return select(copysign_$T($T(1), x), x, is_nan_$T(x));
}

fn floor_$T(x: $T) -> $T {
    let whole = trunc_$T(x);
    return select(whole, whole - $T(1), whole > x);
}

fn ceil_$T(x: $T) -> $T {
    let whole = trunc_$T(x);
    return select(whole, whole + $T(1), whole < x);
}

fn fract_$T(x: $T) -> $T {
    // Drivers know that trunc(ceil(x)) is ceil(x), and call the difference 0 for an infinity and a NaN.
    return select(nan_$T(), x - trunc_$T(x), is_finite_$T(x));
}

fn round_$T(x: $T) -> $T {
    let whole = trunc_$T(x);
    // The difference is exact.
    let away = abs(x - whole) >= $T(0.5);
    return select(whole, whole + copysign_$T($T(1), x), away);
}
