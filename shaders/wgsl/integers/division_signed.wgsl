// Quotients of signed integers, which report a division by zero, and that of the least integer by -1.

fn divide_$T(a: $T, b: $T) -> $T {
    if (b == $T(0)) {
        raise(1u);
        return $T(0);
    }
    if (b == $T(-1)) {
        if (a != $T(0) && a == -a) {
            raise(2u);
        }
        return -a;
    }
    return a / b;
}

fn remainder_$T(a: $T, b: $T) -> $T {
    if (b == $T(0)) {
        raise(1u);
        return $T(0);
    }
    if (b == $T(-1)) {
        if (a != $T(0) && a == -a) {
            raise(2u);
        }
        return $T(0);
    }
    return a % b;
}

fn rem_euclid_$T(a: $T, b: $T) -> $T {
    let rest = remainder_$T(a, b);
    return select(rest, select(rest - b, rest + b, b > $T(0)), rest < $T(0));
}
