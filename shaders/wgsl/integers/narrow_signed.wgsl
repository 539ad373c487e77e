// What signed integers of 8 and 16 bits report otherwise than those of 32 bits: quotients of the least one by -1, and
// shifts by too many bits.

fn divide_$T(a: i32, b: i32) -> i32 {
    if (b == -1i && a == least_$T()) {
        raise(2u);
    }
    return divide_i32(a, b);
}

fn remainder_$T(a: i32, b: i32) -> i32 {
    if (b == -1i && a == least_$T()) {
        raise(2u);
    }
    return remainder_i32(a, b);
}

fn rem_euclid_$T(a: i32, b: i32) -> i32 {
    if (b == -1i && a == least_$T()) {
        raise(2u);
    }
    return rem_euclid_i32(a, b);
}

fn shift_left_$T(x: i32, bits: u32) -> i32 {
    if (bits >= bits_$T()) {
        raise(3u);
        return x;
    }
    return x << bits;
}

fn shift_right_$T(x: i32, bits: u32) -> i32 {
    if (bits >= bits_$T()) {
        raise(3u);
        return x;
    }
    return x >> bits;
}
