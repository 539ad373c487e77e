// Signed integers of 8 and 16 bits, whose sums and products 32 bits hold: the exact result, or the end of the type that
// lies nearest.

fn saturating_plus_$T(a: i32, b: i32) -> i32 {
    return clamp(a + b, least_$T(), most_$T());
}

fn saturating_minus_$T(a: i32, b: i32) -> i32 {
    return clamp(a - b, least_$T(), most_$T());
}

fn saturating_times_$T(a: i32, b: i32) -> i32 {
    return clamp(a * b, least_$T(), most_$T());
}

fn saturating_negate_$T(x: i32) -> i32 {
    return min(-x, most_$T());
}

fn saturating_abs_$T(x: i32) -> i32 {
    return min(abs(x), most_$T());
}

fn saturating_divide_$T(a: i32, b: i32) -> i32 {
    return min(wrapping_divide_i32(a, b), most_$T());
}

fn saturating_shift_left_$T(x: i32, n: i32) -> i32 {
    if (n < 0i) {
        return x >> min(u32(-n), 31u);
    }
    return clamp(x << min(u32(n), bits_$T()), least_$T(), most_$T());
}

fn saturating_shift_right_$T(x: i32, n: i32) -> i32 {
    return saturating_shift_left_$T(x, -n);
}

fn saturating_power_$T(x: i32, n: u32) -> i32 {
    var rest = n;
    var power = i32(1);
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
