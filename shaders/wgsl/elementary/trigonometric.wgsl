// Sines, cosines and tangents in single precision.

fn sin_series(r: f32) -> f32 {
    let z = r * r;
    return fma(r * z, fma(fma(fma(2.7183626e-6, z, -0.00019839341), z, 0.0083333294), z, -0.16666667), r);
}

fn cos_series(r: f32) -> f32 {
    let z = r * r;
    let series = fma(fma(fma(-2.718654e-7, z, 2.4799145e-5), z, -0.0013888882), z, 0.041666667);
    let half = 0.5 * z;
    let one = rounded(1.0 - half);
    return one + (((1.0 - one) - half) + z * z * series);
}

fn sin_f32(x: f32) -> f32 {
    if (!is_finite_f32(x)) {
        return nan_f32();
    }
    if (abs(x) < 1e-4) {
        return x;
    }
    let parts = quarters(x);
    let q = integer_bits(parts.x) & 3u;
    let value = select(sin_series(parts.y), cos_series(parts.y), (q & 1u) == 1u);
    return select(value, -value, q > 1u);
}

fn cos_f32(x: f32) -> f32 {
    if (!is_finite_f32(x)) {
        return nan_f32();
    }
    let parts = quarters(x);
    let q = integer_bits(parts.x) & 3u;
    let value = select(cos_series(parts.y), sin_series(parts.y), (q & 1u) == 1u);
    return select(value, -value, q == 1u || q == 2u);
}

fn tan_f32(x: f32) -> f32 {
    if (!is_finite_f32(x)) {
        return nan_f32();
    }
    if (abs(x) < 1e-4) {
        return x;
    }
    let parts = quarters(x);
    let s = sin_series(parts.y);
    let c = cos_series(parts.y);
    let odd = (integer_bits(parts.x) & 1u) == 1u;
    return select(s, -c, odd) / select(c, s, odd);
}
