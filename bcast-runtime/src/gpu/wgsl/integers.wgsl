// Integers as in Rust: sums, differences and products wrap; a division by zero and its like are reported.

//: u32

fn raise(kind: u32) {
    atomicMax(&raised[0], p[0].x + kind);
}

//: u32 u64

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

//: i32 i64

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

fn signum_$T(x: $T) -> $T {
    return select(select($T(0), $T(1), x > $T(0)), $T(-1), x < $T(0));
}

fn abs_$T(x: $T) -> $T {
    return select(x, -x, x < $T(0));
}

//: u32 i32

fn shift_left_$T(x: $T, bits: u32) -> $T {
    if (bits > 31u) {
        raise(3u);
        return x;
    }
    return x << bits;
}

fn shift_right_$T(x: $T, bits: u32) -> $T {
    if (bits > 31u) {
        raise(3u);
        return x;
    }
    return x >> bits;
}

//: u64 i64

fn shift_left_$T(x: $T, bits: u32) -> $T {
    if (bits > 63u) {
        raise(3u);
        return x;
    }
    return x << bits;
}

fn shift_right_$T(x: $T, bits: u32) -> $T {
    if (bits > 63u) {
        raise(3u);
        return x;
    }
    return x >> bits;
}

//: u32 i32 u64 i64

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

fn pow_$T(x: $T, n: u32) -> $T {
    var rest = n;
    var power = $T(1);
    var square = x;
    while (rest != 0u) {
        if ((rest & 1u) == 1u) {
            power = power * square;
        }
        rest = rest >> 1u;
        square = square * square;
    }
    return power;
}

//: bool

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
