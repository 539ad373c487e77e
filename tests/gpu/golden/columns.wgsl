// p: the code of the call, workgroups side by side, workgroups a row or 0, columns; elements, 0, sizes of the axes before the last, numbers, then the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 4>;
@group(0) @binding(1) var<storage, read> in0: array<f32>;
@group(0) @binding(2) var<storage, read> in1: array<f32>;
@group(0) @binding(3) var<storage, read_write> out0: array<f32>;

fn element(i0: u32, i1: u32, o0: u32) {
    let a0 = in0[i0];
    let a1 = in1[i1];
    let v0 = a0 - a1;
    let v1 = v0 / bitcast<f32>(0x40400000u);
    out0[o0] = v1;
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
