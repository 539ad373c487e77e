// p: the code of the call, workgroups side by side, rows, threads of a row; columns or vectors, 0, elements of a row, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 5>;
@group(0) @binding(1) var<storage, read> array0: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> array1: array<vec4<f32>>;

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
fn first_max_f32(a: f32, b: f32) -> f32 {
    return select(b, a, (a >= b && !is_nan_f32(a)) || is_nan_f32(b));
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn nan_f32() -> f32 {
    return bitcast<f32>(0x7fc00000u ^ p[1].y);
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
var<workgroup> shared0: array<f32, 256>;
var<workgroup> shared1: array<f32, 256>;
fn element0(a0: f32) -> f32 {
    return a0;
}
struct Of_element1 { e0: f32, e1: f32 }
fn element1(a0: f32, a1: f32) -> Of_element1 {
    let v0 = a0 - a1;
    let v1 = exp_f32(v0);
    return Of_element1(v1, v1);
}
var<workgroup> kept1_0: array<vec4<f32>, 896>;
fn element2(a0: f32, a1: f32) -> f32 {
    let v0 = a0 / a1;
    return v0;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let own = lane / p[0].w;
    let member = lane % p[0].w;
    let row = (group.y * p[0].y + group.x) * (256u / p[0].w) + own;
    let end = select(0u, p[1].x, row < p[0].z);
    var x0 = row;
    let x_s = min(x0, p[1].w - 1u);
    let i0_0_s = p[2].z + x_s * p[2].w;
    let i0_1_s = p[3].y + x_s * p[3].z;
    let o0_2_s = p[4].x + x_s * p[4].y;
    var acc0 = nan_f32();
    {
        var y0 = member;
        for (var at = member; at < end; at += 4u * p[0].w) {
            let y_0 = min(y0, p[2].x - 1u);
            let i0_0_0 = i0_0_s + y_0 * p[3].x;
            y0 += p[2].y;
            let y_1 = min(y0, p[2].x - 1u);
            let i0_0_1 = i0_0_s + y_1 * p[3].x;
            y0 += p[2].y;
            let y_2 = min(y0, p[2].x - 1u);
            let i0_0_2 = i0_0_s + y_2 * p[3].x;
            y0 += p[2].y;
            let y_3 = min(y0, p[2].x - 1u);
            let i0_0_3 = i0_0_s + y_3 * p[3].x;
            y0 += p[2].y;
            let a0_0 = array0[i0_0_0];
            let a0_1 = array0[i0_0_1];
            let a0_2 = array0[i0_0_2];
            let a0_3 = array0[i0_0_3];
            if (at < end) {
                let e_0 = element0(a0_0.x);
                let e_1 = element0(a0_0.y);
                let e_2 = element0(a0_0.z);
                let e_3 = element0(a0_0.w);
                acc0 = first_max_f32(acc0, e_0);
                acc0 = first_max_f32(acc0, e_1);
                acc0 = first_max_f32(acc0, e_2);
                acc0 = first_max_f32(acc0, e_3);
            }
            if (at + 1u * p[0].w < end) {
                let e_1 = element0(a0_1.x);
                let e_2 = element0(a0_1.y);
                let e_3 = element0(a0_1.z);
                let e_4 = element0(a0_1.w);
                acc0 = first_max_f32(acc0, e_1);
                acc0 = first_max_f32(acc0, e_2);
                acc0 = first_max_f32(acc0, e_3);
                acc0 = first_max_f32(acc0, e_4);
            }
            if (at + 2u * p[0].w < end) {
                let e_2 = element0(a0_2.x);
                let e_3 = element0(a0_2.y);
                let e_4 = element0(a0_2.z);
                let e_5 = element0(a0_2.w);
                acc0 = first_max_f32(acc0, e_2);
                acc0 = first_max_f32(acc0, e_3);
                acc0 = first_max_f32(acc0, e_4);
                acc0 = first_max_f32(acc0, e_5);
            }
            if (at + 3u * p[0].w < end) {
                let e_3 = element0(a0_3.x);
                let e_4 = element0(a0_3.y);
                let e_5 = element0(a0_3.z);
                let e_6 = element0(a0_3.w);
                acc0 = first_max_f32(acc0, e_3);
                acc0 = first_max_f32(acc0, e_4);
                acc0 = first_max_f32(acc0, e_5);
                acc0 = first_max_f32(acc0, e_6);
            }
        }
    }
    {
        let slot = own * p[0].w + member;
        shared0[slot] = acc0;
        for (var half = p[0].w / 2u; half > 0u; half = half / 2u) {
            workgroupBarrier();
            if (member < half) {
                acc0 = first_max_f32(acc0, shared0[slot + half]);
                shared0[slot] = acc0;
            }
        }
    }
    workgroupBarrier();
    let r0_0 = shared0[own * p[0].w];
    var acc1 = bitcast<f32>(0x80000000u ^ p[1].y);
    {
        var y0 = member;
        for (var at = member; at < end; at += 4u * p[0].w) {
            let own_column_0 = own * p[1].x + min(at, p[1].x - 1u);
            let own_column_1 = own * p[1].x + min(at + 1u * p[0].w, p[1].x - 1u);
            let own_column_2 = own * p[1].x + min(at + 2u * p[0].w, p[1].x - 1u);
            let own_column_3 = own * p[1].x + min(at + 3u * p[0].w, p[1].x - 1u);
            let y_0 = min(y0, p[2].x - 1u);
            let i0_1_0 = i0_1_s + y_0 * p[3].w;
            y0 += p[2].y;
            let y_1 = min(y0, p[2].x - 1u);
            let i0_1_1 = i0_1_s + y_1 * p[3].w;
            y0 += p[2].y;
            let y_2 = min(y0, p[2].x - 1u);
            let i0_1_2 = i0_1_s + y_2 * p[3].w;
            y0 += p[2].y;
            let y_3 = min(y0, p[2].x - 1u);
            let i0_1_3 = i0_1_s + y_3 * p[3].w;
            y0 += p[2].y;
            let a0_0 = array0[i0_1_0];
            let a0_1 = array0[i0_1_1];
            let a0_2 = array0[i0_1_2];
            let a0_3 = array0[i0_1_3];
            if (at < end) {
                let e_0 = element1(a0_0.x, r0_0);
                let e_1 = element1(a0_0.y, r0_0);
                let e_2 = element1(a0_0.z, r0_0);
                let e_3 = element1(a0_0.w, r0_0);
                acc1 = acc1 + e_0.e0;
                acc1 = acc1 + e_1.e0;
                acc1 = acc1 + e_2.e0;
                acc1 = acc1 + e_3.e0;
                kept1_0[own_column_0] = vec4<f32>(e_0.e1, e_1.e1, e_2.e1, e_3.e1);
            }
            if (at + 1u * p[0].w < end) {
                let e_1 = element1(a0_1.x, r0_0);
                let e_2 = element1(a0_1.y, r0_0);
                let e_3 = element1(a0_1.z, r0_0);
                let e_4 = element1(a0_1.w, r0_0);
                acc1 = acc1 + e_1.e0;
                acc1 = acc1 + e_2.e0;
                acc1 = acc1 + e_3.e0;
                acc1 = acc1 + e_4.e0;
                kept1_0[own_column_1] = vec4<f32>(e_1.e1, e_2.e1, e_3.e1, e_4.e1);
            }
            if (at + 2u * p[0].w < end) {
                let e_2 = element1(a0_2.x, r0_0);
                let e_3 = element1(a0_2.y, r0_0);
                let e_4 = element1(a0_2.z, r0_0);
                let e_5 = element1(a0_2.w, r0_0);
                acc1 = acc1 + e_2.e0;
                acc1 = acc1 + e_3.e0;
                acc1 = acc1 + e_4.e0;
                acc1 = acc1 + e_5.e0;
                kept1_0[own_column_2] = vec4<f32>(e_2.e1, e_3.e1, e_4.e1, e_5.e1);
            }
            if (at + 3u * p[0].w < end) {
                let e_3 = element1(a0_3.x, r0_0);
                let e_4 = element1(a0_3.y, r0_0);
                let e_5 = element1(a0_3.z, r0_0);
                let e_6 = element1(a0_3.w, r0_0);
                acc1 = acc1 + e_3.e0;
                acc1 = acc1 + e_4.e0;
                acc1 = acc1 + e_5.e0;
                acc1 = acc1 + e_6.e0;
                kept1_0[own_column_3] = vec4<f32>(e_3.e1, e_4.e1, e_5.e1, e_6.e1);
            }
        }
    }
    {
        let slot = own * p[0].w + member;
        shared1[slot] = acc1;
        for (var half = p[0].w / 2u; half > 0u; half = half / 2u) {
            workgroupBarrier();
            if (member < half) {
                acc1 = acc1 + shared1[slot + half];
                shared1[slot] = acc1;
            }
        }
    }
    workgroupBarrier();
    let r1_0 = select(shared1[own * p[0].w], bitcast<f32>(0x00000000u ^ p[1].y), (p[1].z | 0u) == 0u);
    {
        var y0 = member;
        for (var at = member; at < end; at += 4u * p[0].w) {
            let own_column_0 = own * p[1].x + min(at, p[1].x - 1u);
            let own_column_1 = own * p[1].x + min(at + 1u * p[0].w, p[1].x - 1u);
            let own_column_2 = own * p[1].x + min(at + 2u * p[0].w, p[1].x - 1u);
            let own_column_3 = own * p[1].x + min(at + 3u * p[0].w, p[1].x - 1u);
            let y_0 = min(y0, p[2].x - 1u);
            let o0_2_0 = o0_2_s + y_0 * p[4].z;
            y0 += p[2].y;
            let y_1 = min(y0, p[2].x - 1u);
            let o0_2_1 = o0_2_s + y_1 * p[4].z;
            y0 += p[2].y;
            let y_2 = min(y0, p[2].x - 1u);
            let o0_2_2 = o0_2_s + y_2 * p[4].z;
            y0 += p[2].y;
            let y_3 = min(y0, p[2].x - 1u);
            let o0_2_3 = o0_2_s + y_3 * p[4].z;
            y0 += p[2].y;
            let a0_0 = kept1_0[own_column_0];
            let a0_1 = kept1_0[own_column_1];
            let a0_2 = kept1_0[own_column_2];
            let a0_3 = kept1_0[own_column_3];
            if (at < end) {
                let e_0 = element2(a0_0.x, r1_0);
                let e_1 = element2(a0_0.y, r1_0);
                let e_2 = element2(a0_0.z, r1_0);
                let e_3 = element2(a0_0.w, r1_0);
                array1[o0_2_0] = vec4<f32>(e_0, e_1, e_2, e_3);
            }
            if (at + 1u * p[0].w < end) {
                let e_1 = element2(a0_1.x, r1_0);
                let e_2 = element2(a0_1.y, r1_0);
                let e_3 = element2(a0_1.z, r1_0);
                let e_4 = element2(a0_1.w, r1_0);
                array1[o0_2_1] = vec4<f32>(e_1, e_2, e_3, e_4);
            }
            if (at + 2u * p[0].w < end) {
                let e_2 = element2(a0_2.x, r1_0);
                let e_3 = element2(a0_2.y, r1_0);
                let e_4 = element2(a0_2.z, r1_0);
                let e_5 = element2(a0_2.w, r1_0);
                array1[o0_2_2] = vec4<f32>(e_2, e_3, e_4, e_5);
            }
            if (at + 3u * p[0].w < end) {
                let e_3 = element2(a0_3.x, r1_0);
                let e_4 = element2(a0_3.y, r1_0);
                let e_5 = element2(a0_3.z, r1_0);
                let e_6 = element2(a0_3.w, r1_0);
                array1[o0_2_3] = vec4<f32>(e_3, e_4, e_5, e_6);
            }
        }
    }
}
