// Floats as bits. WGSL lets a compiler assume that there are no NaNs, so what they decide is asked of bits. It wants no
// infinities and NaNs among constants either: a parameter that is zero hides them.

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

// WGSL leaves open which zero comes out.
fn trunc_f32(x: f32) -> f32 {
    return copysign_f32(trunc(x), x);
}

// By bits: Mesa's processor driver goes through integers where vectors of eight doubles are not native, and loses the
// sign of zero.
fn trunc_f64(x: f64) -> f64 {
    let bits = bitcast<u64>(x);
    let exponent = i32(u32(bits >> 52u) & 0x7ffu) - 1023;
    // All of a number below 1 but its sign is fraction, nothing from 2^52 on is.
    let digits = u32(clamp(52 - exponent, 0, 52));
    let whole = select(bits >> digits << digits, bits & 0x8000000000000000lu, exponent < 0);
    return bitcast<f64>(whole);
}
