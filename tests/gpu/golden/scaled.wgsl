// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> in0: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> out0: array<vec4<f32>>;

fn element(a0: f32) -> f32 {
    let v0 = bitcast<f32>(0x40200000u);
    let v1 = v0 * a0;
    let v2 = bitcast<f32>(bitcast<u32>(v1 + bitcast<f32>(bitcast<u32>(bitcast<f32>(0x3f800000u)) + p[1].y)) + p[1].y);
    return v2;
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
