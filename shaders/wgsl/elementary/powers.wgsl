// Roots and powers in single precision.

fn cbrt_f32(x: f32) -> f32 {
    let size = abs(x);
    if (!is_finite_f32(x) || size == 0.0) {
        return x;
    }
    let tiny = size < 1.1754944e-38;
    let parts = split(select(size, size * 16777216.0, tiny));
    let k = select(parts.x, parts.x - 24.0, tiny);
    let q = nearest(k * 0.33333334);
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

// n x^(n - 1); that of the power 0 is 0.
fn slope_of_powf_f32(x: f32, n: f32) -> f32 {
    return select(n * powf_f32(x, n - 1.0), 0.0, n == 0.0);
}
