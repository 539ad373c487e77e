// Unsigned integers of 32 and 64 bits: the exact result, or the end of the type that lies nearest.

fn saturating_plus_$T(a: $T, b: $T) -> $T {
    let sum = a + b;
    return select(sum, most_$T(), sum < a);
}

fn saturating_minus_$T(a: $T, b: $T) -> $T {
    return select(a - b, $T(0), b > a);
}

fn saturating_times_$T(a: $T, b: $T) -> $T {
    if (a == $T(0)) {
        return a;
    }
    let product = a * b;
    return select(most_$T(), product, product / a == b);
}
