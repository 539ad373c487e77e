// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 3>;
struct S_0_f32_1_f32_ { f_0: f32, f_1: f32 }
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read_write> out0: array<f32>;

fn copysign_f32(x: f32, sign: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));
}
fn exp_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let parts = exp_parts(clamp(x, -174.0, 174.0));
    let value = exp_reduced(parts.y, parts.z);
    return scaled(value.x + value.y, parts.x);
}
fn exp_parts(x: f32) -> vec3<f32> {
    let n = nearest(x * 1.442695);
    let r = fast_two_sum(fma(-n, 0.69314575, x), -(n * 1.4286068e-6));
    return vec3(n, r);
}
fn exp_reduced(r: f32, c: f32) -> vec2<f32> {
    let series = fma(fma(fma(fma(0.001394646, r, 0.008366584), r, 0.04166628), r, 0.16666543), r, 0.5);
    let sum = fast_two_sum(1.0, r);
    return vec2(sum.x, sum.y + fma(r * r, series, c));
}
fn fast_two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    return vec2(sum, b - (sum - rounded(a)));
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn nearest(x: f32) -> f32 {
    return rounded(rounded(x + 12582912.0) - 12582912.0);
}
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ p[1].y);
}
fn scaled(x: f32, n: f32) -> f32 {
    let half = nearest(n * 0.5);
    return x * two_to(half) * two_to(n - half);
}
fn signum_f32(x: f32) -> f32 {
    return select(copysign_f32(f32(1), x), x, is_nan_f32(x));
}
fn two_to(n: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(n + 12583039.0) << 23u);
}
fn element_0_twice(v0: f32) -> f32 {
    let v1 = bitcast<f32>(0x40000000u);
    let v2 = v1 * v0;
    return v2;
}
fn element_1_slopes_of_twice(v0: f32) -> f32 {
    let v1 = bitcast<f32>(0x40000000u);
    let v2 = v1 * v0;
    return v1;
}
fn element_2_slopes_of_bump(v0: f32, v1: f32) -> S_0_f32_1_f32_ {
    let v2 = v0 / v1;
    let v17 = bitcast<f32>(0x3f800000u);
    let v18 = v17 / v1;
    let v19 = bitcast<f32>(0x3f800000u);
    let v20 = -v19;
    let v21 = v20 * v2;
    let v22 = v21 / v1;
    let v3 = abs(v2);
    let v23 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v24 = v2 == v23;
    let v25 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v26 = signum_f32(v2);
    var v27 = v26;
    if (v24) {
        v27 = v25;
    }
    let v28 = v27;
    let v29 = bitcast<f32>(bitcast<u32>(v18 * bitcast<f32>(bitcast<u32>(v28) + p[1].y)) + p[1].y);
    let v30 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v31 = v2 == v30;
    let v32 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v33 = signum_f32(v2);
    var v34 = v33;
    if (v31) {
        v34 = v32;
    }
    let v35 = v34;
    let v36 = bitcast<f32>(bitcast<u32>(v22 * bitcast<f32>(bitcast<u32>(v35) + p[1].y)) + p[1].y);
    let v4 = bitcast<f32>(0x40800000u);
    let v5 = bitcast<f32>(bitcast<u32>(v3) + p[1].y) > v4;
    var v6: f32;
    var v37: f32;
    var v38: f32;
    if (v5) {
        let v7 = bitcast<f32>(0x00000000u ^ p[1].y);
        v6 = v7;
        let v39 = bitcast<f32>(0x00000000u ^ p[1].y);
        v37 = v39;
        let v40 = bitcast<f32>(0x00000000u ^ p[1].y);
        v38 = v40;
    } else {
        let v8 = -v2;
        let v41 = -v18;
        let v42 = -v22;
        let v9 = v8 * v2;
        let v43 = v41 * v2;
        let v44 = v18 * v8;
        let v45 = bitcast<f32>(bitcast<u32>(v43 + bitcast<f32>(bitcast<u32>(v44) + p[1].y)) + p[1].y);
        let v46 = v42 * v2;
        let v47 = v22 * v8;
        let v48 = bitcast<f32>(bitcast<u32>(v46 + bitcast<f32>(bitcast<u32>(v47) + p[1].y)) + p[1].y);
        let v10 = exp_f32(v9);
        let v49 = v45 * v10;
        let v50 = v48 * v10;
        let v11 = element_0_twice(v0);
        let v51 = element_1_slopes_of_twice(v0);
        let v12 = v10 * v11;
        let v52 = bitcast<f32>(bitcast<u32>(v49 * bitcast<f32>(bitcast<u32>(v11) + p[1].y)) + p[1].y);
        let v53 = v51 * v10;
        let v54 = bitcast<f32>(bitcast<u32>(v52 + bitcast<f32>(bitcast<u32>(v53) + p[1].y)) + p[1].y);
        let v55 = bitcast<f32>(bitcast<u32>(v50 * bitcast<f32>(bitcast<u32>(v11) + p[1].y)) + p[1].y);
        v6 = v12;
        v37 = v54;
        v38 = v55;
    }
    let v13 = v6;
    let v56 = v37;
    let v57 = v38;
    let v58 = S_0_f32_1_f32_(v56, v57);
    return v58;
}
fn element(a0: f32) -> f32 {
    let v0 = bitcast<f32>(0x40200000u);
    let v1 = element_2_slopes_of_bump(a0, bitcast<f32>(bitcast<u32>(v0) + p[1].y));
    let v2 = v1.f_0;
    let v3 = bitcast<f32>(bitcast<u32>(bitcast<f32>(0x3f800000u) * bitcast<f32>(bitcast<u32>(v2) + p[1].y)) + p[1].y);
    return v3;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let at = (group.y * p[0].y + group.x) * 1024u + lane;
    var x0 = at;
    let x_0 = min(x0, p[1].z - 1u);
    let i0_0 = p[2].x + x_0 * p[2].y;
    let o0_0 = p[2].z + x_0 * p[2].w;
    x0 += p[1].w;
    let x_1 = min(x0, p[1].z - 1u);
    let i0_1 = p[2].x + x_1 * p[2].y;
    let o0_1 = p[2].z + x_1 * p[2].w;
    x0 += p[1].w;
    let x_2 = min(x0, p[1].z - 1u);
    let i0_2 = p[2].x + x_2 * p[2].y;
    let o0_2 = p[2].z + x_2 * p[2].w;
    x0 += p[1].w;
    let x_3 = min(x0, p[1].z - 1u);
    let i0_3 = p[2].x + x_3 * p[2].y;
    let o0_3 = p[2].z + x_3 * p[2].w;
    let a0_0 = in0[i0_0];
    let a0_1 = in0[i0_1];
    let a0_2 = in0[i0_2];
    let a0_3 = in0[i0_3];
    if (at < p[0].z) {
        let e_0 = element(a0_0);
        out0[o0_0] = e_0;
    }
    if (at + 256u < p[0].z) {
        let e_1 = element(a0_1);
        out0[o0_1] = e_1;
    }
    if (at + 512u < p[0].z) {
        let e_2 = element(a0_2);
        out0[o0_2] = e_2;
    }
    if (at + 768u < p[0].z) {
        let e_3 = element(a0_3);
        out0[o0_3] = e_3;
    }
}
// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read_write> out0: array<f32>;

