// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> in0: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> out0: array<vec4<f32>>;

fn element(a0: f32) -> f32 {
    let v0 = a0 * bitcast<f32>(0x40000000u);
    return v0;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let at = (group.y * p[0].y + group.x) * 256u + lane;
    var x0 = at;
    let x_0 = min(x0, p[1].z - 1u);
    let i0_0 = p[2].x + x_0 * p[2].y;
    let o0_0 = p[2].z + x_0 * p[2].w;
    let a0_0 = in0[i0_0];
    if (at < p[0].z) {
        let e_0 = element(a0_0.x);
        let e_1 = element(a0_0.y);
        let e_2 = element(a0_0.z);
        let e_3 = element(a0_0.w);
        out0[o0_0] = vec4<f32>(e_0, e_1, e_2, e_3);
    }
}
// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; lines, 0, chunks of a line, elements of a chunk; those of a line, lines side by side, the first place where elements are read and where they are written; the first chunk, the first line and all lines among what chunks make
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read_write> out0: array<vec4<f32>>;

var<workgroup> shared0: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let tasks = 256u / p[0].w;
    let along = p[0].z != 0u;
    let pace = select(tasks, 1u, along);
    let member = select(lane / tasks, lane % p[0].w, along);
    let task = (group.y * p[0].y + group.x) * tasks + select(lane % tasks, lane / p[0].w, along);
    let is_there = task < p[1].x * p[1].z;
    let own = task % p[1].x;
    let chunk = task / p[1].x;
    let base = (own / p[2].y) * (p[2].x * p[2].y) + own % p[2].y;
    let first = min(chunk, p[1].z) * p[1].w;
    let end = select(0u, min(first + p[1].w, p[2].x), is_there);
    var before_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    for (var round = 0u; round < p[1].w; round += p[0].w * 4u) {
        let at = first + round + member * 4u;
        let last = p[2].x - 1u;
        let v0 = out0[(p[2].z + base + min(at, last - 3u)) / 4u];
        let x0 = v0.x;
        let x1 = v0.y;
        let x2 = v0.z;
        let x3 = v0.w;
        var a0_0 = bitcast<f32>(0x80000000u ^ p[1].y);
        if (at < end) { a0_0 = a0_0 + x0; }
        var a1_0 = a0_0;
        if (at + 1u < end) { a1_0 = a1_0 + x1; }
        var a2_0 = a1_0;
        if (at + 2u < end) { a2_0 = a2_0 + x2; }
        var a3_0 = a2_0;
        if (at + 3u < end) { a3_0 = a3_0 + x3; }
        var all_0 = a3_0;
        shared0[lane] = all_0;
        for (var near = 1u; near < p[0].w; near = near * 2u) {
            workgroupBarrier();
            var near_0 = shared0[select(lane, lane - near * pace, member >= near)];
            workgroupBarrier();
            if (member >= near) {
                near_0 = near_0 + all_0;
                all_0 = near_0;
                shared0[lane] = all_0;
            }
        }
        workgroupBarrier();
        var so_far_0 = before_0;
        if (member > 0u) { so_far_0 = so_far_0 + shared0[lane - pace]; }
        var r0_0 = so_far_0;
        r0_0 = r0_0 + a0_0;
        var r1_0 = so_far_0;
        r1_0 = r1_0 + a1_0;
        var r2_0 = so_far_0;
        r2_0 = r2_0 + a2_0;
        var r3_0 = so_far_0;
        r3_0 = r3_0 + a3_0;
        if (at < end) {
            out0[(p[2].w + base + min(at, last - 3u)) / 4u] = vec4<f32>(r0_0, r1_0, r2_0, r3_0);
        }
        before_0 = before_0 + shared0[lane + (p[0].w - 1u - member) * pace];
        workgroupBarrier();
    }
}
