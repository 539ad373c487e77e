// Floats to integers as Rust's `as`: the nearest integer towards zero that there is, and 0 for NaN.

fn i32_from_$T(x: $T) -> i32 {
    if (is_nan_$T(x)) {
        return 0i;
    }
    if (x >= $T(2147483648.0)) {
        return 2147483647i;
    }
    if (x <= $T(-2147483648.0)) {
        return bitcast<i32>(0x80000000u);
    }
    return i32(x);
}

fn u32_from_$T(x: $T) -> u32 {
    if (is_nan_$T(x) || x <= $T(0)) {
        return 0u;
    }
    if (x >= $T(4294967296.0)) {
        return 0xffffffffu;
    }
    return u32(x);
}

fn i64_from_$T(x: $T) -> i64 {
    if (is_nan_$T(x)) {
        return 0li;
    }
    if (x >= $T(9223372036854775808.0)) {
        return bitcast<i64>(0x7ffffffffffffffflu);
    }
    if (x <= $T(-9223372036854775808.0)) {
        return bitcast<i64>(0x8000000000000000lu);
    }
    return i64(x);
}

fn u64_from_$T(x: $T) -> u64 {
    if (is_nan_$T(x) || x <= $T(0)) {
        return 0lu;
    }
    if (x >= $T(18446744073709551616.0)) {
        return 0xfffffffffffffffflu;
    }
    return u64(x);
}
