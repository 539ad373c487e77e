// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; results, 0, chunks, elements or vectors of a chunk; those of a result, elements of all its chunks and the upper half of their number, then sizes of axes, digits of a step, numbers, the start and the strides of each array, and of positions
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> in0: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> folded0: array<f32>;

var<workgroup> shared0: array<f32, 256>;
fn element(a0: f32) -> f32 {
    let w0 = a0 * a0;
    let v0 = w0;
    return v0;
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
        var y0 = first + member;
        for (var at = first + member; at < end; at += 2u * p[0].w) {
            let y_0 = min(y0, p[2].w - 1u);
            let i0_0 = p[3].y + y_0 * p[3].z;
            y0 += p[3].x;
            let y_1 = min(y0, p[2].w - 1u);
            let i0_1 = p[3].y + y_1 * p[3].z;
            y0 += p[3].x;
            let a0_0 = in0[i0_0];
            let a0_1 = in0[i0_1];
            if (at < end) {
                let e_0 = element(a0_0.x);
                let e_1 = element(a0_0.y);
                let e_2 = element(a0_0.z);
                let e_3 = element(a0_0.w);
                acc0 = acc0 + e_0;
                acc0 = acc0 + e_1;
                acc0 = acc0 + e_2;
                acc0 = acc0 + e_3;
            }
            if (at + 1u * p[0].w < end) {
                let e_1 = element(a0_1.x);
                let e_2 = element(a0_1.y);
                let e_3 = element(a0_1.z);
                let e_4 = element(a0_1.w);
                acc0 = acc0 + e_1;
                acc0 = acc0 + e_2;
                acc0 = acc0 + e_3;
                acc0 = acc0 + e_4;
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
        folded0[task] = acc0;
    }
}
// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; results, 0, chunks, elements or vectors of a chunk; those of a result, elements of all its chunks and the upper half of their number, then sizes of axes, digits of a step, numbers, the start and the strides of each array, and of positions
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> part0: array<f32>;
@group(0) @binding(2) var<storage, read_write> folded0: array<f32>;

var<workgroup> shared0: array<f32, 256>;

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
        for (var at = first + member; at < end; at += p[0].w) {
            let b0 = part0[at * p[1].x + result];
            acc0 = acc0 + b0;
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
        folded0[task] = select(acc0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
}
