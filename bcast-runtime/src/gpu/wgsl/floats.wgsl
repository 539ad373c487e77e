// Floats as IEEE 754 and Rust have them. WGSL lets a compiler assume that there are no NaNs: what they decide is asked of
// their bits.

// WGSL wants no infinity among constants: a parameter that is zero hides it.

//: f32

fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn is_finite_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) < 0x7f800000u;
}

fn is_negative_f32(x: f32) -> bool {
    return (bitcast<u32>(x) >> 31u) != 0u;
}

fn copysign_f32(x: f32, sign: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));
}

fn infinity_f32() -> f32 {
    return bitcast<f32>(0x7f800000u ^ p[1].y);
}

fn nan_f32() -> f32 {
    return bitcast<f32>(0x7fc00000u ^ p[1].y);
}

//: f64

fn is_nan_f64(x: f64) -> bool {
    return (bitcast<u64>(x) & 0x7ffffffffffffffflu) > 0x7ff0000000000000lu;
}

fn is_finite_f64(x: f64) -> bool {
    return (bitcast<u64>(x) & 0x7ffffffffffffffflu) < 0x7ff0000000000000lu;
}

fn is_negative_f64(x: f64) -> bool {
    return (bitcast<u64>(x) >> 63u) != 0lu;
}

fn copysign_f64(x: f64, sign: f64) -> f64 {
    return bitcast<f64>((bitcast<u64>(x) & 0x7ffffffffffffffflu) | (bitcast<u64>(sign) & 0x8000000000000000lu));
}

fn infinity_f64() -> f64 {
    return bitcast<f64>(0x7ff0000000000000lu ^ u64(p[1].y));
}

fn nan_f64() -> f64 {
    return bitcast<f64>(0x7ff8000000000000lu ^ u64(p[1].y));
}

//: f32 f64

fn signum_$T(x: $T) -> $T {
    return select(copysign_$T($T(1), x), x, is_nan_$T(x));
}

fn fract_$T(x: $T) -> $T {
    // Drivers know that trunc(ceil(x)) is ceil(x), and call the difference 0 for an infinity and a NaN.
    return select(nan_$T(), x - trunc(x), is_finite_$T(x));
}

fn round_$T(x: $T) -> $T {
    let whole = trunc(x);
    // The difference is exact.
    let away = abs(x - whole) >= $T(0.5);
    return select(whole, whole + copysign_$T($T(1), x), away);
}

fn min_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(a)) {
        return b;
    }
    return select(a, b, b < a && !is_nan_$T(b));
}

fn max_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(a)) {
        return b;
    }
    return select(a, b, b > a && !is_nan_$T(b));
}

fn minimum_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(b) && !is_nan_$T(a)) {
        return b;
    }
    return select(b, a, a < b || (a == b && is_negative_$T(a)) || is_nan_$T(a));
}

fn maximum_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(b) && !is_nan_$T(a)) {
        return b;
    }
    return select(b, a, a > b || (a == b && !is_negative_$T(a)) || is_nan_$T(a));
}

fn clamp_$T(x: $T, low: $T, high: $T) -> $T {
    return min_$T(max_$T(x, low), high);
}

// The exact remainder with the sign of `a`: multiples of `b` by powers of two, each of whose differences is exact.
fn remainder_$T(a: $T, b: $T) -> $T {
    if (is_nan_$T(b) || !is_finite_$T(a) || b == $T(0)) {
        return nan_$T();
    }
    var rest = abs(a);
    let least = abs(b);
    if (rest < least) {
        return a;
    }
    var part = least;
    let half = rest * $T(0.5);
    while (part <= half) {
        part = part + part;
    }
    loop {
        if (rest >= part) {
            rest = rest - part;
        }
        if (part <= least) {
            break;
        }
        part = part * $T(0.5);
    }
    return copysign_$T(rest, a);
}

fn rem_euclid_$T(a: $T, b: $T) -> $T {
    let rest = remainder_$T(a, b);
    return select(rest, rest + abs(b), rest < $T(0));
}

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

fn first_min_$T(a: $T, b: $T) -> $T {
    return select(b, a, (a <= b && !is_nan_$T(a)) || is_nan_$T(b));
}

fn first_max_$T(a: $T, b: $T) -> $T {
    return select(b, a, (a >= b && !is_nan_$T(a)) || is_nan_$T(b));
}

fn first_minimum_$T(a: $T, b: $T) -> $T {
    return minimum_$T(a, b);
}

fn first_maximum_$T(a: $T, b: $T) -> $T {
    return maximum_$T(a, b);
}

// Whether the second element wins: where it is better, or equal and stands before the first.
fn argmin_$T(a: $T, place: u32, b: $T, other: u32) -> bool {
    let better = (b < a && !is_nan_$T(b)) || (is_nan_$T(a) && !is_nan_$T(b));
    let equal = a == b || (is_nan_$T(a) && is_nan_$T(b));
    return better || (equal && other < place);
}

fn argmax_$T(a: $T, place: u32, b: $T, other: u32) -> bool {
    let better = (b > a && !is_nan_$T(b)) || (is_nan_$T(a) && !is_nan_$T(b));
    let equal = a == b || (is_nan_$T(a) && is_nan_$T(b));
    return better || (equal && other < place);
}
