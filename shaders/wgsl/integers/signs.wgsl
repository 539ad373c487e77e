// Signs of integers.

fn signum_$T(x: $T) -> $T {
    return select(select($T(0), $T(1), x > $T(0)), $T(-1), x < $T(0));
}

// WGSL has one of 32 bits.
fn abs_i64(x: i64) -> i64 {
    return select(x, -x, x < 0li);
}
