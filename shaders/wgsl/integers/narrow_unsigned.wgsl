// Shifts of unsigned integers of 8 and 16 bits, which report a shift by too many.

fn shift_left_$T(x: u32, bits: u32) -> u32 {
    if (bits >= bits_$T()) {
        raise(3u);
        return x;
    }
    return x << bits;
}

fn shift_right_$T(x: u32, bits: u32) -> u32 {
    if (bits >= bits_$T()) {
        raise(3u);
        return x;
    }
    return x >> bits;
}
