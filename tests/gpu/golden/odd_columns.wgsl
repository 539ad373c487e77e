// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 5>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read> in1: array<f32>;
@group(0) @binding(3) var<storage, read_write> out0: array<f32>;

fn element(a0: f32, a1: f32) -> f32 {
    let v0 = a0 - a1;
    let v1 = v0 / bitcast<f32>(0x40400000u);
    return v1;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let at = (group.y * p[0].y + group.x) * 1024u + lane;
    var x0 = at;
    let qx1 = x0 / p[1].w;
    var x1 = x0 - qx1 * p[1].w;
    x0 = qx1;
    let x_0 = min(x0, p[1].z - 1u);
    let i0_0 = p[2].z + x_0 * p[2].w + x1 * p[3].x;
    let i1_0 = p[3].y + x_0 * p[3].z + x1 * p[3].w;
    let o0_0 = p[4].x + x_0 * p[4].y + x1 * p[4].z;
    {
        x1 += p[2].y;
        let c1 = u32(x1 >= p[1].w);
        x1 -= c1 * p[1].w;
        x0 += p[2].x + c1;
    }
    let x_1 = min(x0, p[1].z - 1u);
    let i0_1 = p[2].z + x_1 * p[2].w + x1 * p[3].x;
    let i1_1 = p[3].y + x_1 * p[3].z + x1 * p[3].w;
    let o0_1 = p[4].x + x_1 * p[4].y + x1 * p[4].z;
    {
        x1 += p[2].y;
        let c1 = u32(x1 >= p[1].w);
        x1 -= c1 * p[1].w;
        x0 += p[2].x + c1;
    }
    let x_2 = min(x0, p[1].z - 1u);
    let i0_2 = p[2].z + x_2 * p[2].w + x1 * p[3].x;
    let i1_2 = p[3].y + x_2 * p[3].z + x1 * p[3].w;
    let o0_2 = p[4].x + x_2 * p[4].y + x1 * p[4].z;
    {
        x1 += p[2].y;
        let c1 = u32(x1 >= p[1].w);
        x1 -= c1 * p[1].w;
        x0 += p[2].x + c1;
    }
    let x_3 = min(x0, p[1].z - 1u);
    let i0_3 = p[2].z + x_3 * p[2].w + x1 * p[3].x;
    let i1_3 = p[3].y + x_3 * p[3].z + x1 * p[3].w;
    let o0_3 = p[4].x + x_3 * p[4].y + x1 * p[4].z;
    let a0_0 = in0[i0_0];
    let a1_0 = in1[i1_0];
    let a0_1 = in0[i0_1];
    let a1_1 = in1[i1_1];
    let a0_2 = in0[i0_2];
    let a1_2 = in1[i1_2];
    let a0_3 = in0[i0_3];
    let a1_3 = in1[i1_3];
    if (at < p[0].z) {
        let e_0 = element(a0_0, a1_0);
        out0[o0_0] = e_0;
    }
    if (at + 256u < p[0].z) {
        let e_1 = element(a0_1, a1_1);
        out0[o0_1] = e_1;
    }
    if (at + 512u < p[0].z) {
        let e_2 = element(a0_2, a1_2);
        out0[o0_2] = e_2;
    }
    if (at + 768u < p[0].z) {
        let e_3 = element(a0_3, a1_3);
        out0[o0_3] = e_3;
    }
}
