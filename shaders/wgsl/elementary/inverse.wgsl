// Inverse sines, cosines and tangents in single precision.

// `(w, tail)`: the inverse sine of a number, or of what is left of pi/2.
fn asin_parts(size: f32) -> vec2<f32> {
    let large = size > 0.5;
    let square = select(size * size, 0.5 * (1.0 - size), large);
    let side = root(vec2(square, 0.0));
    let w = select(size, side.x, large);
    let w_rest = select(0.0, side.y, large && side.x > 0.0);
    let first = fma(fma(fma(0.036827724, square, 0.014984227), square, 0.03164388), square, 0.04453992);
    let series = fma(fma(first, square, 0.07500357), square, 0.16666663);
    return vec2(w, fma(w * square, series, w_rest));
}

fn asin_f32(x: f32) -> f32 {
    let size = abs(x);
    if (is_nan_f32(x) || size > 1.0) {
        return nan_f32();
    }
    let parts = asin_parts(size);
    let sum = fast_two_sum(1.5707964, -(2.0 * parts.x));
    let far = sum.x + (rounded(sum.y) + (-4.371139e-8 - 2.0 * parts.y));
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
    let first = fma(fma(-0.06116949, square, 0.106110685), square, -0.14246243);
    let series = fma(fma(first, square, 0.19998646), square, -0.3333332);
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
    // Where the angle is the quotient, it may be subnormal. Devices may give 0 for a quotient by the largest numbers.
    if (a < b * 8.673617e-19) {
        let less = select(1.0, 0.25, b > 1e37);
        right = (a * less) / (b * less);
    }
    let left = fast_two_sum(3.1415927, -words.x);
    let turned = left.x + (left.y + (-8.742278e-8 - words.y));
    return copysign_f32(select(right, turned, is_negative_f32(x)), y);
}
