// Shifts of unsigned integers of 8 and 16 bits by any number of bits, of which the low ones count.

fn wrapping_shift_left_$T(x: u32, bits: u32) -> u32 {
    return x << (bits & (bits_$T() - 1u));
}

fn wrapping_shift_right_$T(x: u32, bits: u32) -> u32 {
    return x >> (bits & (bits_$T() - 1u));
}
