// Floats to fewer digits.

// The nearest number of 16 bits, the even one of two, as a float: conversions may round towards zero.
fn half_from_f32(x: f32) -> f32 {
    let size = abs(x);
    let bits = bitcast<u32>(size);
    let normal = bitcast<f32>((bits + 0xfffu + ((bits >> 13u) & 1u)) & 0xffffe000u);
    // Those below 2^-14 lie 2^-24 apart, as floats from 0.5 to 1 do.
    let subnormal = rounded(size + 0.75) - 0.75;
    let finite = select(normal, subnormal, size < 6.1035156e-5);
    let value = select(finite, infinity_f32(), size >= 65520.0);
    return select(copysign_f32(value, x), x, is_nan_f32(x));
}
