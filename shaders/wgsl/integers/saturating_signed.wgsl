// Signed integers of 32 and 64 bits: the exact result, or the end of the type that lies nearest.

fn saturating_plus_$T(a: $T, b: $T) -> $T {
    let sum = a + b;
    return select(sum, select(most_$T(), least_$T(), a < $T(0)), ((a ^ sum) & (b ^ sum)) < $T(0));
}

fn saturating_minus_$T(a: $T, b: $T) -> $T {
    let difference = a - b;
    return select(difference, select(most_$T(), least_$T(), a < $T(0)), ((a ^ b) & (a ^ difference)) < $T(0));
}

fn saturating_negate_$T(x: $T) -> $T {
    return select(-x, most_$T(), x == least_$T());
}

fn saturating_abs_$T(x: $T) -> $T {
    return select(x, saturating_negate_$T(x), x < $T(0));
}

fn saturating_times_$T(a: $T, b: $T) -> $T {
    if (a == $T(0)) {
        return a;
    }
    if (a == $T(-1)) {
        return saturating_negate_$T(b);
    }
    let product = a * b;
    if (product / a == b) {
        return product;
    }
    return select(most_$T(), least_$T(), (a < $T(0)) != (b < $T(0)));
}

fn saturating_divide_$T(a: $T, b: $T) -> $T {
    if (b == $T(0)) {
        raise(1u);
        return $T(0);
    }
    if (b == $T(-1)) {
        return saturating_negate_$T(a);
    }
    return a / b;
}
