// Logarithms in single precision.

// `(k, m)` with `x = m 2^k`, `m` from sqrt(1/2) to sqrt(2), for normal `x`.
fn split(x: f32) -> vec2<f32> {
    let bits = bitcast<u32>(x) + (0x3f800000u - 0x3f3504f3u);
    // As a float without a conversion: 2^23 + 2^22 and the exponent.
    let k = rounded(bitcast<f32>((bits >> 23u) | 0x4b400000u) - 12583039.0);
    return vec2(k, bitcast<f32>((bits & 0x007fffffu) + 0x3f3504f3u));
}

// `(k, s, high, low)` with `ln(x) = k ln 2 + high + low`.
fn ln_parts(x: f32) -> vec4<f32> {
    let tiny = x < 1.1754944e-38;
    let parts = split(select(x, x * 16777216.0, tiny));
    let k = select(parts.x, parts.x - 24.0, tiny);
    let f = parts.y - 1.0;
    let s = f / (parts.y + 1.0);
    let z = s * s;
    let series = z * fma(fma(fma(0.23576346, z, 0.28537667), z, 0.40000328), z, 0.6666667);
    let upper = upper_half(f);
    let square = 0.5 * upper * upper;
    let square_rest = 0.5 * (f - upper) * (f + upper);
    let sum = fast_two_sum(f, -square);
    return vec4(k, s, sum.x, sum.y + fma(s, 0.5 * f * f + series, -square_rest));
}

// `(k, high, low)` for `ln(x + rest)`.
fn ln_parts_of_sum(x: f32, rest: f32) -> vec3<f32> {
    let parts = ln_parts(x);
    let s = parts.y;
    let inverse = 1.0 - s * 2.0 * (1.0 - s * (1.0 - s));
    return vec3(parts.x, parts.z, fma(rest * two_to(-min(parts.x, 60.0)), inverse, parts.w));
}

fn ln_summed(k: f32, high: f32, low: f32) -> f32 {
    let sum = fast_two_sum(k * 0.69314575, high);
    return sum.x + (sum.y + fma(k, 1.4286068e-6, low));
}

// A logarithm with its pole at `pole`.
fn ln_defined(x: f32, pole: f32, value: f32) -> f32 {
    if (is_nan_f32(x) || x < pole) {
        return nan_f32();
    }
    if (x == pole) {
        return -infinity_f32();
    }
    return select(x, value, is_finite_f32(x));
}

fn ln_f32(x: f32) -> f32 {
    let parts = ln_parts(x);
    return ln_defined(x, 0.0, ln_summed(parts.x, parts.z, parts.w));
}

fn log2_f32(x: f32) -> f32 {
    let parts = ln_parts(x);
    let first = two_product(parts.z, 1.442695);
    let rest = first.y + fma(parts.w, 1.442695, parts.z * 1.925963e-8);
    let sum = fast_two_sum(parts.x, first.x);
    return ln_defined(x, 0.0, sum.x + (sum.y + rest));
}

fn log10_f32(x: f32) -> f32 {
    let parts = ln_parts(x);
    let first = two_product(parts.z, 0.4342945);
    let rest = first.y + fma(parts.w, 0.4342945, parts.z * -1.010305e-8);
    let sum = fast_two_sum(parts.x * 0.3010254, first.x);
    return ln_defined(x, 0.0, sum.x + (sum.y + fma(parts.x, 4.605039e-6, rest)));
}

fn ln_1p_f32(x: f32) -> f32 {
    let sum = two_sum(1.0, x);
    let parts = ln_parts_of_sum(sum.x, sum.y);
    let value = select(ln_summed(parts.x, parts.y, parts.z), x - 0.5 * x * x, abs(x) < 1e-4);
    return ln_defined(x, -1.0, value);
}
