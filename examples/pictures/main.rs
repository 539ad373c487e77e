//! Two pictures by functions with `#[elemental]`, on the processor and, where there is one, on a GPU.
//!
//! `cargo run --release --example pictures --features gpu` writes them to `target/pictures`, and says how many pixels
//! of the two machines differ, and by how much.

mod mandelbrot;
mod sphere;

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

use bcast::ndarray::Array2;
use bcast::{Gpu, bcast};

fn main() -> Result<(), Box<dyn Error>> {
    let gpu = match Gpu::new() {
        Ok(gpu) => {
            println!("the GPU is {}", gpu.name());
            Some(gpu)
        }
        Err(error) => {
            println!("on the processor alone: {error}");
            None
        }
    };
    mandelbrot::draw(gpu.as_ref())?;
    sphere::draw(gpu.as_ref())
}

/// Says what a machine took, and returns its picture.
fn timed<T, E>(machine: &str, picture: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let start = Instant::now();
    let picture = picture()?;
    println!("  {machine}: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    Ok(picture)
}

/// Says how many pixels differ, and by how much at most.
fn compare(here: &Array2<f32>, there: &Array2<f32>) {
    let (differ, most) = (bcast!(count(here .!= there)), bcast!(max(abs.(here .- there))));
    println!("  {differ} of {} pixels differ, by {most} at most", here.len());
}

/// Writes shades from 0, which is black, to 1.
fn write(name: &str, shades: &Array2<f32>) -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    let (height, width) = shades.dim();
    let bytes = bcast!(u8.(255 .* clamp.(shades, 0, 1) .+ 0.5));
    let file = BufWriter::new(File::create(&path)?);
    let mut encoder = png::Encoder::new(file, u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes.as_slice().ok_or("a new array runs on")?)?;
    writer.finish()?;
    println!("  written to {}", path.display());
    Ok(())
}
