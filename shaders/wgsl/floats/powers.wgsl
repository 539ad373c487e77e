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
