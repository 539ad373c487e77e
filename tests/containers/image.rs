//! Images of `image`: height, width, channel.

use bcast::image::{GrayImage, ImageBuffer, Luma, Rgb, RgbImage, Rgba};
use bcast::ndarray::{Array3, Axis, arr1, arr2};
use bcast::{bcast, into, try_bcast};
use std::ops::Deref;

/// 3 wide, 2 high.
fn picture() -> RgbImage {
    RgbImage::from_fn(3, 2, |x, y| Rgb([10 * x as u8, 100 * y as u8, 7]))
}

#[test]
fn are_height_width_channel() {
    let picture = picture();
    let doubled = bcast!(i32.(picture) .* 2);
    assert_eq!(doubled.shape(), [2, 3, 3]);
    for ((y, x, channel), &value) in doubled.indexed_iter() {
        assert_eq!(value, 2 * i32::from(picture.get_pixel(x as u32, y as u32)[channel]));
    }
    let grey = bcast!(sum[2](f32.(picture) .* arr1(&[0.25, 0.5, 0.25]) @ (2)));
    assert_eq!(grey, arr2(&[[1.75, 4.25, 6.75], [51.75, 54.25, 56.75]]));
    assert_eq!(bcast!(max[0, 1](picture)), arr1(&[20, 100, 7]));
    assert_eq!(bcast!(picture[.., 0, ..] .+ 0), arr2(&[[0, 0, 7], [0, 100, 7]]));
    assert_eq!(bcast!(at.(picture, 1, (0..3), 1)), arr1(&[100; 3]));
    let light = GrayImage::from_fn(3, 2, |x, _| Luma([x as u8]));
    assert_eq!(bcast!(picture .+ light).index_axis(Axis(2), 0), arr2(&[[0, 11, 22], [0, 11, 22]]));
}

#[test]
fn are_targets() {
    let (mut picture, gain) = (picture(), arr1(&[0.5, 2.0, 40.0]));
    bcast!(picture .= u8.(round.(f64.(picture) .* gain @ (2))));
    assert_eq!(*picture.get_pixel(2, 1), Rgb([10, 200, 255]));
    bcast!(picture[.., .., 1] .= 255 .- u8.((0..3) @ (1)));
    assert_eq!(*picture.get_pixel(2, 1), Rgb([10, 253, 255]));
    let mut deep = ImageBuffer::<Rgba<f32>, Vec<f32>>::new(3, 2);
    bcast!(deep .= f32.((0..4) @ (2)) .* 0.5);
    assert_eq!(*deep.get_pixel(1, 1), Rgba([0.0, 0.5, 1.0, 1.5]));
    let mut samples = [0_u8; 20];
    let mut borrowed = ImageBuffer::<Rgb<u8>, &mut [u8]>::from_raw(3, 2, &mut samples[..]).expect("enough samples");
    bcast!(borrowed .= 9);
    assert_eq!((samples[17], samples[18]), (9, 0));
    let wrong = Array3::<u8>::zeros((3, 2, 3));
    assert!(try_bcast!(picture .= wrong).is_err());
}

#[test]
fn results_become_them() {
    let picture = picture();
    let inverted: RgbImage = into(bcast!(255 .- picture));
    assert_eq!(*inverted.get_pixel(1, 1), Rgb([245, 155, 248]));
    // What does not lie row by row is put in order.
    let turned = bcast!(255 .- picture).permuted_axes([1, 0, 2]);
    let turned: RgbImage = into(turned);
    assert_eq!((turned.dimensions(), *turned.get_pixel(1, 2)), ((2, 3), *inverted.get_pixel(2, 1)));
    let grey: ImageBuffer<Luma<f32>, Vec<f32>> = into(bcast!(sum[2; keep](f32.(picture))));
    assert_eq!(*grey.get_pixel(2, 1), Luma([127.0]));
}

#[test]
#[should_panic(expected = "bcast: an array of 2x3x4 does not become an image of 3 channels")]
fn that_do_not_fit() {
    let _: RgbImage = into(Array3::<u8>::zeros((2, 3, 4)));
}

/// Samples that are fewer when they are asked for again.
struct Shrinking(std::cell::Cell<usize>);

impl Deref for Shrinking {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        let len = self.0.get();
        self.0.set(len / 2);
        const { &[1; 18] }.get(..len).unwrap_or(&[])
    }
}

#[test]
#[should_panic(expected = "bcast: the container of an image lends too few samples")]
fn containers_that_lie() {
    let lying = ImageBuffer::<Rgb<u8>, Shrinking>::from_raw(3, 2, Shrinking(std::cell::Cell::new(18))).expect("once");
    let _ = bcast!(lying .+ 1);
}
