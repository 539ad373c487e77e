// Exponentials and logarithms in single precision, and what the other functions are made of, after those of the processor
// (`math`), which say how they work: WGSL's own may be off by far more. Pairs of floats are vectors: the sum, and its
// error.

//: f32

// Hides from the compiler how a number was computed: some simplify `(a + b) - a`, which is what errors of sums are made of.
// The parameter is zero.
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ p[1].y);
}

fn fast_two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    return vec2(sum, b - (sum - a));
}

fn two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    let of_b = rounded(sum - a);
    return vec2(sum, (a - (sum - of_b)) + (b - of_b));
}

fn upper_half(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
}

// All products of halves are exact.
fn two_product(a: f32, b: f32) -> vec2<f32> {
    let product = rounded(a * b);
    let a1 = upper_half(a);
    let b1 = upper_half(b);
    let a2 = a - a1;
    let b2 = b - b1;
    return vec2(product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2));
}

fn quotient(above: vec2<f32>, below: vec2<f32>) -> vec2<f32> {
    let inverse = 1.0 / below.x;
    let first = above.x * inverse;
    let product = two_product(first, below.x);
    let rest = ((above.x - product.x) - product.y) + fma(-first, below.y, above.y);
    return vec2(first, rest * inverse);
}

fn root(number: vec2<f32>) -> vec2<f32> {
    let first = sqrt(number.x);
    let square = two_product(first, first);
    let rest = ((number.x - square.x) - square.y) + number.y;
    return vec2(first, 0.5 * rest / first);
}

fn two_to(n: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(i32(n) + 127i) << 23u);
}

// `x * 2^n` for `n` up to twice the normal exponents.
fn scaled(x: f32, n: f32) -> f32 {
    let half = floor(clamp(n, -252.0, 254.0) * 0.5);
    return x * two_to(half) * two_to(clamp(n, -252.0, 254.0) - half);
}

// `(n, r, c)` with `x = n ln 2 + r + c`.
fn exp_parts(x: f32) -> vec3<f32> {
    let n = round(x * 1.442695);
    let r = fast_two_sum(fma(-n, 0.69314575, x), -(n * 1.4286068e-6));
    return vec3(n, r);
}

fn exp_parts_of_sum(x: f32, rest: f32) -> vec3<f32> {
    let n = round(x * 1.442695);
    let r = two_sum(fma(-n, 0.69314575, x), fma(-n, 1.4286068e-6, rest));
    return vec3(n, r);
}

// `exp(r + c)` as a sum.
fn exp_reduced(r: f32, c: f32) -> vec2<f32> {
    let series = fma(fma(fma(fma(0.001394646, r, 0.008366584), r, 0.04166628), r, 0.16666543), r, 0.5);
    let sum = fast_two_sum(1.0, r);
    return vec2(sum.x, sum.y + fma(r * r, series, c));
}

fn exp_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let parts = exp_parts(clamp(x, -176.0, 176.0));
    let value = exp_reduced(parts.y, parts.z);
    return scaled(value.x + value.y, parts.x);
}

fn exp2_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let inside = clamp(x, -252.0, 254.0);
    let n = round(inside);
    let f = inside - n;
    let series = fma(fma(fma(fma(0.00015283222, f, 0.001339038), f, 0.009618687), f, 0.055503618), f, 0.24022646);
    let upper = upper_half(f);
    let factor = 0.693115234375;
    let sum = fast_two_sum(1.0, upper * factor);
    let rest = (f - upper) * factor + f * 3.194618e-5;
    return scaled(sum.x + (sum.y + (rest + f * f * series)), n);
}

// `exp(x) - 1` as a sum.
fn exp_m1_words(x: f32) -> vec2<f32> {
    let parts = exp_parts(clamp(x, -25.0, 88.73));
    let r = parts.y;
    let scale = two_to(parts.x - 1.0);
    let upper = upper_half(r);
    let square = 0.5 * upper * upper;
    let square_rest = 0.5 * (r - upper) * (r + upper);
    let series = fma(fma(fma(0.001394646, r, 0.008366584), r, 0.04166628), r, 0.16666543);
    let rest = fma(r * r * r, series, square_rest + parts.z);
    let one = two_sum(scale, -0.5);
    let first = two_sum(one.x, scale * r);
    let second = two_sum(first.x, scale * square);
    let low = fma(scale, rest, (second.y + first.y) + one.y);
    return vec2(second.x + second.x, low + low);
}

fn exp_m1_f32(x: f32) -> f32 {
    if (is_nan_f32(x) || abs(x) < 2e-8) {
        return x;
    }
    let words = exp_m1_words(x);
    return words.x + words.y;
}

fn sigmoid_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let parts = exp_parts(max(-abs(x), -176.0));
    let exponential = exp_reduced(parts.y, parts.z);
    let words = fast_two_sum(exponential.x, exponential.y);
    let scale = two_to(max(parts.x, -100.0));
    let sum = fast_two_sum(1.0, scale * words.x);
    let negative = x < 0.0;
    let above = select(vec2(1.0, 0.0), words, negative);
    let value = quotient(above, vec2(sum.x, sum.y + scale * words.y));
    return scaled(value.x + value.y, select(0.0, parts.x, negative));
}

// `(k, m)` with `x = m 2^k`, `m` from sqrt(1/2) to sqrt(2), for normal `x`.
fn split(x: f32) -> vec2<f32> {
    let bits = bitcast<u32>(x) + (0x3f800000u - 0x3f3504f3u);
    let k = f32(i32(bits >> 23u) - 127i);
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
