// Shifts of integers of 32 and 64 bits by any number of bits, of which the low ones count.

fn wrapping_shift_left_$T(x: $T, bits: u32) -> $T {
    return x << (bits & (bits_$T() - 1u));
}

fn wrapping_shift_right_$T(x: $T, bits: u32) -> $T {
    return x >> (bits & (bits_$T() - 1u));
}
