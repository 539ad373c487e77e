// Floats to integer powers.

fn powi_$T(x: $T, n: i32) -> $T {
    var rest = select(bitcast<u32>(n), bitcast<u32>(-n), n < 0);
    var power = $T(1);
    var square = x;
    while (rest != 0u) {
        if ((rest & 1u) == 1u) {
            power = power * square;
        }
        rest = rest >> 1u;
        square = square * square;
    }
    return select(power, $T(1) / power, n < 0);
}

// n x^(n - 1); that of the power 0 is 0.
fn slope_of_powi_$T(x: $T, n: i32) -> $T {
    return select($T(n) * powi_$T(x, n - 1i), $T(0), n == 0i);
}
