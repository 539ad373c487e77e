// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
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
fn element(a0: i32) -> i32 {
    let v0 = a0 > bitcast<i32>(0x00000002u);
    var v3: i32;
    if (v0) {
        let v1 = divide_i32(bitcast<i32>(0x00000064u), a0);
        v3 = v1;
    } else {
        let v2 = -a0;
        v3 = v2;
    }
    return v3;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let at = (group.y * p[0].y + group.x) * 1024u + lane;
    var x0 = at;
    let x_0 = min(x0, p[1].z - 1u);
    let i0_0 = p[2].x + x_0 * p[2].y;
    let o0_0 = p[2].z + x_0 * p[2].w;
    x0 += p[1].w;
    let x_1 = min(x0, p[1].z - 1u);
    let i0_1 = p[2].x + x_1 * p[2].y;
    let o0_1 = p[2].z + x_1 * p[2].w;
    x0 += p[1].w;
    let x_2 = min(x0, p[1].z - 1u);
    let i0_2 = p[2].x + x_2 * p[2].y;
    let o0_2 = p[2].z + x_2 * p[2].w;
    x0 += p[1].w;
    let x_3 = min(x0, p[1].z - 1u);
    let i0_3 = p[2].x + x_3 * p[2].y;
    let o0_3 = p[2].z + x_3 * p[2].w;
    let a0_0 = in0[i0_0];
    let a0_1 = in0[i0_1];
    let a0_2 = in0[i0_2];
    let a0_3 = in0[i0_3];
    if (at < p[0].z) {
        let e_0 = element(a0_0);
        out0[o0_0] = e_0;
    }
    if (at + 256u < p[0].z) {
        let e_1 = element(a0_1);
        out0[o0_1] = e_1;
    }
    if (at + 512u < p[0].z) {
        let e_2 = element(a0_2);
        out0[o0_2] = e_2;
    }
    if (at + 768u < p[0].z) {
        let e_3 = element(a0_3);
        out0[o0_3] = e_3;
    }
}
