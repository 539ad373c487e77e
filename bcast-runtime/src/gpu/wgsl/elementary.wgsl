// Elementary functions in single precision, after those of the processor (`math`), which say how they work: WGSL's own may
// be off by far more. Pairs of floats are vectors: the sum, and its error.

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

// The whole product of two words: low, high.
fn wide_product(a: u32, b: u32) -> vec2<u32> {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let one = (a & 0xffffu) * (b >> 16u);
    let two = (a >> 16u) * (b & 0xffffu);
    let middle = (low >> 16u) + (one & 0xffffu) + (two & 0xffffu);
    return vec2(a * b, (a >> 16u) * (b >> 16u) + (one >> 16u) + (two >> 16u) + (middle >> 16u));
}

// The bits of 2/pi after the point, the first one counting 2^2.
fn two_over_pi(word: u32) -> u32 {
    let words = array<u32, 7>(
        0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u, 0x7f9458eau);
    return words[min(word, 6u)];
}

// `(q, r)` with `x = q pi/2 + r`, for large `x`: by the bits of 2/pi that count, after Payne and Hanek.
fn quarters_of_large(x: f32) -> vec2<f32> {
    let bits = bitcast<u32>(x);
    let exponent = ((bits >> 23u) & 255u) - 126u;
    let significand = (bits << 8u) | 0x80000000u;
    let at = exponent >> 5u;
    let shift = exponent & 31u;
    var high = select(0u, two_over_pi(at - 1u), at > 0u);
    var middle = two_over_pi(at);
    var low = two_over_pi(at + 1u);
    if (shift > 0u) {
        high = (high << shift) | (middle >> (32u - shift));
        middle = (middle << shift) | (low >> (32u - shift));
        low = (low << shift) | (two_over_pi(at + 2u) >> (32u - shift));
    }
    // 2 bits of quarters and 62 of their fraction.
    let first = wide_product(significand, low).y;
    let second = wide_product(significand, middle);
    let bottom = second.x + first;
    let top = significand * high + second.y + select(0u, 1u, bottom < first);
    var quarter = top >> 30u;
    var fraction = top << 2u | bottom >> 30u;
    var tail = bottom << 2u;
    let negative = (fraction >> 31u) != 0u;
    if (negative) {
        quarter += 1u;
        // Its complement.
        tail = ~tail + 1u;
        fraction = ~fraction + select(0u, 1u, tail == 0u);
    }
    let zeros = min(countLeadingZeros(fraction), 31u);
    var digits = fraction;
    if (zeros > 0u) {
        digits = (fraction << zeros) | (tail >> (32u - zeros));
    }
    // All 32 digits as a sum of two floats.
    let upper = f32(digits & 0xffffff00u);
    let lower = f32(digits & 0xffu);
    let scale = two_to(-32.0 - f32(zeros));
    let product = two_product(upper, 1.5707964);
    let size = (product.x + (product.y + fma(upper, -4.371139e-8, lower * 1.5707964))) * scale;
    let signed_quarter = select(quarter, (4u - (quarter & 3u)), x < 0.0);
    let sign = select(1.0, -1.0, (x < 0.0) != negative);
    return vec2(f32(signed_quarter & 3u), size * sign);
}

// `(q, r)` with `x = q pi/2 + r`, the quarters as the lowest two bits.
fn quarters(x: f32) -> vec2<f32> {
    if (abs(x) > 10000.0) {
        return quarters_of_large(x);
    }
    let q = round(x * 0.63661975);
    // Products with the first three words of pi/2 are exact.
    let first = rounded(x - q * 1.5703125) - q * 4.8351287841796875e-4;
    let r = two_sum(rounded(first), -(q * 3.1385570764541626e-7));
    return vec2(f32(i32(q) & 3i), r.x + (r.y - q * 6.077100628276710e-11));
}

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
    let q = u32(parts.x);
    let value = select(sin_series(parts.y), cos_series(parts.y), (q & 1u) == 1u);
    return select(value, -value, q > 1u);
}

fn cos_f32(x: f32) -> f32 {
    if (!is_finite_f32(x)) {
        return nan_f32();
    }
    let parts = quarters(x);
    let q = u32(parts.x);
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
    let odd = (u32(parts.x) & 1u) == 1u;
    return select(s, -c, odd) / select(c, s, odd);
}

