// The error function and its complement in single precision.

fn erf_central(x: f32) -> f32 {
    let z = x * x;
    let series = fma(fma(fma(fma(-0.00067597075, z, 0.005115807), z, -0.026835358), z, 0.11283392), z, -0.3761262);
    return x * fma(series, z, 0.12837917);
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
