// The smaller and the larger of two integers, and limits.

fn min_$T(a: $T, b: $T) -> $T {
    return select(a, b, b < a);
}

fn max_$T(a: $T, b: $T) -> $T {
    return select(a, b, b > a);
}

fn minimum_$T(a: $T, b: $T) -> $T {
    return select(a, b, b < a);
}

fn maximum_$T(a: $T, b: $T) -> $T {
    return select(a, b, b > a);
}

fn clamp_$T(x: $T, low: $T, high: $T) -> $T {
    return min_$T(max_$T(x, low), high);
}
