// Elementary functions in single precision.

//: f32

fn exp_f32(x: f32) -> f32 {
    return exp(x);
}

fn exp2_f32(x: f32) -> f32 {
    return exp2(x);
}

fn ln_f32(x: f32) -> f32 {
    return log(x);
}

fn log2_f32(x: f32) -> f32 {
    return log2(x);
}

fn sin_f32(x: f32) -> f32 {
    return sin(x);
}

fn cos_f32(x: f32) -> f32 {
    return cos(x);
}
