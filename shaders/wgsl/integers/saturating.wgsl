// Integers of 32 and 64 bits times powers of 2, rounded down; and powers.

fn saturating_shift_left_$T(x: $T, n: i32) -> $T {
    let bits = u32(abs(n));
    if (n < 0i) {
        if (bits >= bits_$T()) {
            return select($T(0), $T(0) - $T(1), x < $T(0));
        }
        return x >> bits;
    }
    if (x == $T(0)) {
        return x;
    }
    if (bits < bits_$T()) {
        let left = x << bits;
        if ((left >> bits) == x) {
            return left;
        }
    }
    return select(most_$T(), least_$T(), x < $T(0));
}

fn saturating_shift_right_$T(x: $T, n: i32) -> $T {
    return saturating_shift_left_$T(x, -n);
}

fn saturating_power_$T(x: $T, n: u32) -> $T {
    var rest = n;
    var power = $T(1);
    var square = x;
    while (rest != 0u) {
        if ((rest & 1u) == 1u) {
            power = saturating_times_$T(power, square);
        }
        rest = rest >> 1u;
        square = saturating_times_$T(square, square);
    }
    return power;
}
