// Exponentials in single precision.

// `(n, r, c)` with `x = n ln 2 + r + c`.
fn exp_parts(x: f32) -> vec3<f32> {
    let n = nearest(x * 1.442695);
    let r = fast_two_sum(fma(-n, 0.69314575, x), -(n * 1.4286068e-6));
    return vec3(n, r);
}

fn exp_parts_of_sum(x: f32, rest: f32) -> vec3<f32> {
    let n = nearest(x * 1.442695);
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
    let parts = exp_parts(clamp(x, -174.0, 174.0));
    let value = exp_reduced(parts.y, parts.z);
    return scaled(value.x + value.y, parts.x);
}

fn exp2_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let inside = clamp(x, -252.0, 254.0);
    let n = nearest(inside);
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
