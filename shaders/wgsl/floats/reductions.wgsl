// What a reduction keeps of two floats: the first of equal ones, whatever the order in which it meets them.

fn first_min_$T(a: $T, b: $T) -> $T {
    return select(b, a, (a <= b && !is_nan_$T(a)) || is_nan_$T(b));
}

fn first_max_$T(a: $T, b: $T) -> $T {
    return select(b, a, (a >= b && !is_nan_$T(a)) || is_nan_$T(b));
}

fn first_minimum_$T(a: $T, b: $T) -> $T {
    return minimum_$T(a, b);
}

fn first_maximum_$T(a: $T, b: $T) -> $T {
    return maximum_$T(a, b);
}

// Whether the second element wins: where it is better, or equal and stands before the first.
fn argmin_$T(a: $T, place: u32, b: $T, other: u32) -> bool {
    let better = (b < a && !is_nan_$T(b)) || (is_nan_$T(a) && !is_nan_$T(b));
    let equal = a == b || (is_nan_$T(a) && is_nan_$T(b));
    return better || (equal && other < place);
}

fn argmax_$T(a: $T, place: u32, b: $T, other: u32) -> bool {
    let better = (b > a && !is_nan_$T(b)) || (is_nan_$T(a) && !is_nan_$T(b));
    let equal = a == b || (is_nan_$T(a) && is_nan_$T(b));
    return better || (equal && other < place);
}
