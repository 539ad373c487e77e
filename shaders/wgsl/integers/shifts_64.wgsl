// Shifts of integers of 64 bits, which report a shift by too many.

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
