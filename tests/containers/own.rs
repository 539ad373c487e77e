//! A container of the user's lends an array that it has. For a GPU: `tests/gpu/containers.rs`.

use std::cell::Cell;

use bcast::ndarray::{Array2, Ix2, arr1, arr2};
use bcast::rank::Full;
use bcast::{Goal, Leaf, Operand, Target, bcast, lazy, try_bcast};

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

/// Another array each time.
struct Changing {
    arrays: [Array2<f32>; 3],
    next: Cell<usize>,
}

impl Changing {
    fn new() -> Self {
        let of = |rows, columns| Array2::from_elem((rows, columns), (10 * rows + columns) as f32);
        Changing { arrays: [of(2, 3), of(50, 70), of(0, 9)], next: Cell::new(0) }
    }

    fn turn(&self) -> usize {
        let turn = self.next.get();
        self.next.set(turn + 1);
        turn % 3
    }
}

impl Operand for Changing {
    type Elem = f32;
    type Rank = Full<Ix2>;
    type Leaf<'a> = Leaf<'a, f32, Full<Ix2>>;
    fn leaf(&self) -> Leaf<'_, f32, Full<Ix2>> {
        self.arrays[self.turn()].leaf()
    }
}

impl Target for Changing {
    type Elem = f32;
    type Rank = Full<Ix2>;
    fn target(&mut self) -> Goal<'_, f32, Full<Ix2>> {
        let turn = self.turn();
        self.arrays[turn].target()
    }
}

/// A container that never lends the same gets an error or some of its elements, and no others: the address sanitiser
/// sees this test, too.
#[test]
fn that_lies() {
    let (mut lying, mut fixed) = (Changing::new(), Array2::<f32>::ones((2, 3)));
    for _ in 0..9 {
        let sum: f32 = bcast!(sum(lying .- sum[0; keep](lying .+ 1) .+ 1));
        assert!(sum.is_finite());
        let _ = try_bcast!(sum[k](lying @ (i, k) .* fixed @ (j, k)) .+ 1);
        let _ = try_bcast!(lying .+ fixed).map(|out| assert_eq!(out.shape(), [2, 3]));
        let _ = try_bcast!(fixed .+= sum[1](lying) @ (0) .* 0).is_err();
        let _ = try_bcast!(lying .= lying .* fixed .+ max[1; keep](lying));
        let kept = lazy!(lying .* 2);
        let _ = try_bcast!(sum[0](kept) .+ sum[0](kept));
    }
}
