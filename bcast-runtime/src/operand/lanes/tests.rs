//! An operand that is computed from two indices, through the ways that have an operand without memory.

use super::{Computed, Positions, Unfilled};
use crate::call::Call;
use crate::engine::{Plain, run};
use crate::operand::{Leaf, Operand, OperandAxes, from_shape_fn, mapped};
use crate::rank::{Full, rk};
use crate::target::Target;
use crate::{Stored, ndarray};
use ndarray::{Array2, Array3, Ix2, Ix3};
use std::mem::MaybeUninit;

/// Element `(i, j)` is `1000 i + j`.
struct Table {
    sizes: [usize; 2],
    /// Of positions: `256 i + j`.
    strides: [isize; 2],
}

impl Table {
    fn of(rows: usize, columns: usize) -> Self {
        Table { sizes: [rows, columns], strides: [256, 1] }
    }
}

impl Computed for Table {
    type Elem = i64;
    fn element(&self, position: isize) -> i64 {
        let (i, j) = (position / 256, position % 256);
        assert!(i < self.sizes[0] as isize && j < self.sizes[1] as isize, "no other position is asked for");
        (1000 * i + j) as i64
    }
}

impl Operand for Table {
    type Elem = i64;
    type Rank = Full<Ix2>;
    type Leaf<'a>
        = Leaf<'a, i64, Full<Ix2>>
    where
        Self: 'a;
    fn leaf(&self) -> Leaf<'_, i64, Full<Ix2>> {
        let axes = OperandAxes::array(&self.sizes, &self.strides);
        Leaf::computed(self, axes)
    }
}

static CALL: Call<'static> =
    Call { name: "bcast!", operands: &["table", "x"], targets: &[], axes: &[], cost: 1, serial: false };
static ASSIGNED: Call<'static> =
    Call { name: "bcast!", operands: &["table"], targets: &["y"], axes: &[], cost: 1, serial: false };

fn expected(i: usize, j: usize) -> i64 {
    (1000 * i + j) as i64
}

#[test]
fn alone_and_at_every_size() {
    for (rows, columns) in [(0, 3), (1, 1), (3, 5), (8, 8), (40, 70), (200, 7), (5, 200)] {
        let table = Table::of(rows, columns);
        let made: Array2<i64> =
            run(Plain, &CALL, rk::<Full<Ix2>>(), (), table.leaf(), |_, ((), x): ((), i64)| ((), x.store()));
        assert_eq!(made, Array2::from_shape_fn((rows, columns), |(i, j)| expected(i, j)));
    }
}

#[test]
fn mapped_beside_an_array() {
    for (rows, columns) in [(2, 3), (40, 70)] {
        let (table, x) = (Table::of(rows, columns), Array3::from_elem((rows, 4, columns), 7_i64));
        let operands = (mapped::<3, _, _>(table.leaf(), &[0, 2]), x.leaf());
        let made: Array3<i64> =
            run(Plain, &CALL, rk::<Full<Ix3>>(), (), operands, |_, ((), (t, x))| ((), (t + x).store()));
        assert_eq!(made, Array3::from_shape_fn((rows, 4, columns), |(i, _, j)| expected(i, j) + 7));
    }
}

#[test]
fn into_a_target_that_lies_otherwise() {
    for (rows, columns) in [(3, 5), (40, 70)] {
        let table = Table::of(rows, columns);
        let mut transposed = Array2::<i64>::zeros((columns, rows));
        let mut y = transposed.view_mut().reversed_axes();
        y.invert_axis(ndarray::Axis(0));
        run(Plain, &ASSIGNED, rk::<Full<Ix2>>(), y.target(), table.leaf(), |_, (_, x)| (x.store(), ()));
        assert_eq!(y, Array2::from_shape_fn((rows, columns), |(i, j)| expected(i, j)));
    }
}

#[test]
fn indices_around_the_longest_axes() {
    const LONG: usize = 1 << 31;
    for (columns, first) in [(LONG, LONG - 20), (LONG + 30, LONG - 20), (LONG + 30, LONG + 10)] {
        let table = from_shape_fn((3, columns), |index| index);
        let mut lanes = [const { MaybeUninit::uninit() }; 100];
        let mut unfilled = Unfilled(&mut lanes);
        let start = columns + first;
        table.elements(Positions { first: start as isize, step: 1, len: 100 }, &mut unfilled);
        assert!(unfilled.is_empty());
        for (lane, position) in lanes.iter().zip(start..) {
            // SAFETY: none is left without an element.
            assert_eq!(unsafe { lane.assume_init() }, (position / columns, position % columns));
        }
    }
}
