// The logarithm of the gamma function in single precision.

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
        let first = fma(fma(-0.00059415371, square, 0.00079362625), square, -0.0027777777);
        let series = over * fma(first, square, 0.083333333);
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
