// Hyperbolic functions, roots, powers, the error and the gamma function in single precision.

//: f32

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
