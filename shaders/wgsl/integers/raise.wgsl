// Reports an error of integers: 1 is a division by zero, 2 a quotient that overflows, 3 a shift by too many bits, 4 an
// index out of range. The largest code stays, which names the call, too.

fn raise(kind: u32) {
    atomicMax(&raised[0], p[0].x + kind);
}