fn exp_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let parts = exp_parts(clamp(x, -174.0, 174.0));
    let value = exp_reduced(parts.y, parts.z);
    return scaled(value.x + value.y, parts.x);
}
fn exp_parts(x: f32) -> vec3<f32> {
    let n = nearest(x * 1.442695);
    let r = fast_two_sum(fma(-n, 0.69314575, x), -(n * 1.4286068e-6));
    return vec3(n, r);
}
fn exp_reduced(r: f32, c: f32) -> vec2<f32> {
    let series = fma(fma(fma(fma(0.001394646, r, 0.008366584), r, 0.04166628), r, 0.16666543), r, 0.5);
    let sum = fast_two_sum(1.0, r);
    return vec2(sum.x, sum.y + fma(r * r, series, c));
}
fn fast_two_sum(a: f32, b: f32) -> vec2<f32> {
    let sum = rounded(a + b);
    return vec2(sum, b - (sum - rounded(a)));
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn nearest(x: f32) -> f32 {
    return rounded(rounded(x + 12582912.0) - 12582912.0);
}
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ p[1].y);
}
fn scaled(x: f32, n: f32) -> f32 {
    let half = nearest(n * 0.5);
    return x * two_to(half) * two_to(n - half);
}
fn two_to(n: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(n + 12583039.0) << 23u);
}
fn element_0_twice(v0: f32) -> f32 {
    let v1 = bitcast<f32>(0x40000000u);
    let v2 = v1 * v0;
    return v2;
}
fn element_1_bump(v0: f32, v1: f32) -> f32 {
    let v2 = v0 / v1;
    let v3 = abs(v2);
    let v4 = bitcast<f32>(0x40800000u);
    let v5 = bitcast<f32>(bitcast<u32>(v3) + p[1].y) > v4;
    var v6: f32;
    if (v5) {
        let v7 = bitcast<f32>(0x00000000u ^ p[1].y);
        v6 = v7;
    } else {
        let v8 = -v2;
        let v9 = v8 * v2;
        let v10 = exp_f32(v9);
        let v11 = element_0_twice(v0);
        let v12 = v10 * v11;
        v6 = v12;
    }
    let v13 = v6;
    return v13;
}
fn element(a0: f32) -> f32 {
    let v0 = bitcast<f32>(0x40200000u);
    let v1 = element_1_bump(a0, bitcast<f32>(bitcast<u32>(v0) + p[1].y));
    return v1;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let at = (group.y * p[0].y + group.x) * 1024u + lane;
    var x0 = at;
    let x_0 = min(x0, p[1].z - 1u);
    let i0_0 = p[2].x + x_0 * p[2].y;
    let o0_0 = p[2].z + x_0 * p[2].w;
    x0 += p[1].w;
    let x_1 = min(x0, p[1].z - 1u);
    let i0_1 = p[2].x + x_1 * p[2].y;
    let o0_1 = p[2].z + x_1 * p[2].w;
    x0 += p[1].w;
    let x_2 = min(x0, p[1].z - 1u);
    let i0_2 = p[2].x + x_2 * p[2].y;
    let o0_2 = p[2].z + x_2 * p[2].w;
    x0 += p[1].w;
    let x_3 = min(x0, p[1].z - 1u);
    let i0_3 = p[2].x + x_3 * p[2].y;
    let o0_3 = p[2].z + x_3 * p[2].w;
    let a0_0 = in0[i0_0];
    let a0_1 = in0[i0_1];
    let a0_2 = in0[i0_2];
    let a0_3 = in0[i0_3];
    if (at < p[0].z) {
        let e_0 = element(a0_0);
        out0[o0_0] = e_0;
    }
    if (at + 256u < p[0].z) {
        let e_1 = element(a0_1);
        out0[o0_1] = e_1;
    }
    if (at + 512u < p[0].z) {
        let e_2 = element(a0_2);
        out0[o0_2] = e_2;
    }
    if (at + 768u < p[0].z) {
        let e_3 = element(a0_3);
        out0[o0_3] = e_3;
    }
}
