// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; results, 0, chunks, elements of a chunk; elements of a result, of all its chunks, the position of the first one, sizes of axes, numbers, then the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read_write> folded0: array<f32>;
var<private> acc0: f32;
var<workgroup> shared0: array<f32, 256>;

fn first_max_f32(a: f32, b: f32) -> f32 {
    return select(b, a, (a >= b && !is_nan_f32(a)) || is_nan_f32(b));
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn nan_f32() -> f32 {
    return bitcast<f32>(0x7fc00000u ^ p[1].y);
}
fn element(i0: u32, position: u32) {
    let a0 = in0[i0];
    acc0 = first_max_f32(acc0, a0);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let tasks = 256u / p[0].w;
    let own = select(lane % tasks, lane / p[0].w, p[0].z != 0u);
    let member = select(lane / tasks, lane % p[0].w, p[0].z != 0u);
    let task = (group.y * p[0].y + group.x) * tasks + own;
    let result = task % p[1].x;
    let first = (task / p[1].x) * p[1].w;
    acc0 = nan_f32();
    if (task < p[1].x * p[1].z) {
        var kept = result;
        let si0 = p[2].w + kept * p[3].x;
        let end = min(first + p[1].w, p[2].x);
        for (var at = first + member; at < end; at += p[0].w) {
            var rest = at;
            element(si0 + rest * p[3].y, at + p[2].z);
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
// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; results, 0, chunks, elements of a chunk; elements of a result, of all its chunks, the position of the first one, sizes of axes, numbers, then the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 5>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read> in1: array<f32>;
@group(0) @binding(3) var<storage, read_write> folded0: array<f32>;
@group(0) @binding(4) var<storage, read_write> out0: array<f32>;
var<private> acc0: f32;
var<workgroup> shared0: array<f32, 256>;

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
fn element(i0: u32, i1: u32, o0: u32, position: u32) {
    let a0 = in0[i0];
    let a1 = in1[i1];
    let v0 = a0 - a1;
    let v1 = exp_f32(v0);
    acc0 = acc0 + v1;
    out0[o0] = v1;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let tasks = 256u / p[0].w;
    let own = select(lane % tasks, lane / p[0].w, p[0].z != 0u);
    let member = select(lane / tasks, lane % p[0].w, p[0].z != 0u);
    let task = (group.y * p[0].y + group.x) * tasks + own;
    let result = task % p[1].x;
    let first = (task / p[1].x) * p[1].w;
    acc0 = bitcast<f32>(0x80000000u ^ p[1].y);
    if (task < p[1].x * p[1].z) {
        var kept = result;
        let si0 = p[2].w + kept * p[3].x;
        let si1 = p[3].z + kept * p[3].w;
        let so0 = p[4].y + kept * p[4].z;
        let end = min(first + p[1].w, p[2].x);
        for (var at = first + member; at < end; at += p[0].w) {
            var rest = at;
            element(si0 + rest * p[3].y, si1 + rest * p[4].x, so0 + rest * p[4].w, at + p[2].z);
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
// p: the code of the call, workgroups side by side, workgroups a row or 0, columns; elements, 0, sizes of the axes before the last, numbers, then the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read> in1: array<f32>;
@group(0) @binding(3) var<storage, read_write> out0: array<f32>;

fn element(i0: u32, i1: u32, o0: u32) {
    let a0 = in0[i0];
    let a1 = in1[i1];
    let v0 = a0 / a1;
    out0[o0] = v0;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let block = group.y * p[0].y + group.x;
    if (p[0].z != 0u) {
        let row = block / p[0].z;
        let first = (block % p[0].z) * 1024u + lane;
        if (row >= p[1].x / p[0].w) {
            return;
        }
        var rest = row;
        let i0 = p[1].w + rest * p[2].x;
        let i1 = p[2].z + rest * p[2].w;
        let o0 = p[3].y + rest * p[3].z;
        for (var k = 0u; k < 4u; k += 1u) {
            let column = first + k * 256u;
            if (column < p[0].w) {
                element(i0 + column * p[2].y, i1 + column * p[3].x, o0 + column * p[3].w);
            }
        }
        return;
    }
    for (var k = 0u; k < 4u; k += 1u) {
        let at = block * 1024u + k * 256u + lane;
        if (at < p[1].x) {
            let row = at / p[0].w;
            let column = at % p[0].w;
            var rest = row;
            let i0 = p[1].w + rest * p[2].x;
            let i1 = p[2].z + rest * p[2].w;
            let o0 = p[3].y + rest * p[3].z;
            element(i0 + column * p[2].y, i1 + column * p[3].x, o0 + column * p[3].w);
        }
    }
}
