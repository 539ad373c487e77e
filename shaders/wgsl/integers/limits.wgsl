// Limits of integers of 32 and 64 bits.

fn bits_i32() -> u32 {
    return 32u;
}

fn least_i32() -> i32 {
    return bitcast<i32>(0x80000000u);
}

fn most_i32() -> i32 {
    return 0x7fffffffi;
}

fn bits_u32() -> u32 {
    return 32u;
}

fn least_u32() -> u32 {
    return 0u;
}

fn most_u32() -> u32 {
    return 0xffffffffu;
}

fn bits_i64() -> u32 {
    return 64u;
}

fn least_i64() -> i64 {
    return bitcast<i64>(0x8000000000000000lu);
}

fn most_i64() -> i64 {
    return 0x7fffffffffffffffli;
}

fn bits_u64() -> u32 {
    return 64u;
}

fn least_u64() -> u64 {
    return 0lu;
}

fn most_u64() -> u64 {
    return 0xfffffffffffffffflu;
}
