// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; results, 0, chunks, elements or vectors of a chunk; those of a result, elements of all its chunks, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> in0: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> folded0: array<f32>;

fn first_max_f32(a: f32, b: f32) -> f32 {
    return select(b, a, (a >= b && !is_nan_f32(a)) || is_nan_f32(b));
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn nan_f32() -> f32 {
    return bitcast<f32>(0x7fc00000u ^ p[1].y);
}
var<workgroup> shared0: array<f32, 256>;
fn element(a0: f32) -> f32 {
    return a0;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let tasks = 256u / p[0].w;
    let own = select(lane % tasks, lane / p[0].w, p[0].z != 0u);
    let member = select(lane / tasks, lane % p[0].w, p[0].z != 0u);
    let task = (group.y * p[0].y + group.x) * tasks + own;
    let result = task % p[1].x;
    let first = (task / p[1].x) * p[1].w;
    let end = min(first + p[1].w, p[2].x);
    var acc0 = nan_f32();
    if (task < p[1].x * p[1].z) {
        var x0 = result;
        let x_s = min(x0, p[2].z - 1u);
        let i0_s = p[3].y + x_s * p[3].z;
        var y0 = first + member;
        for (var at = first + member; at < end; at += 1u * p[0].w) {
            let y_0 = min(y0, p[2].w - 1u);
            let i0_0 = i0_s + y_0 * p[3].w;
            y0 += p[3].x;
            let a0_0 = in0[i0_0];
            if (at < end) {
                let e_0 = element(a0_0.x);
                let e_1 = element(a0_0.y);
                let e_2 = element(a0_0.z);
                let e_3 = element(a0_0.w);
                acc0 = first_max_f32(acc0, e_0);
                acc0 = first_max_f32(acc0, e_1);
                acc0 = first_max_f32(acc0, e_2);
                acc0 = first_max_f32(acc0, e_3);
            }
        }
    }
    let slot = own * p[0].w + member;
    shared0[slot] = acc0;
    for (var half = p[0].w / 2u; half > 0u; half = half / 2u) {
        workgroupBarrier();
        if (member < half) {
            acc0 = first_max_f32(acc0, shared0[slot + half]);
            shared0[slot] = acc0;
        }
    }
    if (member == 0u && task < p[1].x * p[1].z) {
        folded0[task] = acc0;
    }
}
// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; results, 0, chunks, elements or vectors of a chunk; those of a result, elements of all its chunks, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 6>;
@group(0) @binding(1) var<storage, read> in0: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> in1: array<f32>;
@group(0) @binding(3) var<storage, read_write> folded0: array<f32>;
@group(0) @binding(4) var<storage, read_write> out0: array<vec4<f32>>;

fn exp_f32(x: f32) -> f32 {
    if (is_nan_f32(x)) {
        return x;
    }
    let parts = exp_parts(clamp(x, -176.0, 176.0));
    let value = exp_reduced(parts.y, parts.z);
    return scaled(value.x + value.y, parts.x);
}
fn exp_parts(x: f32) -> vec3<f32> {
    let n = round(x * 1.442695);
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
    return vec2(sum, b - (sum - a));
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ p[1].y);
}
fn scaled(x: f32, n: f32) -> f32 {
    let half = floor(clamp(n, -252.0, 254.0) * 0.5);
    return x * two_to(half) * two_to(clamp(n, -252.0, 254.0) - half);
}
fn two_to(n: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(i32(n) + 127i) << 23u);
}
var<workgroup> shared0: array<f32, 256>;
struct Of_element { e0: f32, e1: f32 }
fn element(a0: f32, a1: f32) -> Of_element {
    let v0 = a0 - a1;
    let v1 = exp_f32(v0);
    return Of_element(v1, v1);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let tasks = 256u / p[0].w;
    let own = select(lane % tasks, lane / p[0].w, p[0].z != 0u);
    let member = select(lane / tasks, lane % p[0].w, p[0].z != 0u);
    let task = (group.y * p[0].y + group.x) * tasks + own;
    let result = task % p[1].x;
    let first = (task / p[1].x) * p[1].w;
    let end = min(first + p[1].w, p[2].x);
    var acc0 = bitcast<f32>(0x80000000u ^ p[1].y);
    if (task < p[1].x * p[1].z) {
        var x0 = result;
        let x_s = min(x0, p[2].z - 1u);
        let i0_s = p[3].y + x_s * p[3].z;
        let i1_s = p[4].x + x_s * p[4].y;
        let o0_s = p[4].w + x_s * p[5].x;
        var y0 = first + member;
        for (var at = first + member; at < end; at += 1u * p[0].w) {
            let y_0 = min(y0, p[2].w - 1u);
            let i0_0 = i0_s + y_0 * p[3].w;
            let i1_0 = i1_s + y_0 * p[4].z;
            let o0_0 = o0_s + y_0 * p[5].y;
            y0 += p[3].x;
            let a0_0 = in0[i0_0];
            let a1_0 = in1[i1_0];
            if (at < end) {
                let e_0 = element(a0_0.x, a1_0);
                let e_1 = element(a0_0.y, a1_0);
                let e_2 = element(a0_0.z, a1_0);
                let e_3 = element(a0_0.w, a1_0);
                acc0 = acc0 + e_0.e0;
                acc0 = acc0 + e_1.e0;
                acc0 = acc0 + e_2.e0;
                acc0 = acc0 + e_3.e0;
                out0[o0_0] = vec4<f32>(e_0.e1, e_1.e1, e_2.e1, e_3.e1);
            }
        }
    }
    let slot = own * p[0].w + member;
    shared0[slot] = acc0;
    for (var half = p[0].w / 2u; half > 0u; half = half / 2u) {
        workgroupBarrier();
        if (member < half) {
            acc0 = acc0 + shared0[slot + half];
            shared0[slot] = acc0;
        }
    }
    if (member == 0u && task < p[1].x * p[1].z) {
        folded0[task] = select(acc0, bitcast<f32>(0x00000000u ^ p[1].y), p[2].y == 0u);
    }
}
// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 5>;
@group(0) @binding(1) var<storage, read> in0: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> in1: array<f32>;
@group(0) @binding(3) var<storage, read_write> out0: array<vec4<f32>>;

fn element(a0: f32, a1: f32) -> f32 {
    let v0 = a0 / a1;
    return v0;
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
        let e_0 = element(a0_0.x, a1_0);
        let e_1 = element(a0_0.y, a1_0);
        let e_2 = element(a0_0.z, a1_0);
        let e_3 = element(a0_0.w, a1_0);
        out0[o0_0] = vec4<f32>(e_0, e_1, e_2, e_3);
    }
}
