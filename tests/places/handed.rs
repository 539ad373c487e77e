//! What goes from piece to piece: the accumulators of leaves that several pieces have, and nothing else.

use std::cell::RefCell;
use std::mem::MaybeUninit;
use std::ops::Range;

use bcast::bcast;
use bcast::ndarray::Array2;
use bcast::place::{Bytes, Holds, Place, Whole};

/// Pieces of so many rows each, which notes what goes from one to another.
struct Rows {
    rows: usize,
    count: usize,
    handed: RefCell<Vec<(usize, usize, usize)>>,
    shared: RefCell<Vec<Vec<usize>>>,
}

impl Rows {
    fn new(rows: usize, count: usize) -> Self {
        Rows { rows, count, handed: RefCell::default(), shared: RefCell::default() }
    }
}

// SAFETY: 1 and 2: parts follow from the size and two fixed numbers, the last one ends at the size; 3 to 6: all pieces
// are here, once.
unsafe impl Place for Rows {
    fn pieces(&self) -> usize {
        self.count
    }
    fn here(&self) -> Vec<usize> {
        (0..self.count).collect()
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        let end = if piece + 1 == self.count { size } else { size.min((piece + 1) * self.rows) };
        size.min(piece * self.rows)..end
    }
    fn axis(&self, _: &[usize]) -> Option<usize> {
        Some(0)
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

impl Holds for Rows {
    type Arrays = Whole;
}

/// Columns of 64 rows are a leaf: an accumulator of each.
#[test]
fn leaves_of_one_piece_stay_there() {
    let x = Array2::<f64>::ones((256, 100));
    let place = Rows::new(64, 4);
    assert_eq!(
        bcast!(
            #[on(&place)]
            sum[0](x)
        )
        .sum(),
        25_600.0
    );
    assert_eq!(*place.handed.borrow(), []);
    assert_eq!(*place.shared.borrow(), [[800; 4]], "a sum of each column from each piece");
}

#[test]
fn leaves_that_lie_across_are_handed_on() {
    let x = Array2::<f64>::ones((256, 100));
    let place = Rows::new(96, 3);
    assert_eq!(
        bcast!(
            #[on(&place)]
            sum[0](x)
        )
        .sum(),
        25_600.0
    );
    // Rows 64 to 128 are a leaf, and 96 begins the second piece; 192 begins a leaf.
    assert_eq!(*place.handed.borrow(), [(0, 1, 800)]);
    // Leaf 0; leaves 1 and 2, which the tree joins with others; leaf 3.
    assert_eq!(*place.shared.borrow(), [[800, 1600, 800]]);
}

#[test]
fn what_keeps_the_axis_hands_on_nothing() {
    let x = Array2::<f64>::ones((256, 100));
    let place = Rows::new(96, 3);
    let y = bcast!(#[on(&place)] (x .- mean[1](x)) .* 2.0);
    assert_eq!(y.sum(), 0.0);
    assert!(place.handed.borrow().is_empty() && place.shared.borrow().is_empty());
}

/// The same of columns.
struct Columns(Rows);
// SAFETY: as for `Rows`, along another axis.
unsafe impl Place for Columns {
    fn pieces(&self) -> usize {
        self.0.pieces()
    }
    fn here(&self) -> Vec<usize> {
        self.0.here()
    }
    fn part(&self, size: usize, piece: usize) -> Range<usize> {
        self.0.part(size, piece)
    }
    fn axis(&self, sizes: &[usize]) -> Option<usize> {
        (sizes.len() > 1).then_some(1)
    }
    fn hand_on(&self, from: usize, to: usize, state: &mut Bytes) {
        self.0.hand_on(from, to, state);
    }
    fn fails(&self, here: bool) -> bool {
        here
    }
    fn share(&self, lots: &mut [Vec<MaybeUninit<u8>>]) {
        self.0.share(lots);
    }
}
impl Holds for Columns {
    type Arrays = Whole;
}

/// Every leaf goes around as often as there are rows of it.
#[test]
fn an_axis_inside_of_another_goes_around() {
    let x = Array2::<f64>::ones((3, 200));
    let place = Columns(Rows::new(100, 2));
    assert_eq!(
        bcast!(
            #[on(&place)]
            sum(x)
        ),
        600.0
    );
    let bytes = 64 * 8;
    let around = [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)].map(|(from, to)| (from, to, bytes));
    assert_eq!(*place.0.handed.borrow(), around);
}
