//! The expressions of the sweep, in `bcast!` and by hand.

use crate::core_hand;
use crate::hand;
use crate::paired::{self, Paired};
use bcast::bcast;
use bcast::ndarray::{Array1, Array2};
use std::cell::RefCell;
use std::hint::black_box;

/// An expression.
pub struct Work {
    pub name: &'static str,
    pub formula: &'static str,
    /// Large arrays that it reads and writes.
    pub arrays: usize,
    /// In `bcast!`; gives a sum, or nothing that counts.
    ours: fn(&mut Arrays) -> f32,
    /// By hand, on one thread or on those of the pool.
    theirs: fn(&mut Arrays, bool) -> f32,
}

/// What the expressions read and write; both ways use the same memory, so that its pages do not count.
pub struct Arrays {
    x: Array2<f32>,
    y: Array2<f32>,
    v: Array1<f32>,
    w: Array1<f32>,
    pub out: Array2<f32>,
}

impl Arrays {
    /// About square, `count` large arrays in `bytes`.
    pub fn new(count: usize, bytes: usize) -> Arrays {
        let elements = bytes / size_of::<f32>() / count;
        let columns = 1 << elements.ilog2().div_ceil(2);
        let shape = (elements / columns, columns);
        let value = |(i, j): (usize, usize)| ((i * 7 + j * 3) % 1000 + 1) as f32 / 1024.0;
        Arrays {
            x: Array2::from_shape_fn(shape, value),
            y: Array2::from_shape_fn(shape, |(i, j)| value((j, i))),
            v: Array1::from_shape_fn(shape.1, |j| value((j, 0))),
            w: Array1::from_shape_fn(shape.0, |i| value((0, i))),
            out: Array2::zeros(shape),
        }
    }
}

pub const WORKS: [Work; 4] = [
    Work {
        name: "axpy",
        formula: "out .= 2.5 .* x .+ y",
        arrays: 3,
        ours: |Arrays { x, y, out, .. }| {
            bcast!(out .= 2.5 .* x .+ y);
            0.0
        },
        theirs: |Arrays { x, y, out, .. }, parallel| {
            core_hand::axpy(flat_mut(out), flat(x), flat(y), parallel);
            0.0
        },
    },
    Work {
        name: "normalise",
        formula: "out .= (x .- v @ (1)) ./ w @ (0)",
        arrays: 2,
        ours: |Arrays { x, v, w, out, .. }| {
            bcast!(out .= (x .- v @ (1)) ./ w @ (0));
            0.0
        },
        theirs: |Arrays { x, v, w, out, .. }, parallel| {
            let (v, w) = (v.as_slice().expect("contiguous"), w.as_slice().expect("contiguous"));
            core_hand::normalise(flat_mut(out), flat(x), v, w, parallel);
            0.0
        },
    },
    Work {
        name: "functions",
        formula: "out .= exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1)",
        arrays: 3,
        ours: |Arrays { x, y, out, .. }| {
            bcast!(out .= exp.(-x .* x) .* sin.(y) .+ ln.(x .+ 1));
            0.0
        },
        theirs: |Arrays { x, y, out, .. }, parallel| {
            hand::functions(flat_mut(out), flat(x), flat(y), parallel);
            0.0
        },
    },
    Work {
        name: "squares",
        formula: "sum(x.^2 .+ y.^2)",
        arrays: 2,
        ours: |Arrays { x, y, .. }| bcast!(sum(x.^2 .+ y.^2)),
        theirs: |Arrays { x, y, .. }, parallel| hand::squares(flat(x), flat(y), parallel),
    },
];

fn flat(a: &Array2<f32>) -> &[f32] {
    a.as_slice().expect("contiguous")
}

fn flat_mut(a: &mut Array2<f32>) -> &mut [f32] {
    a.as_slice_mut().expect("contiguous")
}

/// Up to so many elements one thread may be faster than several.
const FEW: usize = 4 << 20;

/// Times both in the current pool. The hand loop takes one thread or several, whichever is faster.
pub fn measure(work: &Work, arrays: &mut Arrays) -> Paired {
    check(work, arrays);
    let elements = arrays.out.len();
    // Two closures over one: they run one after the other.
    let arrays = RefCell::new(arrays);
    let against = |several: bool| {
        let ours = || {
            black_box((work.ours)(&mut arrays.borrow_mut()));
        };
        let theirs = || {
            black_box((work.theirs)(&mut arrays.borrow_mut(), several));
        };
        paired::measure(ours, theirs)
    };
    if rayon::current_num_threads() == 1 {
        return against(false);
    }
    let several = against(true);
    if elements > FEW {
        return several;
    }
    let one = against(false);
    if one.theirs < several.theirs { one } else { several }
}

/// Ratios of different results mean nothing.
fn check(work: &Work, arrays: &mut Arrays) {
    let sum = (work.ours)(arrays);
    let ours = arrays.out.clone();
    let their_sum = (work.theirs)(arrays, true);
    assert!((sum - their_sum).abs() <= 1e-3 * their_sum.abs(), "{}: {sum} is not {their_sum}", work.formula);
    assert_eq!(ours, arrays.out, "{}", work.formula);
}