// `(w, tail)`: the inverse sine of a number, or of what is left of pi/2.
fn asin_parts(size: f32) -> vec2<f32> {
    let large = size > 0.5;
    let square = select(size * size, 0.5 * (1.0 - size), large);
    let side = root(vec2(square, 0.0));
    let w = select(size, side.x, large);
    let w_rest = select(0.0, side.y, large && side.x > 0.0);
    let series = fma(fma(fma(fma(fma(0.036827724, square, 0.014984227), square, 0.03164388), square, 0.04453992), square, 0.07500357), square, 0.16666663);
    return vec2(w, fma(w * square, series, w_rest));
}

fn asin_f32(x: f32) -> f32 {
    let size = abs(x);
    if (is_nan_f32(x) || size > 1.0) {
        return nan_f32();
    }
    let parts = asin_parts(size);
    let sum = fast_two_sum(1.5707964, -(2.0 * parts.x));
    let far = sum.x + (sum.y + (-4.371139e-8 - 2.0 * parts.y));
    return copysign_f32(select(parts.x + parts.y, far, size > 0.5), x);
}

fn acos_f32(x: f32) -> f32 {
    let size = abs(x);
    if (is_nan_f32(x) || size > 1.0) {
        return nan_f32();
    }
    let parts = asin_parts(size);
    let far = size > 0.5;
    let negative = x < 0.0;
    if (far && !negative) {
        return 2.0 * (parts.x + parts.y);
    }
    let start = select(vec2(1.5707964, -4.371139e-8), vec2(3.1415927, -8.742278e-8), far);
    var less = select(parts, 2.0 * parts, far);
    if (negative && !far) {
        less = -less;
    }
    let sum = fast_two_sum(start.x, -less.x);
    return sum.x + (sum.y + (start.y - less.y));
}

// The angle of a point with coordinates that are not negative.
fn angle(y: f32, x: f32) -> vec2<f32> {
    var above = vec2(y, 0.0);
    var below = vec2(x, 0.0);
    var turns = 0.0;
    if (y > x * 2.4142137) {
        above = vec2(-x, 0.0);
        below = vec2(y, 0.0);
        turns = 2.0;
    } else if (y > x * 0.41421357) {
        above = two_sum(y, -x);
        below = two_sum(y, x);
        turns = 1.0;
    }
    let z = quotient(above, below);
    let square = z.x * z.x;
    let slope = 1.0 - square * (1.0 - square);
    let series = fma(fma(fma(fma(-0.06116949, square, 0.106110685), square, -0.14246243), square, 0.19998646), square, -0.3333332);
    let tail = fma(z.x * square, series, z.y * slope);
    let sum = fast_two_sum(turns * 0.7853982, z.x);
    return vec2(sum.x, fma(turns, -2.1855695e-8, sum.y + tail));
}

fn atan_f32(x: f32) -> f32 {
    if (is_nan_f32(x) || abs(x) < 1e-4) {
        return x;
    }
    let words = angle(min(abs(x), 1e9), 1.0);
    return copysign_f32(words.x + words.y, x);
}

fn atan2_f32(y: f32, x: f32) -> f32 {
    if (is_nan_f32(x) || is_nan_f32(y)) {
        return nan_f32();
    }
    var a = abs(y);
    var b = abs(x);
    if (!is_finite_f32(a) || !is_finite_f32(b)) {
        a = select(1.0, 0.0, is_finite_f32(a));
        b = select(1.0, 0.0, is_finite_f32(b));
    }
    if (a == 0.0 && b == 0.0) {
        b = 1.0;
    }
    let larger = max(a, b);
    let scale = select(select(1.0, 1.2621774e-29, larger > 1.152921504606847e18), 7.9228163e28, larger < 8.673617e-19);
    let words = angle(rounded(a * scale), rounded(b * scale));
    var right = words.x + words.y;
    // Where the angle is the quotient, it may be subnormal.
    if (a < b * 8.673617e-19) {
        right = a / b;
    }
    let left = fast_two_sum(3.1415927, -words.x);
    let turned = left.x + (left.y + (-8.742278e-8 - words.y));
    return copysign_f32(select(right, turned, is_negative_f32(x)), y);
}

// `(exp(x) + sign exp(-x)) / 2` for `x >= 0`.
fn half_sum(x: f32, sign: f32) -> f32 {
    let parts = exp_parts(min(x, 89.5));
    let r = parts.y;
    let grown = two_to(parts.x - 2.0);
    let shrunk = sign * two_to(-2.0 - min(parts.x, 60.0));
    let square = r * r;
    let even = square * fma(fma(0.001394623, square, 0.041666266), square, 0.5);
    let odd = fma(r * square, fma(fma(0.00019904961, square, 0.008333289), square, 0.16666667), parts.z);
    let ones = fast_two_sum(grown, shrunk);
    let first = fast_two_sum(grown * r, -(shrunk * r));
    let sum = two_sum(ones.x, first.x);
    let rest = fma(grown, even + odd, shrunk * (even - odd));
    let value = sum.x + (rest + (sum.y + (ones.y + first.y)));
    return value + value;
}

