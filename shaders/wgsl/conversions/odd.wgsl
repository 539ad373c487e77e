// Doubles to fewer digits.

// Rounded to odd: rounding that to fewer digits rounds `x` once.
fn odd_from_f64(x: f64) -> f32 {
    let near = f32(x);
    let rest = x - f64(near);
    let bits = bitcast<u32>(near);
    // Beyond these all is an infinity or a zero with fewer digits.
    let is_between = abs(near) > 1e-30 && abs(near) < 1e30;
    if (!is_between || rest == f64(0) || (bits & 1u) == 1u) {
        return near;
    }
    return bitcast<f32>(select(bits - 1u, bits + 1u, (rest > f64(0)) == (near > 0.0)));
}
