// Angles in quarter turns, and what is left of them, in single precision.

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

// `(q, r)` with `x = q pi/2 + r`; the lowest two bits of `q` are the quarter.
fn quarters(x: f32) -> vec2<f32> {
    if (abs(x) > 10000.0) {
        return quarters_of_large(x);
    }
    let q = nearest(x * 0.63661975);
    // Products with the first three words of pi/2 are exact.
    let first = rounded(x - q * 1.5703125) - q * 4.8351287841796875e-4;
    let r = two_sum(rounded(first), -(q * 3.1385570764541626e-7));
    return vec2(q, r.x + (r.y - q * 6.077100628276710e-11));
}
