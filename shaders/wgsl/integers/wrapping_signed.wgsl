// Quotients of signed integers, of which that of the least one by -1 wraps; those of 8 and 16 bits are cut.

fn wrapping_divide_$T(a: $T, b: $T) -> $T {
    if (b == $T(0)) {
        raise(1u);
        return $T(0);
    }
    if (b == $T(-1)) {
        return -a;
    }
    return a / b;
}

fn wrapping_remainder_$T(a: $T, b: $T) -> $T {
    if (b == $T(0)) {
        raise(1u);
        return $T(0);
    }
    if (b == $T(-1)) {
        return $T(0);
    }
    return a % b;
}

fn wrapping_rem_euclid_$T(a: $T, b: $T) -> $T {
    let rest = wrapping_remainder_$T(a, b);
    return select(rest, select(rest - b, rest + b, b > $T(0)), rest < $T(0));
}
