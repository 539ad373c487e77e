// Pairs of floats, as vectors: a sum and its error. What the elementary functions are made of, after those of the
// processor (`bcast_runtime::math`), which say how they work: WGSL's own may be off by far more.

// Hides from the compiler how a number was computed: some simplify `(a + b) - a`, which is what errors of sums are made
// of, add in another order, and round a product once with the sum that it becomes a part of. The parameter is zero.
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ p[1].y);
}

// Of `b - (sum - a)` with a constant `a` a driver makes `(b + a) - sum`, which is 0: so `a` is hidden, too.
fn fast_two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    return vec2(sum, b - (sum - rounded(a)));
}

fn two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    let of_b = rounded(sum - a);
    return vec2(sum, (rounded(a) - (sum - of_b)) + (b - of_b));
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
    let first = rounded(above.x * inverse);
    let product = two_product(first, below.x);
    let missing = rounded(above.x - product.x);
    let rest = (missing - product.y) + fma(-first, below.y, above.y);
    return vec2(first, rest * inverse);
}

fn root(number: vec2<f32>) -> vec2<f32> {
    let first = sqrt(number.x);
    let square = two_product(first, first);
    let missing = rounded(number.x - square.x);
    let rest = (missing - square.y) + number.y;
    return vec2(first, 0.5 * rest / first);
}

// Devices round and convert with few units, so here sums do: beside 1.5 * 2^23 floats are integers, and their last bits
// tell which.

// The integer nearest to an `x` below 2^22, the even one of two. Its own constant must not meet those that follow: sums
// of both are no floats.
fn nearest(x: f32) -> f32 {
    return rounded(rounded(x + 12582912.0) - 12582912.0);
}

// The last 22 bits of such an integer.
fn integer_bits(n: f32) -> u32 {
    return bitcast<u32>(n + 12582912.0);
}

// Two to the power of an integer; 127 more is its exponent.
fn two_to(n: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(n + 12583039.0) << 23u);
}

// `x * 2^n` for `n` from -252 to 254: twice the normal exponents.
fn scaled(x: f32, n: f32) -> f32 {
    let half = nearest(n * 0.5);
    return x * two_to(half) * two_to(n - half);
}
