// Unsigned integers of 8 and 16 bits, whose sums and products 32 bits hold: the exact result, or the end of the type
// that lies nearest.

fn saturating_plus_$T(a: u32, b: u32) -> u32 {
    return min(a + b, most_$T());
}

fn saturating_minus_$T(a: u32, b: u32) -> u32 {
    return a - min(a, b);
}

fn saturating_times_$T(a: u32, b: u32) -> u32 {
    return min(a * b, most_$T());
}

fn saturating_shift_left_$T(x: u32, n: i32) -> u32 {
    if (n < 0i) {
        return x >> min(u32(-n), 31u);
    }
    return min(x << min(u32(n), bits_$T()), most_$T());
}

fn saturating_shift_right_$T(x: u32, n: i32) -> u32 {
    return saturating_shift_left_$T(x, -n);
}

fn saturating_power_$T(x: u32, n: u32) -> u32 {
    var rest = n;
    var power = u32(1);
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