fn sinh_f32(x: f32) -> f32 {
    if (is_nan_f32(x) || abs(x) < 1e-4) {
        return x;
    }
    return copysign_f32(half_sum(abs(x), -1.0), x);
}

fn cosh_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    return half_sum(abs(x), 1.0);
}

fn tanh_f32(x: f32) -> f32 {
    if (is_nan_f32(x) || abs(x) < 1e-4) {
        return x;
    }
    let size = min(abs(x), 10.0);
    let expected = exp_m1_words(size + size);
    let words = fast_two_sum(expected.x, expected.y);
    let sum = two_sum(2.0, words.x);
    let value = quotient(words, vec2(sum.x, sum.y + words.y));
    return copysign_f32(value.x + value.y, x);
}

// `ln(x + sqrt(x^2 + sign))`
fn ln_of_root(x: f32, sign: f32) -> f32 {
    let far = x > 1e5;
    let inside = select(x, 1.0, far);
    let square = two_product(inside, inside);
    let sum = two_sum(square.x, sign);
    let side = root(vec2(sum.x, sum.y + square.y));
    let side_rest = select(0.0, side.y, side.x > 0.0);
    let words = fast_two_sum(max(side.x, inside), min(side.x, inside));
    let whole = fast_two_sum(words.x, words.y + side_rest);
    let parts = ln_parts_of_sum(select(whole.x, x, far), select(whole.y, 0.0, far));
    return ln_summed(select(parts.x, parts.x + 1.0, far), parts.y, parts.z);
}

fn asinh_f32(x: f32) -> f32 {
    if (!is_finite_f32(x)) {
        return x;
    }
    let size = abs(x);
    return copysign_f32(select(ln_of_root(size, 1.0), abs(x - x * x * x * 0.16666667), size < 0.003), x);
}

fn acosh_f32(x: f32) -> f32 {
    if (is_nan_f32(x) || x < 1.0) {
        return nan_f32();
    }
    return select(x, ln_of_root(x, -1.0), is_finite_f32(x));
}

fn atanh_f32(x: f32) -> f32 {
    let size = abs(x);
    if (is_nan_f32(x) || size > 1.0) {
        return nan_f32();
    }
    if (size == 1.0) {
        return copysign_f32(infinity_f32(), x);
    }
    if (size < 0.003) {
        return x + x * x * x * 0.33333334;
    }
    let ratio = quotient(fast_two_sum(1.0, size), fast_two_sum(1.0, -size));
    let words = fast_two_sum(ratio.x, ratio.y);
    let parts = ln_parts_of_sum(words.x, words.y);
    return copysign_f32(0.5 * ln_summed(parts.x, parts.y, parts.z), x);
}

fn cbrt_f32(x: f32) -> f32 {
    let size = abs(x);
    if (!is_finite_f32(x) || size == 0.0) {
        return x;
    }
    let tiny = size < 1.1754944e-38;
    let parts = split(select(size, size * 16777216.0, tiny));
    let k = select(parts.x, parts.x - 24.0, tiny);
    let q = round(k * 0.33333334);
    let e = k - 3.0 * q;
    var r = fma(fma(fma(-0.16120948, parts.y, 0.72184205), parts.y, -1.2945058), parts.y, 1.7336373);
    r = select(r, r * 0.7937005, e > 0.0);
    r = select(r, r * 1.259921, e < 0.0);
    let m = parts.y * two_to(e);
    let off = 1.0 - m * r * r * r;
    r = fma(r * off, fma(off, 0.22222222, 0.33333334), r);
    let c = rounded(m * r * r);
    let square = two_product(c, c);
    let cube = two_product(square.x, c);
    let missing = ((m - cube.x) - cube.y) - square.y * c;
    return copysign_f32(fma(missing * r * r, 0.33333334, c) * two_to(q), x);
}

