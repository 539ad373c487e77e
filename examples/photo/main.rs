//! A photograph, loaded and saved by `image`: its light evened out and its colours strengthened in one call.
//!
//! `cargo run --release --example photo --features image [picture.png [result.png]]`

use bcast::image::RgbImage;
use bcast::ndarray::arr1;
use bcast::{bcast, into};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let given = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/coffee.png");
    let from = arguments.next().unwrap_or_else(|| given.into());
    let to = arguments.next().unwrap_or_else(|| std::env::temp_dir().join("bcast-photo.png"));

    let photo = image::open(&from)?.into_rgb8();
    let better: RgbImage = into(strengthened(&photo));
    better.save(&to)?;
    println!("{}: {}x{}, written to {}", from.display(), photo.width(), photo.height(), to.display());
    Ok(())
}

/// Half of the way to a mean light of 128, and colours 1.4 times as far from grey.
fn strengthened(photo: &RgbImage) -> bcast::ndarray::Array3<u8> {
    let luma = arr1(&[0.2126_f32, 0.7152, 0.0722]);
    bcast! {
        let samples = f32.(photo);
        let grey = sum[2; keep](samples .* luma @ (2));
        let coloured = grey .+ 1.4 .* (samples .- grey);
        let lit = coloured .* (0.5 .+ 0.5 .* 128 ./ max.(mean(grey), 1));
        u8.(round.(lit))
    }
}
