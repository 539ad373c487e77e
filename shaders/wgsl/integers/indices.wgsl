// Indices of arrays in functions of the user's.

fn index_in(at: u32, length: u32) -> u32 {
    if (at >= length) {
        raise(4u);
        return length - 1u;
    }
    return at;
}