fn hypot_f32(x: f32, y: f32) -> f32 {
    if ((!is_finite_f32(x) && !is_nan_f32(x)) || (!is_finite_f32(y) && !is_nan_f32(y))) {
        return infinity_f32();
    }
    let larger = max(abs(x), abs(y));
    let smaller = min(abs(x), abs(y));
    if (is_nan_f32(x) || is_nan_f32(y) || larger == 0.0) {
        return abs(x) + abs(y);
    }
    let up = larger < 8.673617e-19;
    let down = larger > 1.152921504606847e18;
    let scale = select(select(1.0, 1.2621774e-29, down), 7.9228163e28, up);
    let back = select(select(1.0, 7.9228163e28, down), 1.2621774e-29, up);
    let first = two_product(larger * scale, larger * scale);
    let second = two_product(smaller * scale, smaller * scale);
    let sum = fast_two_sum(first.x, second.x);
    let length = root(vec2(sum.x, sum.y + (first.y + second.y)));
    return (length.x + length.y) * back;
}

// `(high, low)` of ln(x) for positive, finite `x`, with some ten bits more than a float has.
fn ln_wide(x: f32) -> vec2<f32> {
    let tiny = x < 1.1754944e-38;
    let parts = split(select(x, x * 16777216.0, tiny));
    let k = select(parts.x, parts.x - 24.0, tiny);
    // s = (m - 1) / (m + 1), and ln(m) = 2 s (1 + s^2 / 3 + s^4 ..).
    let s = quotient(vec2(parts.y - 1.0, 0.0), two_sum(parts.y, 1.0));
    let z = two_product(s.x, s.x);
    let z_rest = fma(s.x + s.x, s.y, z.y);
    let series = z.x * z.x * fma(fma(fma(0.09777247, z.x, 0.1108916), z.x, 0.14286025), z.x, 0.19999998);
    let third = two_product(z.x, 0.33333334);
    let third_rest = third.y + fma(z_rest, 0.33333334, z.x * -9.934108e-9);
    let factor = fast_two_sum(1.0, third.x);
    let log = two_product(s.x, factor.x);
    let log_rest = log.y + fma(s.x, factor.y + (third_rest + series), s.y * factor.x);
    let whole = k * 0.69314575;
    let sum = fast_two_sum(select(whole, log.x + log.x, k == 0.0), select(log.x + log.x, 0.0, k == 0.0));
    return fast_two_sum(sum.x, sum.y + fma(k, 1.4286068e-6, log_rest + log_rest));
}

fn powf_f32(x: f32, y: f32) -> f32 {
    if (x == 1.0 || y == 0.0) {
        return 1.0;
    }
    if (is_nan_f32(x) || is_nan_f32(y)) {
        return nan_f32();
    }
    let size = abs(x);
    let a = abs(y);
    let whole = a >= 8388608.0 || floor(a) == a;
    let odd = whole && a < 16777216.0 && (u32(min(a, 16777216.0)) & 1u) == 1u;
    if (x < 0.0 && is_finite_f32(x) && !whole) {
        return nan_f32();
    }
    let sign = select(1.0, x, odd);
    var value: f32;
    if (!is_finite_f32(y)) {
        let grows = (size > 1.0) == (y > 0.0);
        value = select(select(0.0, infinity_f32(), grows), 1.0, size == 1.0);
        return value;
    }
    if (size == 0.0 || !is_finite_f32(size)) {
        value = select(0.0, infinity_f32(), (size == 0.0) == (y < 0.0));
    } else {
        let log = ln_wide(size);
        let product = y * log.x;
        if (product > 110.0) {
            value = infinity_f32();
        } else if (product < -110.0) {
            value = 0.0;
        } else {
            let exact = two_product(y, log.x);
            let parts = exp_parts_of_sum(exact.x, fma(y, log.y, exact.y));
            let power = exp_reduced(parts.y, parts.z);
            value = scaled(power.x + power.y, parts.x);
        }
    }
    return copysign_f32(value, sign);
}

fn erf_central(x: f32) -> f32 {
    let z = x * x;
    return x * fma(fma(fma(fma(fma(-0.00067597075, z, 0.005115807), z, -0.026835358), z, 0.11283392), z, -0.3761262), z, 0.12837917);
}

