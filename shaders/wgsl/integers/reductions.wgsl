// What a reduction keeps of two integers: the first of equal ones, whatever the order in which it meets them.

fn first_min_$T(a: $T, b: $T) -> $T {
    return select(a, b, b < a);
}

fn first_max_$T(a: $T, b: $T) -> $T {
    return select(a, b, b > a);
}

fn first_minimum_$T(a: $T, b: $T) -> $T {
    return select(a, b, b < a);
}

fn first_maximum_$T(a: $T, b: $T) -> $T {
    return select(a, b, b > a);
}

fn argmin_$T(a: $T, place: u32, b: $T, other: u32) -> bool {
    return b < a || (b == a && other < place);
}

fn argmax_$T(a: $T, place: u32, b: $T, other: u32) -> bool {
    return b > a || (b == a && other < place);
}
