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
    let v21 = bitcast<f32>(0x3f800000u);
    let v22 = v21 / v1;
    let v23 = v0 * v22;
    let v24 = bitcast<f32>(bitcast<u32>(v20 * bitcast<f32>(bitcast<u32>(v23) + p[1].y)) + p[1].y);
    let v25 = bitcast<f32>(0x3f800000u);
    let v26 = v25 / v1;
    let v27 = bitcast<f32>(bitcast<u32>(v24 * bitcast<f32>(bitcast<u32>(v26) + p[1].y)) + p[1].y);
    let v3 = abs(v2);
    let v28 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v29 = v2 == v28;
    let v30 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v31 = signum_f32(v2);
    var v32 = v31;
    if (v29) {
        v32 = v30;
    }
    let v33 = v32;
    let v34 = bitcast<f32>(bitcast<u32>(v18 * bitcast<f32>(bitcast<u32>(v33) + p[1].y)) + p[1].y);
    let v35 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v36 = v2 == v35;
    let v37 = bitcast<f32>(0x00000000u ^ p[1].y);
    let v38 = signum_f32(v2);
    var v39 = v38;
    if (v36) {
        v39 = v37;
    }
    let v40 = v39;
    let v41 = bitcast<f32>(bitcast<u32>(v27 * bitcast<f32>(bitcast<u32>(v40) + p[1].y)) + p[1].y);
    let v4 = bitcast<f32>(0x40800000u);
    let v5 = bitcast<f32>(bitcast<u32>(v3) + p[1].y) > v4;
    var v6: f32;
    var v42: f32;
    var v43: f32;
    if (v5) {
        let v7 = bitcast<f32>(0x00000000u ^ p[1].y);
        v6 = v7;
        let v44 = bitcast<f32>(0x00000000u ^ p[1].y);
        v42 = v44;
        let v45 = bitcast<f32>(0x00000000u ^ p[1].y);
        v43 = v45;
    } else {
        let v8 = -v2;
        let v46 = -v18;
        let v47 = -v27;
        let v9 = v8 * v2;
        let v48 = v46 * v2;
        let v49 = v18 * v8;
        let v50 = bitcast<f32>(bitcast<u32>(v48 + bitcast<f32>(bitcast<u32>(v49) + p[1].y)) + p[1].y);
        let v51 = v47 * v2;
        let v52 = v27 * v8;
        let v53 = bitcast<f32>(bitcast<u32>(v51 + bitcast<f32>(bitcast<u32>(v52) + p[1].y)) + p[1].y);
        let v10 = exp_f32(v9);
        let v54 = v50 * v10;
        let v55 = v53 * v10;
        let v11 = element_0_twice(v0);
        let v56 = element_1_slopes_of_twice(v0);
        let v12 = v10 * v11;
        let v57 = bitcast<f32>(bitcast<u32>(v54 * bitcast<f32>(bitcast<u32>(v11) + p[1].y)) + p[1].y);
        let v58 = v56 * v10;
        let v59 = bitcast<f32>(bitcast<u32>(v57 + bitcast<f32>(bitcast<u32>(v58) + p[1].y)) + p[1].y);
        let v60 = bitcast<f32>(bitcast<u32>(v55 * bitcast<f32>(bitcast<u32>(v11) + p[1].y)) + p[1].y);
        v6 = v12;
        v42 = v59;
        v43 = v60;
    }
    let v13 = v6;
    let v61 = v42;
    let v62 = v43;
    let v63 = S_0_f32_1_f32_(v61, v62);
    return v63;
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
