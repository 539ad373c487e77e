// p: the code of the call, workgroups side by side, whether neighbours share a task, threads of a task; results, 0, chunks, elements or vectors of a chunk; those of a result, elements of all its chunks and the upper half of their number, then sizes of axes, digits of a step, numbers, the start and the strides of each array, and of positions
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 6>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read> in1: array<f32>;
@group(0) @binding(3) var<storage, read_write> folded0: array<f32>;

fn element(a0: f32, a1: f32) -> f32 {
    let v0 = a0 * a1;
    return v0;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    var rest = group.y * p[0].y + group.x;
    let n_column = (p[3].x + 31u) / 32u;
    let column = rest % n_column;
    rest = rest / n_column;
    let n_row = (p[2].w + 63u) / 64u;
    let row = rest % n_row;
    rest = rest / n_row;
    let chunk = rest;
    let is_there = chunk < p[1].z;
    let first = chunk * p[1].w;
    let first_row = row * 64u + (lane / 32u) * 8u;
    let end = select(0u, min(first + p[1].w, p[2].x), is_there && first_row < p[2].w);
    let own_r0 = min(first_row + 0u, p[2].w - 1u);
    let own_r1 = min(first_row + 1u, p[2].w - 1u);
    let own_r2 = min(first_row + 2u, p[2].w - 1u);
    let own_r3 = min(first_row + 3u, p[2].w - 1u);
    let own_r4 = min(first_row + 4u, p[2].w - 1u);
    let own_r5 = min(first_row + 5u, p[2].w - 1u);
    let own_r6 = min(first_row + 6u, p[2].w - 1u);
    let own_r7 = min(first_row + 7u, p[2].w - 1u);
    let own_c0 = column * 32u + 0u + lane % 32u;
    let cut_c0 = min(own_c0, p[3].x - 1u);
    let i0_first = p[3].w;
    let i0_s_r0 = i0_first + own_r0 * p[4].x;
    let i0_s_r1 = i0_first + own_r1 * p[4].x;
    let i0_s_r2 = i0_first + own_r2 * p[4].x;
    let i0_s_r3 = i0_first + own_r3 * p[4].x;
    let i0_s_r4 = i0_first + own_r4 * p[4].x;
    let i0_s_r5 = i0_first + own_r5 * p[4].x;
    let i0_s_r6 = i0_first + own_r6 * p[4].x;
    let i0_s_r7 = i0_first + own_r7 * p[4].x;
    let i1_first = p[4].w;
    let i1_s_c0 = i1_first + cut_c0 * p[5].y;
    var acc0_0_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    var acc0_1_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    var acc0_2_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    var acc0_3_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    var acc0_4_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    var acc0_5_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    var acc0_6_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    var acc0_7_0 = bitcast<f32>(0x80000000u ^ p[1].y);
    for (var k = first; k < end; k += 1u) {
        let i0_k = k * p[4].z;
        let i0_r0 = i0_s_r0 + i0_k;
        let a0_r0 = in0[i0_r0];
        let i0_r1 = i0_s_r1 + i0_k;
        let a0_r1 = in0[i0_r1];
        let i0_r2 = i0_s_r2 + i0_k;
        let a0_r2 = in0[i0_r2];
        let i0_r3 = i0_s_r3 + i0_k;
        let a0_r3 = in0[i0_r3];
        let i0_r4 = i0_s_r4 + i0_k;
        let a0_r4 = in0[i0_r4];
        let i0_r5 = i0_s_r5 + i0_k;
        let a0_r5 = in0[i0_r5];
        let i0_r6 = i0_s_r6 + i0_k;
        let a0_r6 = in0[i0_r6];
        let i0_r7 = i0_s_r7 + i0_k;
        let a0_r7 = in0[i0_r7];
        let i1_k = k * p[5].z;
        let i1_c0 = i1_s_c0 + i1_k;
        let a1_c0 = in1[i1_c0];
        let e_0_0 = element(a0_r0, a1_c0);
        acc0_0_0 = acc0_0_0 + e_0_0;
        let e_1_0 = element(a0_r1, a1_c0);
        acc0_1_0 = acc0_1_0 + e_1_0;
        let e_2_0 = element(a0_r2, a1_c0);
        acc0_2_0 = acc0_2_0 + e_2_0;
        let e_3_0 = element(a0_r3, a1_c0);
        acc0_3_0 = acc0_3_0 + e_3_0;
        let e_4_0 = element(a0_r4, a1_c0);
        acc0_4_0 = acc0_4_0 + e_4_0;
        let e_5_0 = element(a0_r5, a1_c0);
        acc0_5_0 = acc0_5_0 + e_5_0;
        let e_6_0 = element(a0_r6, a1_c0);
        acc0_6_0 = acc0_6_0 + e_6_0;
        let e_7_0 = element(a0_r7, a1_c0);
        acc0_7_0 = acc0_7_0 + e_7_0;
    }
    if (is_there && first_row + 0u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r0) * p[3].x + own_c0;
        folded0[task] = select(acc0_0_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
    if (is_there && first_row + 1u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r1) * p[3].x + own_c0;
        folded0[task] = select(acc0_1_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
    if (is_there && first_row + 2u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r2) * p[3].x + own_c0;
        folded0[task] = select(acc0_2_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
    if (is_there && first_row + 3u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r3) * p[3].x + own_c0;
        folded0[task] = select(acc0_3_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
    if (is_there && first_row + 4u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r4) * p[3].x + own_c0;
        folded0[task] = select(acc0_4_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
    if (is_there && first_row + 5u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r5) * p[3].x + own_c0;
        folded0[task] = select(acc0_5_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
    if (is_there && first_row + 6u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r6) * p[3].x + own_c0;
        folded0[task] = select(acc0_6_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
    if (is_there && first_row + 7u < p[2].w && own_c0 < p[3].x) {
        let task = chunk * p[1].x + (own_r7) * p[3].x + own_c0;
        folded0[task] = select(acc0_7_0, bitcast<f32>(0x00000000u ^ p[1].y), (p[2].y | p[2].z) == 0u);
    }
}
