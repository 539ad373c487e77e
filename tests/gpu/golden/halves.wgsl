// p: the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array
enable f16;
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 3>;
@group(0) @binding(1) var<storage, read> in0: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read_write> out0: array<vec4<f16>>;

fn copysign_f32(x: f32, sign: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));
}
fn half_from_f32(x: f32) -> f32 {
    let size = abs(x);
    let bits = bitcast<u32>(size);
    let normal = bitcast<f32>((bits + 0xfffu + ((bits >> 13u) & 1u)) & 0xffffe000u);
    // Those below 2^-14 lie 2^-24 apart, as floats from 0.5 to 1 do.
    let subnormal = rounded(size + 0.75) - 0.75;
    let finite = select(normal, subnormal, size < 6.1035156e-5);
    let value = select(finite, infinity_f32(), size >= 65520.0);
    return select(copysign_f32(value, x), x, is_nan_f32(x));
}
fn infinity_f32() -> f32 {
    return bitcast<f32>(0x7f800000u ^ p[1].y);
}
fn is_nan_f32(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ p[1].y);
}
fn element(a0: f32) -> f32 {
    let v0 = half_from_f32(a0 * a0);
    let v1 = bitcast<f32>(0x3dccc000u);
    let v2 = half_from_f32(v0 - v1);
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
        let e_0 = element(f32(a0_0.x));
        let e_1 = element(f32(a0_0.y));
        let e_2 = element(f32(a0_0.z));
        let e_3 = element(f32(a0_0.w));
        out0[o0_0] = vec4<f16>(f16(e_0), f16(e_1), f16(e_2), f16(e_3));
    }
}
