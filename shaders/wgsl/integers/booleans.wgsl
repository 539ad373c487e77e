// The smaller and the larger of two truth values.

fn min_bool(a: bool, b: bool) -> bool {
    return a & b;
}

fn max_bool(a: bool, b: bool) -> bool {
    return a | b;
}

fn minimum_bool(a: bool, b: bool) -> bool {
    return a & b;
}

fn maximum_bool(a: bool, b: bool) -> bool {
    return a | b;
}
