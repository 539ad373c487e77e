// The smaller and the larger of two floats, and limits.

fn min_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(a)) {
        return b;
    }
    return select(a, b, b < a && !is_nan_$T(b));
}

fn max_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(a)) {
        return b;
    }
    return select(a, b, b > a && !is_nan_$T(b));
}

fn minimum_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(b) && !is_nan_$T(a)) {
        return b;
    }
    return select(b, a, a < b || (a == b && is_negative_$T(a)) || is_nan_$T(a));
}

fn maximum_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(b) && !is_nan_$T(a)) {
        return b;
    }
    return select(b, a, a > b || (a == b && !is_negative_$T(a)) || is_nan_$T(a));
}

fn clamp_$T(x: $T, low: $T, high: $T) -> $T {
    return min_$T(max_$T(x, low), high);
}