fn erfc_outer(size: f32) -> f32 {
    let x = min(size, 10.5);
    let place = (x - 4.0) / (x + 4.0);
    var series = fma(-0.00050151785, place, -0.00084546395);
    series = fma(series, place, 0.0051681423);
    series = fma(series, place, -0.016123217);
    series = fma(series, place, 0.037147243);
    series = fma(series, place, -0.066346385);
    series = fma(series, place, 0.09373387);
    series = fma(series, place, -0.10103771);
    series = fma(series, place, 0.06809705);
    series = fma(series, place, 0.015379611);
    series = fma(series, place, -0.13962112);
    let sum = fast_two_sum(1.2329952, place * series);
    let rest = sum.y + -3.36541e-8;
    let square = two_product(x, x);
    let parts = exp_parts_of_sum(-square.x, -square.y);
    let reduced = exp_reduced(parts.y, parts.z);
    let words = fast_two_sum(reduced.x, reduced.y);
    let product = two_product(words.x, sum.x);
    let product_rest = product.y + fma(words.x, rest, words.y * sum.x);
    let value = quotient(vec2(product.x, product_rest), two_sum(1.0, x + x));
    return scaled(value.x + value.y, parts.x);
}

fn erf_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let size = abs(x);
    if (size < 0.75) {
        return x + erf_central(x);
    }
    return copysign_f32(1.0 - erfc_outer(size), x);
}

fn erfc_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let size = abs(x);
    if (size < 0.66) {
        let sum = fast_two_sum(1.0, -x);
        return sum.x + (sum.y - erf_central(x));
    }
    let far = erfc_outer(size);
    return select(far, 2.0 - far, x < 0.0);
}

fn ln_gamma_positive(x: f32) -> f32 {
    if (x > 4.085e36) {
        return infinity_f32();
    }
    if (x < 1e-6) {
        return -ln_f32(x);
    }
    if (x >= 7.0) {
        // Stirling's formula, whose large terms are sums.
        let over = 1.0 / x;
        let square = over * over;
        let series = over * fma(fma(fma(-0.00059415371, square, 0.00079362625), square, -0.0027777777), square, 0.083333333);
        let log = ln_wide(x);
        let product = two_product(x - 0.5, log.x - 1.0);
        let low = product.y + (x - 0.5) * log.y;
        return product.x + (low + (series + 0.41893853));
    }
    // Moved near 2 by gamma(y + 1) = y gamma(y).
    var y = x;
    var factor = vec2(1.0, 0.0);
    var down = false;
    while (y >= 2.5) {
        y = y - 1.0;
        let product = two_product(factor.x, y);
        factor = vec2(product.x, product.y + factor.y * y);
    }
    while (y < 1.5) {
        let product = two_product(factor.x, y);
        factor = vec2(product.x, product.y + factor.y * y);
        // Exact below 1 but for what is small beside 1, which the series does not see.
        y = y + 1.0;
        down = true;
    }
    // The last step may have rounded.
    var z = y - 2.0;
    if (down && x < 0.5) {
        z = x;
    } else if (down) {
        z = x - 1.0;
    }
    var series = 5.473004741e-6;
    series = fma(series, z, -1.145712358e-5);
    series = fma(series, z, 2.00449955e-5);
    series = fma(series, z, -4.42044154e-5);
    series = fma(series, z, 9.95550674e-5);
    series = fma(series, z, -0.000223280301);
    series = fma(series, z, 0.000509658506);
    series = fma(series, z, -0.00119274279);
    series = fma(series, z, 0.00289051097);
    series = fma(series, z, -0.0073855515);
    series = fma(series, z, 0.0205808084);
    series = fma(series, z, -0.067352301);
    series = fma(series, z, 0.322467033);
    series = fma(series, z, 0.422784335);
    let whole = two_sum(factor.x, factor.y);
    let parts = ln_parts_of_sum(whole.x, whole.y);
    let log = fast_two_sum(parts.x * 0.69314575, parts.y);
    let log_rest = log.y + fma(parts.x, 1.4286068e-6, parts.z);
    let near = two_product(z, series);
    let sum = two_sum(near.x, select(log.x, -log.x, down));
    return sum.x + (sum.y + (near.y + select(log_rest, -log_rest, down)));
}

fn ln_gamma_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    if (!is_finite_f32(x) || x == 0.0) {
        return infinity_f32();
    }
    if (x > 0.0) {
        return ln_gamma_positive(x);
    }
    let size = -x;
    let off = size - floor(size);
    if (off == 0.0) {
        return infinity_f32();
    }
    if (size < 1e-6) {
        return -ln_f32(size);
    }
    // gamma(-a) gamma(1 + a) = -pi / sin(pi a)
    let sine = sin_series(3.1415927 * min(off, 1.0 - off));
    let near = min(off, 1.0 - off);
    let sine_exact = select(cos_series(3.1415927 * (0.5 - near)), sine, near < 0.25);
    return (1.14473 - ln_f32(sine_exact)) - ln_gamma_positive(1.0 + size);
}
