// Sines, cosines, tangents and their inverses in single precision.

//: f32

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
