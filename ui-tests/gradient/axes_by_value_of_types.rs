//! Gradients through reductions along axes by value, where types do not tell how what is left lines up.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, ArrayD};

pub fn any_number(x: &Array2<f64>, y: &Array1<f64>, axes: &[usize]) -> (f64, Array2<f64>) {
    bcast!(#[grad(x)] sum((sum[{axes}](x) .- y).^2))
    //~                    ^^^ bcast!: types do not tell along which axes the gradient of this reduction is summed
    //~ label: it may lie along the axes that it was reduced along
    //~ note: axes by value as an array
}

pub fn of_a_vector(x: &Array2<f64>, v: &Array1<f64>, k: usize) -> (f64, Array1<f64>) {
    bcast!(#[grad(v)] sum(x .* sum[{k}](v)))
    //~                        ^^^ bcast!: types do not tell along which axes the gradient of this reduction is summed
    //~ note: over all axes write none: `sum(x)`
}

pub fn of_dynamic_rank(x: &ArrayD<f64>, y: &ArrayD<f64>) -> (f64, ArrayD<f64>) {
    bcast!(#[grad(x)] sum((sum[0](x) .- y).^2))
    //~                    ^^^ bcast!: types do not tell along which axes the gradient of this reduction is summed
    //~ note: give the operands a static rank
}

fn main() {}
