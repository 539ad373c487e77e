// Integers to integer powers, which wrap.

fn pow_$T(x: $T, n: u32) -> $T {
    var rest = n;
    var power = $T(1);
    var square = x;
    while (rest != 0u) {
        if ((rest & 1u) == 1u) {
            power = power * square;
        }
        rest = rest >> 1u;
        square = square * square;
    }
    return power;
}
