//! A container of the user's lends an array that it has. For a GPU: `tests/gpu/containers.rs`.

use bcast::ndarray::{Array2, Ix2, arr1, arr2};
use bcast::rank::Full;
use bcast::{Goal, Leaf, Operand, Target, bcast};

struct Image {
    pixels: Array2<f32>,
}

impl Operand for Image {
    type Elem = f32;
    type Rank = Full<Ix2>;
    type Leaf<'a> = Leaf<'a, f32, Full<Ix2>>;
    fn leaf(&self) -> Leaf<'_, f32, Full<Ix2>> {
        self.pixels.leaf()
    }
}

impl Target for Image {
    type Elem = f32;
    type Rank = Full<Ix2>;
    fn target(&mut self) -> Goal<'_, f32, Full<Ix2>> {
        self.pixels.target()
    }
}

fn image() -> Image {
    Image { pixels: arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]) }
}

#[test]
fn is_read_and_written() {
    let (mut image, gain) = (image(), arr1(&[1.0, 10.0, 100.0]));
    assert_eq!(bcast!(image .* gain @ (1) .+ 1), arr2(&[[2.0, 21.0, 301.0], [5.0, 51.0, 601.0]]));
    assert_eq!(bcast!(sum[1](image)), arr1(&[6.0, 15.0]));
    assert_eq!(bcast!(image @ (k, i)), arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
    bcast!(image .-= 1);
    assert_eq!(image.pixels, arr2(&[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]));
    let by_reference = &mut image;
    bcast!(by_reference .= by_reference .* by_reference);
    assert_eq!(image.pixels, arr2(&[[0.0, 1.0, 4.0], [9.0, 16.0, 25.0]]));
}
