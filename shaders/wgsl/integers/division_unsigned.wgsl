// Quotients of unsigned integers, which report a division by zero.

fn divide_$T(a: $T, b: $T) -> $T {
    if (b == $T(0)) {
        raise(1u);
        return $T(0);
    }
    return a / b;
}

fn remainder_$T(a: $T, b: $T) -> $T {
    if (b == $T(0)) {
        raise(1u);
        return $T(0);
    }
    return a % b;
}

fn rem_euclid_$T(a: $T, b: $T) -> $T {
    return remainder_$T(a, b);
}
