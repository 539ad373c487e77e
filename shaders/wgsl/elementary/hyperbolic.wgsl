// Hyperbolic functions and their inverses in single precision.

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
