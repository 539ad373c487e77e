//! In how many rounds points of the plane leave a circle, if they do.

use std::error::Error;

use bcast::{Gpu, bcast, elemental, linspace};

use crate::{compare, timed, write};

const PIXELS: usize = 1024;
const ROUNDS: i32 = 256;

#[elemental]
fn rounds(re: f32, im: f32, most: i32) -> i32 {
    let mut z = (0.0, 0.0);
    let mut n = 0;
    while n < most && z.0 * z.0 + z.1 * z.1 <= 4.0 {
        z = (z.0 * z.0 - z.1 * z.1 + re, 2.0 * z.0 * z.1 + im);
        n += 1;
    }
    n
}

pub(crate) fn draw(gpu: Option<&Gpu>) -> Result<(), Box<dyn Error>> {
    println!("Mandelbrot's set, {PIXELS} by {PIXELS}, {ROUNDS} rounds");
    let (re, im) = (linspace(-2.2_f32..=0.8, PIXELS), linspace(-1.5_f32..=1.5, PIXELS));
    let here = timed("processor", || bcast::try_bcast!(f32.(rounds.(re @ (1), im @ (0), ROUNDS))))?;
    if let Some(gpu) = gpu {
        let there = timed("GPU", || bcast!(#[gpu(gpu)] f32.(rounds.(re @ (1), im @ (0), ROUNDS))).download())?;
        compare(&here, &there);
    }
    write("mandelbrot.png", &bcast!(sqrt.(here ./ (ROUNDS as f32))))
}
