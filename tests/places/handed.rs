//! What goes from piece to piece: the accumulators of leaves that several pieces have, and nothing else.

use std::cell::RefCell;
use std::mem::MaybeUninit;
use std::ops::Range;

use bcast::bcast;
use bcast::ndarray::Array2;
use bcast::place::{Bytes, Holds, Place, Whole};

/// Pieces of so many indices of an axis each, which notes what goes from one to another.
struct Noting {
    axis: usize,
    indices: usize,
    count: usize,
    handed: RefCell<Vec<(usize, usize, usize)>>,
    shared: RefCell<Vec<Vec<usize>>>,
}

impl Noting {
    fn rows(indices: usize, count: usize) -> Self {
        Noting { axis: 0, indices, count, handed: RefCell::default(), shared: RefCell::default() }
    }
}

// SAFETY: 1 and 2: parts follow from the size and two fixed numbers, the last one ends at the size; 3 to 6: all pieces
// are here, once.
unsafe impl Place for Noting {
    fn pieces(&self) -> usize {
        self.count
    }
    fn here(&self) -> Vec<usize> {
        (0..self.count).collect()
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        let end = if piece + 1 == self.count { size } else { size.min((piece + 1) * self.indices) };
        size.min(piece * self.indices)..end
    }
    fn axis(&self, sizes: &[usize]) -> Option<usize> {
        (sizes.len() > self.axis).then_some(self.axis)
    }
    fn hand_on(&self, from: usize, to: usize, state: &mut Bytes) {
        self.handed.borrow_mut().push((from, to, state.len()));
    }
    fn fails(&self, here: bool) -> bool {
        here
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        self.shared.borrow_mut().push(lots.iter().map(Vec::len).collect());
    }
}

impl Holds for Noting {
    type Arrays = Whole;
}

fn sum_of_columns(place: &Noting) {
    let x = Array2::<f64>::ones((256, 100));
    let sums = bcast!(
        #[on(place)]
        sum[0](x)
    );
    assert_eq!(sums.sum(), 25_600.0);
}

/// Columns of 64 rows are a leaf: an accumulator of each.
#[test]
fn leaves_of_one_piece_stay_there() {
    let place = Noting::rows(64, 4);
    sum_of_columns(&place);
    assert_eq!(*place.handed.borrow(), []);
    assert_eq!(*place.shared.borrow(), [[800; 4]], "a sum of each column from each piece");
}

#[test]
fn leaves_that_lie_across_are_handed_on() {
    let place = Noting::rows(96, 3);
    sum_of_columns(&place);
    // Rows 64 to 128 are a leaf, and 96 begins the second piece; 192 begins a leaf.
    assert_eq!(*place.handed.borrow(), [(0, 1, 800)]);
    // Leaf 0; leaves 1 and 2, which the tree joins with others; leaf 3.
    assert_eq!(*place.shared.borrow(), [[800, 1600, 800]]);
}

#[test]
fn what_keeps_the_axis_hands_on_nothing() {
    let x = Array2::<f64>::ones((256, 100));
    let place = Noting::rows(96, 3);
    let y = bcast!(#[on(&place)] (x .- mean[1](x)) .* 2.0);
    assert_eq!(y.sum(), 0.0);
    assert!(place.handed.borrow().is_empty() && place.shared.borrow().is_empty());
}

/// Every leaf goes around as often as there are rows of it.
#[test]
fn an_axis_inside_of_another_goes_around() {
    let x = Array2::<f64>::ones((3, 200));
    let place = Noting { axis: 1, ..Noting::rows(100, 2) };
    assert_eq!(
        bcast!(
            #[on(&place)]
            sum(x)
        ),
        600.0
    );
    let bytes = 64 * 8;
    let around = [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)].map(|(from, to)| (from, to, bytes));
    assert_eq!(*place.handed.borrow(), around);
}
