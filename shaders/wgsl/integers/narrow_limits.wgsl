// Limits of integers of 8 and 16 bits, which are computed with as 32 bits that each step cuts.

fn bits_i8() -> u32 {
    return 8u;
}

fn bits_u8() -> u32 {
    return 8u;
}

fn bits_i16() -> u32 {
    return 16u;
}

fn bits_u16() -> u32 {
    return 16u;
}

fn least_i8() -> i32 {
    return -128i;
}

fn least_i16() -> i32 {
    return -32768i;
}

fn most_i8() -> i32 {
    return 127i;
}

fn most_u8() -> u32 {
    return 255u;
}

fn most_i16() -> i32 {
    return 32767i;
}

fn most_u16() -> u32 {
    return 65535u;
}
