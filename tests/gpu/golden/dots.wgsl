// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 5>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read> in1: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> out0: array<vec4<f32>>;

fn copysign_f32(x: f32, sign: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));
}
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
fn exp_parts(x: f32) -> vec3<f32> {
    let n = nearest(x * 1.442695);
    let r = fast_two_sum(fma(-n, 0.69314575, x), -(n * 1.4286068e-6));
    return vec3(n, r);
}
fn fast_two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    return vec2(sum, b - (sum - rounded(a)));
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn max_f32(a: f32, b: f32) -> f32 {
    if (is_nan_f32(a)) {
        return b;
    }
    return select(a, b, b > a && !is_nan_f32(b));
}
fn nearest(x: f32) -> f32 {
    return rounded(rounded(x + 12582912.0) - 12582912.0);
}
fn quotient(above: vec2<f32>, below: vec2<f32>) -> vec2<f32> {
    let inverse = 1.0 / below.x;
    let first = rounded(above.x * inverse);
    let product = two_product(first, below.x);
    let missing = rounded(above.x - product.x);
    let rest = (missing - product.y) + fma(-first, below.y, above.y);
    return vec2(first, rest * inverse);
}
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ p[1].y);
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
fn two_product(a: f32, b: f32) -> vec2<f32> {
    let product = rounded(a * b);
    let a1 = upper_half(a);
    let b1 = upper_half(b);
    let a2 = a - a1;
    let b2 = b - b1;
    return vec2(product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2));
}
fn two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    let of_b = rounded(sum - a);
    return vec2(sum, (rounded(a) - (sum - of_b)) + (b - of_b));
}
fn two_to(n: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(n + 12583039.0) << 23u);
}
fn upper_half(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
}
fn element(a0: f32, a1: f32) -> f32 {
    let v0 = bitcast<f32>(0x3d372713u);
    let v1 = v0 * a1;
    let v2 = v1 * a1;
    let v3 = v2 * a1;
    let v4 = bitcast<f32>(bitcast<u32>(a1 + bitcast<f32>(bitcast<u32>(v3) + p[1].y)) + p[1].y);
    let v5 = a0 * v4;
    let v6 = bitcast<f32>(0x3f000000u);
    let v7 = v6 * a1;
    let v8 = tanh_f32(v5);
    let v9 = bitcast<f32>(0x3f800000u);
    let v10 = bitcast<f32>(bitcast<u32>(v9 + bitcast<f32>(bitcast<u32>(v8) + p[1].y)) + p[1].y);
    let v11 = bitcast<f32>(0x40400000u);
    let v12 = a1 / v11;
    let v13 = max_f32(v10, v12);
    let v14 = bitcast<f32>(bitcast<u32>(v7 * bitcast<f32>(bitcast<u32>(v13) + p[1].y)) + p[1].y);
    return v14;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let at = (group.y * p[0].y + group.x) * 256u + lane;
    var x0 = at;
    let qx1 = x0 / p[1].w;
    var x1 = x0 - qx1 * p[1].w;
    x0 = qx1;
    let x_0 = min(x0, p[1].z - 1u);
    let i0_0 = p[2].z + x_0 * p[2].w + x1 * p[3].x;
    let i1_0 = p[3].y + x_0 * p[3].z + x1 * p[3].w;
    let o0_0 = p[4].x + x_0 * p[4].y + x1 * p[4].z;
    let a0_0 = in0[i0_0];
    let a1_0 = in1[i1_0];
    if (at < p[0].z) {
        let e_0 = element(a0_0, a1_0.x);
        let e_1 = element(a0_0, a1_0.y);
        let e_2 = element(a0_0, a1_0.z);
        let e_3 = element(a0_0, a1_0.w);
        out0[o0_0] = vec4<f32>(e_0, e_1, e_2, e_3);
    }
}
