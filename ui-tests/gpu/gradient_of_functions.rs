//! Functions of the user's without a derivative on a GPU.

use bcast::ndarray::{Ix0, Ix1};
use bcast::{Gpu, GpuArray, bcast, elemental};

type Row = GpuArray<f32, Ix1>;
type Sum<D> = (GpuArray<f32, Ix0>, D);

#[elemental]
fn series(x: f32) -> f32 {
    let mut sum = 0.0;
    for n in 0..4 {
        sum += x * n as f32;
    }
    sum
}

/// Its derivative is for the processor.
#[elemental(derivative = twice)]
fn parabola(x: f32) -> f32 {
    x * x
}
fn twice(x: f32) -> f32 {
    2.0 * x
}

#[elemental]
fn fourth(x: f32) -> f32 {
    parabola(parabola(x))
}

/// So is the closure, which calls a function.
#[elemental(derivative = |x: f32, y: f32| (twice(x) * y, x * x))]
fn area(x: f32, y: f32) -> f32 {
    x * x * y
}

fn half(x: f32) -> f32 {
    0.5 * x
}

pub fn with_loops(gpu: &Gpu, x: &Row) -> Sum<Row> {
    bcast!(#[gpu(gpu)] #[grad(x)] sum(series.(x)))
    //~                               ^^^^^^ bcast!: no derivative of this function on a GPU
    //~ label: a function whose derivative a GPU does not know
    //~ note: write `#[bcast::elemental]` above it if it has no loops
}

pub fn named(gpu: &Gpu, x: &Row) -> Sum<Row> {
    bcast!(#[gpu(gpu)] #[grad(x)] sum(parabola.(x)))
    //~                               ^^^^^^^^ bcast!: no derivative of this function on a GPU
}

pub fn called(gpu: &Gpu, x: &Row) -> Sum<Row> {
    bcast!(#[gpu(gpu)] #[grad(x)] sum(fourth.(x)))
    //~                               ^^^^^^ bcast!: no derivative of this function on a GPU
}

pub fn closure(gpu: &Gpu, x: &Row) -> Sum<Row> {
    bcast!(#[gpu(gpu)] #[grad(x)] sum(area.(x, x)))
    //~                               ^^^^ bcast!: no derivative of this function on a GPU
}

pub fn without_attribute(gpu: &Gpu, x: &Row) -> Sum<Row> {
    bcast!(#[gpu(gpu)] #[grad(x)] sum(half.(x)))
    //~                               ^^^^ bcast: a GPU does not know this function
}

/// A GPU has no exponential of these.
#[elemental]
fn squash(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

pub fn of_doubles(gpu: &Gpu, x: &GpuArray<f64, Ix1>) -> GpuArray<f64, Ix1> {
    bcast!(#[gpu(gpu)] squash.(x))
    //~                ^^^^^^ bcast: a GPU has not all that this function of `f64` computes
}

fn main() {}
