// p: the code of the call, workgroups side by side, workgroups a row or 0, columns; elements, 0, sizes of the axes before the last, numbers, then the start and the strides of each array
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> in0: array<i32>;
@group(0) @binding(2) var<storage, read_write> out0: array<i32>;
@group(0) @binding(3) var<storage, read_write> raised: array<atomic<u32>>;

fn divide_i32(a: i32, b: i32) -> i32 {
    if (b == i32(0)) {
        raise(1u);
        return i32(0);
    }
    if (b == i32(-1)) {
        if (a != i32(0) && a == -a) {
            raise(2u);
        }
        return -a;
    }
    return a / b;
}
fn raise(kind: u32) {
    atomicMax(&raised[0], p[0].x + kind);
}
fn element(i0: u32, o0: u32) {
    let a0 = in0[i0];
    let v0 = a0 > bitcast<i32>(0x00000002u);
    var v3: i32;
    if (v0) {
        let v1 = divide_i32(bitcast<i32>(0x00000064u), a0);
        v3 = v1;
    } else {
        let v2 = -a0;
        v3 = v2;
    }
    out0[o0] = v3;
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
