//! Pictures: bytes, colours side by side or plane by plane.

use crate::table::{Table, noise};
use bcast::ndarray::{Array1, Array2, Array3};

pub fn measure(table: &mut Table) {
    for (rows, columns) in [(400, 600), (3000, 4000)] {
        side_by_side(table, rows, columns, 3);
        whole(table, rows, columns, 3);
        planes(table, 3, rows, columns);
    }
}

fn bytes(sizes: (usize, usize, usize)) -> Array3<u8> {
    Array3::from_shape_fn(sizes, |(i, j, k)| (noise((i * sizes.1 + j) * sizes.2 + k) * 256.0) as u8)
}

fn side_by_side(table: &mut Table, rows: usize, columns: usize, colours: usize) {
    let image = bytes((rows, columns, colours));
    let light = Array2::from_shape_fn((rows, columns), |(i, j)| noise(i * columns + j) as f32);
    let gain = Array1::from_shape_fn(colours, |k| 0.5 + noise(k) as f32);
    let (pixels, lights, gains) = (image.as_slice().unwrap(), light.as_slice().unwrap(), gain.as_slice().unwrap());
    let (mut out, mut grey) = (image.clone(), Array2::<f32>::zeros((rows, columns)));
    let count = pixels.len();
    let on = || format!("u8 {rows}x{columns}x{colours}");
    assigns!(table, on(), count; out .= u8.(f32.(image) .* light @ (0, 1) .* gain @ (2)); |out: &mut [u8]| {
        for pixel in 0..rows * columns {
            for k in 0..colours {
                let at = pixel * colours + k;
                out[at] = (f32::from(pixels[at]) * lights[pixel] * gains[k]) as u8;
            }
        }
    });
    assigns!(table, on(), count; grey .= sum[2](f32.(image) .* gain @ (2)); |grey: &mut [f32]| {
        for pixel in 0..rows * columns {
            let mut sum = 0.0;
            for k in 0..colours {
                sum += f32::from(pixels[pixel * colours + k]) * gains[k];
            }
            grey[pixel] = sum;
        }
    });
}

fn whole(table: &mut Table, rows: usize, columns: usize, colours: usize) {
    let image = bytes((rows, columns, colours));
    let pixels = image.as_slice().unwrap();
    let (count, on) = (pixels.len(), || format!("u8 {rows}x{columns}x{colours}"));
    values!(table, on(), count; sum(i64.(image)); {
        let mut sum = 0;
        for pixel in pixels {
            sum += i64::from(*pixel);
        }
        sum
    });
    values!(table, on(), count; max(image); {
        let mut largest = 0;
        for &pixel in pixels {
            largest = largest.max(pixel);
        }
        largest
    });
    values!(table, on(), count; count(image .> 127); {
        let mut count = 0_usize;
        for &pixel in pixels {
            count += usize::from(pixel > 127);
        }
        count
    });
}

fn planes(table: &mut Table, colours: usize, rows: usize, columns: usize) {
    let image = bytes((colours, rows, columns));
    let gain = Array1::from_shape_fn(colours, |k| 0.5 + noise(k) as f32);
    let (pixels, gains) = (image.as_slice().unwrap(), gain.as_slice().unwrap());
    let mut grey = Array2::<f32>::zeros((rows, columns));
    let (plane, on) = (rows * columns, format!("u8 {colours}x{rows}x{columns}"));
    assigns!(table, on, pixels.len(); grey .= sum[0](f32.(image) .* gain @ (0)); |grey: &mut [f32]| {
        for pixel in 0..plane {
            let mut sum = 0.0;
            for k in 0..colours {
                sum += f32::from(pixels[k * plane + pixel]) * gains[k];
            }
            grey[pixel] = sum;
        }
    });
}
