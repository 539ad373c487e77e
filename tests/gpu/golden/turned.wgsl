// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read_write> out0: array<f32>;

var<workgroup> square0: array<f32, 1056>;
fn element(a0: f32) -> f32 {
    let v0 = a0 + bitcast<f32>(0x3f800000u);
    return v0;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let n1 = (p[1].w + 31u) / 32u;
    let q1 = group.y * p[0].y + group.x;
    var x1 = q1 % n1;
    let first1 = x1 * 32u;
    let n0 = (p[1].z + 31u) / 32u;
    let q0 = q1 / n1;
    let is_there = q0 < n0;
    var x0 = min(q0, n0 - 1u);
    let first0 = x0 * 32u;
    x0 = min(first0 + lane % 32u, p[1].z - 1u);
    x1 = min(first1 + lane / 32u + 0u, p[1].w - 1u);
    let x_t0 = min(x0, p[1].z - 1u);
    let i0_t0 = p[2].z + x_t0 * p[2].w + x1 * p[3].x;
    x0 = min(first0 + lane % 32u, p[1].z - 1u);
    x1 = min(first1 + lane / 32u + 8u, p[1].w - 1u);
    let x_t1 = min(x0, p[1].z - 1u);
    let i0_t1 = p[2].z + x_t1 * p[2].w + x1 * p[3].x;
    x0 = min(first0 + lane % 32u, p[1].z - 1u);
    x1 = min(first1 + lane / 32u + 16u, p[1].w - 1u);
    let x_t2 = min(x0, p[1].z - 1u);
    let i0_t2 = p[2].z + x_t2 * p[2].w + x1 * p[3].x;
    x0 = min(first0 + lane % 32u, p[1].z - 1u);
    x1 = min(first1 + lane / 32u + 24u, p[1].w - 1u);
    let x_t3 = min(x0, p[1].z - 1u);
    let i0_t3 = p[2].z + x_t3 * p[2].w + x1 * p[3].x;
    let c0_0 = in0[i0_t0];
    let c0_1 = in0[i0_t1];
    let c0_2 = in0[i0_t2];
    let c0_3 = in0[i0_t3];
    x0 = min(first0 + lane / 32u + 0u, p[1].z - 1u);
    x1 = min(first1 + lane % 32u, p[1].w - 1u);
    let x_0 = min(x0, p[1].z - 1u);
    let o0_0 = p[3].y + x_0 * p[3].z + x1 * p[3].w;
    x0 = min(first0 + lane / 32u + 8u, p[1].z - 1u);
    x1 = min(first1 + lane % 32u, p[1].w - 1u);
    let x_1 = min(x0, p[1].z - 1u);
    let o0_1 = p[3].y + x_1 * p[3].z + x1 * p[3].w;
    x0 = min(first0 + lane / 32u + 16u, p[1].z - 1u);
    x1 = min(first1 + lane % 32u, p[1].w - 1u);
    let x_2 = min(x0, p[1].z - 1u);
    let o0_2 = p[3].y + x_2 * p[3].z + x1 * p[3].w;
    x0 = min(first0 + lane / 32u + 24u, p[1].z - 1u);
    x1 = min(first1 + lane % 32u, p[1].w - 1u);
    let x_3 = min(x0, p[1].z - 1u);
    let o0_3 = p[3].y + x_3 * p[3].z + x1 * p[3].w;
    square0[(lane % 32u) * 33u + lane / 32u + 0u] = c0_0;
    square0[(lane % 32u) * 33u + lane / 32u + 8u] = c0_1;
    square0[(lane % 32u) * 33u + lane / 32u + 16u] = c0_2;
    square0[(lane % 32u) * 33u + lane / 32u + 24u] = c0_3;
    workgroupBarrier();
    let own_0 = (lane / 32u + 0u) * 33u + lane % 32u;
    let own_1 = (lane / 32u + 8u) * 33u + lane % 32u;
    let own_2 = (lane / 32u + 16u) * 33u + lane % 32u;
    let own_3 = (lane / 32u + 24u) * 33u + lane % 32u;
    let a0_0 = square0[own_0];
    let a0_1 = square0[own_1];
    let a0_2 = square0[own_2];
    let a0_3 = square0[own_3];
    if (is_there && first1 + lane % 32u < p[1].w && first0 + lane / 32u + 0u < p[1].z) {
        let e_0 = element(a0_0);
        out0[o0_0] = e_0;
    }
    if (is_there && first1 + lane % 32u < p[1].w && first0 + lane / 32u + 8u < p[1].z) {
        let e_1 = element(a0_1);
        out0[o0_1] = e_1;
    }
    if (is_there && first1 + lane % 32u < p[1].w && first0 + lane / 32u + 16u < p[1].z) {
        let e_2 = element(a0_2);
        out0[o0_2] = e_2;
    }
    if (is_there && first1 + lane % 32u < p[1].w && first0 + lane / 32u + 24u < p[1].z) {
        let e_3 = element(a0_3);
        out0[o0_3] = e_3;
    }
}
