// p: the code of the call, workgroups side by side, workgroups a row or 0, columns; elements, 0, sizes of the axes before the last, numbers, then the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read_write> out0: array<f32>;

fn element(i0: u32, o0: u32) {
    let a0 = in0[i0];
    let v0 = bitcast<f32>(0x40200000u);
    let v1 = v0 * a0;
    let v2 = v1 + bitcast<f32>(0x3f800000u);
    out0[o0] = v2;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let block = group.y * p[0].y + group.x;
    for (var k = 0u; k < 4u; k += 1u) {
        let column = block * 1024u + k * 256u + lane;
        if (column < p[0].w) {
            element(p[1].z + column * p[1].w, p[2].x + column * p[2].y);
        }
    }
}
