//! A photograph, bytes in and bytes out: brighter, a little cooler, and darker towards the corners.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::Path;

use bcast::bcast;
use bcast::ndarray::{Array1, Array3, Axis, arr1};

use crate::report::Report;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/coffee.png");
const RESULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/tour/coffee.png");

/// The factor for red, green and blue in the middle of the picture.
const GAIN: [f32; 3] = [1.3, 1.35, 1.45];

/// Row, column and the three bytes there, and below the sum of each channel, computed apart from this crate with
/// NumPy 2.4 and Pillow, in double precision:
///
/// ```python
/// img = np.asarray(Image.open("coffee.png"))
/// i, j = np.indices((400, 600))
/// r2 = ((i - 199.5) / 200) ** 2 + ((j - 299.5) / 300) ** 2
/// bright = img * [1.3, 1.35, 1.45] * (1 - 0.35 * r2)[..., None]
/// out = np.floor(np.clip(bright, 0, 255) + 0.5).astype(np.uint8)
/// sums = out.sum(axis=(0, 1), dtype=np.int64)
/// ```
const PIXELS: [(usize, usize, [u8; 3]); 8] = [
    (0, 0, [8, 5, 4]),
    (0, 599, [90, 75, 61]),
    (60, 400, [207, 122, 69]),
    (100, 300, [199, 81, 20]),
    (200, 300, [255, 255, 255]),
    (250, 430, [218, 58, 22]),
    (290, 365, [177, 122, 89]),
    (399, 599, [56, 25, 13]),
];
const SUMS: [i64; 3] = [37_326_772, 20_719_828, 13_187_221];

/// `v` and `u` run from -1 to 1 down the rows and along the columns; behind them are integer ranges, not arrays. `gain`
/// holds one value per channel, and `light` names a part of the loop.
fn develop(img: &Array3<u8>, gain: &Array1<f32>) -> Array3<u8> {
    bcast!(
        let v = (f32.((0..400) @ (0)) .- 199.5) ./ 200;
        let u = (f32.((0..600) @ (1)) .- 299.5) ./ 300;
        let light = 1 .- 0.35 .* (u.^2 .+ v.^2);
        u8.(round.(clamp.(f32.(img) .* gain @ (2) .* light, 0, 255)))
    )
}

/// The same in `ndarray`'s operators, as well as they allow: owned intermediate results lend their memory to the next
/// operator, `light` is computed once, and the last three steps share one pass.
fn develop_plain(img: &Array3<u8>, gain: &Array1<f32>) -> Array3<u8> {
    let v = (Array1::from_shape_fn(400, |i| i as f32) - 199.5_f32) / 200.0_f32;
    let u = (Array1::from_shape_fn(600, |j| j as f32) - 299.5_f32) / 300.0_f32;
    let light = 1.0_f32 - 0.35_f32 * (&u * &u + (&v * &v).insert_axis(Axis(1)));
    let bright = img.mapv(f32::from) * gain * light.insert_axis(Axis(2));
    bright.mapv(|value| value.clamp(0.0, 255.0).round() as u8)
}

pub(crate) fn run(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let img = read_png(Path::new(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
    let gain = arr1(&GAIN);

    report.title("Coffee: brightened and vignetted");
    report.expression(include_str!("coffee.rs"));
    report.fact("img, u8", format_args!("{:?}", img.shape()));
    report.fact("gain, f32", format_args!("{:?}", gain.shape()));
    let out = develop(&img, &gain);
    report.fact("result, u8", format_args!("{:?}", out.shape()));
    report.compare(|| develop(&img, &gain), || develop_plain(&img, &gain));
    write_png(Path::new(RESULT), &out)?;
    report.fact("written to", RESULT);

    report.check("the shape is that of the picture", out.dim() == (400, 600, 3), format_args!("{:?}", out.dim()));
    check_pixels(report, &out);
    check_sums(report, &out);
    check_whole(report, &img, &out);
    let same = out == develop_plain(&img, &gain);
    report.check("the same bytes as ndarray's operators", same, same);
    #[cfg(feature = "gpu")]
    crate::gpu::coffee(report, &img, &gain)?;
    Ok(())
}

/// None of these pixels lies near the border between two bytes, so they must agree exactly.
fn check_pixels(report: &mut Report, out: &Array3<u8>) {
    let agree = PIXELS.iter().filter(|&&(i, j, want)| (0..3).all(|k| out[(i, j, k)] == want[k])).count();
    report.check(
        "eight pixels as NumPy computes them",
        agree == PIXELS.len(),
        format_args!("{agree} of {} agree", PIXELS.len()),
    );
}

/// A handful of values lie so near to a half that single and double precision round them apart, by one each.
fn check_sums(report: &mut Report, out: &Array3<u8>) {
    let sums = [0, 1, 2].map(|k| out.index_axis(Axis(2), k).iter().map(|&byte| i64::from(byte)).sum::<i64>());
    let close = (0..3).all(|k| (sums[k] - SUMS[k]).abs() <= 20);
    report.check(
        "the sum of each channel as NumPy computes it, within 20",
        close,
        format_args!("{sums:?}, NumPy {SUMS:?}"),
    );
}

/// Every byte against an index loop in double precision.
fn check_whole(report: &mut Report, img: &Array3<u8>, out: &Array3<u8>) {
    let gain = [1.3, 1.35, 1.45];
    let differences = out.indexed_iter().map(|((i, j, k), &byte)| {
        let (v, u) = ((i as f64 - 199.5) / 200.0, (j as f64 - 299.5) / 300.0);
        let bright = f64::from(img[(i, j, k)]) * gain[k] * (1.0 - 0.35 * (u * u + v * v));
        (f64::from(byte) - bright.clamp(0.0, 255.0).round()).abs()
    });
    let (count, worst) =
        differences.filter(|&d| d > 0.0).fold((0, 0.0_f64), |(count, worst), d| (count + 1, worst.max(d)));
    report.check(
        "an index loop in double precision differs in at most 20 bytes, by 1",
        count <= 20 && worst <= 1.0,
        format_args!("{count} bytes, by at most {worst}"),
    );
}

fn read_png(path: &Path) -> Result<Array3<u8>, Box<dyn Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let size = reader.output_buffer_size().ok_or("the picture is too large")?;
    let mut bytes = vec![0; size];
    let info = reader.next_frame(&mut bytes)?;
    bytes.truncate(info.buffer_size());
    if (info.color_type, info.bit_depth) != (png::ColorType::Rgb, png::BitDepth::Eight) {
        return Err("the picture must have three channels of one byte".into());
    }
    Ok(Array3::from_shape_vec((info.height as usize, info.width as usize, 3), bytes)?)
}

fn write_png(path: &Path, picture: &Array3<u8>) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("the result needs a folder")?)?;
    let (height, width, _) = picture.dim();
    let mut encoder =
        png::Encoder::new(BufWriter::new(File::create(path)?), u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.as_slice().ok_or("the picture must be contiguous")?)?;
    writer.finish()?;
    Ok(())
}
