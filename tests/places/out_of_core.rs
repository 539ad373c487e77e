//! Arrays that are in no memory: a place that lends copies of blocks, beside the call on the whole.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use bcast::ndarray::{Array, Array1, Array2, Array3, ArrayD, Axis, Dimension, IxDyn, Slice};
use bcast::place::{Explains, Holds, OnOperand, OnTarget, OutOfCore, Place, Stretch, Sweep, Sweeps, Swept, Whole};
use bcast::rank::Full;
use bcast::{BroadcastError, Goal, Leaf, bcast, explain, try_bcast, try_explain};

use crate::same::{bits, matrix, uneven};

/// What is "elsewhere": nobody but the place looks into it.
struct Far(Mutex<ArrayD<f32>>);
impl OutOfCore for Far {}

/// An array that is elsewhere, in the same place for all processes.
pub(crate) struct Distant<D> {
    far: Arc<Far>,
    sizes: Vec<usize>,
    strides: Vec<isize>,
    rank: PhantomData<D>,
}

impl<D: Dimension> Distant<D> {
    pub(crate) fn of(x: &Array<f32, D>) -> Self {
        let x = x.as_standard_layout().into_owned();
        let (sizes, strides) = (x.shape().to_vec(), x.strides().to_vec());
        Distant { far: Arc::new(Far(Mutex::new(x.into_dyn()))), sizes, strides, rank: PhantomData }
    }

    /// The same one, for another process.
    pub(crate) fn same(&self) -> Self {
        let Distant { far, sizes, strides, .. } = self;
        Distant { far: far.clone(), sizes: sizes.clone(), strides: strides.clone(), rank: PhantomData }
    }

    pub(crate) fn bits(&self) -> Vec<u32> {
        bits(&*self.far.0.lock().expect("nobody failed"))
    }
}

impl<D: Dimension> OnOperand for Distant<D> {
    type Elem = f32;
    type Rank = Full<D>;
    type Leaf<'a>
        = Leaf<'a, f32, Full<D>>
    where
        Self: 'a;
    fn leaf(&self) -> Leaf<'_, f32, Full<D>> {
        // SAFETY: the place reads these elements of it.
        unsafe { Leaf::out_of_core(&*self.far, &self.sizes, &self.strides) }
    }
}
impl<D: Dimension> OnTarget for Distant<D> {
    type Elem = f32;
    type Rank = Full<D>;
    fn target(&mut self) -> Goal<'_, f32, Full<D>> {
        // SAFETY: the same, and it is borrowed.
        unsafe { Goal::out_of_core(&*self.far, &self.sizes, &self.strides) }
    }
}

/// Lends blocks of so many indices, of axes that it allows; notes how many sweeps a call takes.
pub(crate) struct Lender {
    pub(crate) extent: usize,
    axis: Option<usize>,
    pub(crate) noted: RefCell<Vec<usize>>,
}

impl Lender {
    pub(crate) fn new(extent: usize, axis: Option<usize>) -> Self {
        Lender { extent, axis, noted: RefCell::default() }
    }

    /// Blocks of several extents, along any axis or one of so many.
    fn all(rank: usize) -> impl Iterator<Item = Lender> {
        let axes = std::iter::once(None).chain((0..rank).map(Some));
        axes.flat_map(|axis| [1, 3, 64, 100, 1_000_000].map(|extent| Lender::new(extent, axis)))
    }
}

// SAFETY: there is one piece, which is here.
unsafe impl Place for Lender {
    fn sweeps(&self) -> Option<&dyn Sweeps> {
        Some(self)
    }
}
impl Holds for Lender {
    type Arrays = Whole;
}
/// What each sweep computes.
impl Explains for Lender {
    type Plan = Vec<Vec<&'static str>>;
    fn explain(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<Self::Plan, String> {
        Ok(sweeps.iter().map(|(sweep, _)| sweep.lines.clone()).collect())
    }
}

fn far<'s>(swept: &Swept<'s>) -> &'s Far {
    (swept.array as &dyn Any).downcast_ref().expect("only these are here")
}

/// A block of an array, and its memory: elements that nobody wrote are NaN.
fn block(swept: &Swept, indices: &Range<usize>, f: impl FnOnce(&mut ArrayD<f32>, Slice, Axis)) {
    let mut all = far(swept).0.lock().expect("nobody failed");
    match swept.axis {
        Some(axis) => f(&mut all, Slice::from(indices.clone()), Axis(axis)),
        None => f(&mut all, Slice::from(..), Axis(0)),
    }
}

// SAFETY: 1: blocks run in order, with memory for the longest one; 2: which is read from the arrays; 3: and nobody
// else's.
unsafe impl Sweeps for Lender {
    fn parts(&self, sweep: &Sweep, processes: usize) -> Result<Vec<usize>, String> {
        // The first one may have nothing, and others little.
        let even = |process: usize| sweep.size * (process + 1) / processes;
        let ends =
            (0..processes).map(|process| if process + 1 < processes { even(process) / 3 * 3 } else { sweep.size });
        Ok(ends.collect())
    }

    fn blocks(&self, sweep: &Sweep, indices: Range<usize>) -> Result<Vec<usize>, String> {
        let refused = sweep.arrays.iter().any(|array| self.axis.is_some() && array.axis != self.axis);
        if refused && sweep.arrays.iter().any(|array| array.axis.is_some()) {
            return Err("not along this axis".into());
        }
        // Not too many.
        let extent = self.extent.max(sweep.size / 50);
        Ok(indices.clone().step_by(extent).map(|at| indices.end.min(at + extent)).collect())
    }

    fn begin(&self, sweeps: &[(Sweep, Vec<Stretch>)]) -> Result<(), String> {
        self.noted.borrow_mut().push(sweeps.len());
        Ok(())
    }

    fn run(&self, sweep: &Sweep, blocks: &[Stretch], run: &mut dyn FnMut(usize, &[*mut u8])) -> Result<(), String> {
        for (number, Stretch { indices, is_written }) in blocks.iter().enumerate() {
            let sizes = |array: &Swept| IxDyn(&array.sizes_of_block(Stretch::longest(blocks)));
            let mut lent: Vec<ArrayD<f32>> =
                sweep.arrays.iter().map(|array| ArrayD::from_elem(sizes(array), f32::NAN)).collect();
            let part = |array: &Swept| match array.axis {
                Some(axis) => (Axis(axis), Slice::from(..indices.len())),
                None => (Axis(0), Slice::from(..)),
            };
            for (array, memory) in sweep.arrays.iter().zip(&mut lent).filter(|(array, _)| array.is_read) {
                block(array, indices, |all, some, axis| {
                    let (own, first) = part(array);
                    memory.slice_axis_mut(own, first).assign(&all.slice_axis(axis, some));
                });
            }
            let pointers: Vec<*mut u8> = lent.iter_mut().map(|memory| memory.as_mut_ptr().cast()).collect();
            run(number, &pointers);
            let written = |(array, _): &(&Swept, _)| array.is_written && *is_written;
            for (array, memory) in sweep.arrays.iter().zip(&lent).filter(written) {
                block(array, indices, |all, some, axis| {
                    let (own, first) = part(array);
                    all.slice_axis_mut(axis, some).assign(&memory.slice_axis(own, first));
                });
            }
        }
        Ok(())
    }
}

const SHAPES: [(usize, usize); 6] = [(3, 5), (64, 100), (301, 257), (1500, 33), (40, 1300), (2, 9000)];

/// `distant!(x, rank, sweeps; formula)`: a target that a formula makes of `x`, on all lenders that can; the number of
/// sweeps is the one wanted where any axis is allowed and blocks are short.
macro_rules! distant {
    ($x:ident, $rank:literal, $sweeps:expr; $($formula:tt)+) => {
        let want = bcast!($($formula)+);
        let mut could = 0;
        for place in Lender::all($rank) {
            let mut out = Distant::of(&want.mapv(|_| f32::NAN));
            let $x = Distant::of(&$x);
            let what = || format!("{} by {} along {:?}", stringify!($($formula)+), place.extent, place.axis);
            let plan = try_explain!(#[on(&place)] out .= $($formula)+);
            assert!(place.noted.borrow().is_empty() && out.bits().iter().all(|&out| f32::from_bits(out).is_nan()));
            match try_bcast!(#[on(&place)] out .= $($formula)+) {
                Ok(()) => {
                    could += 1;
                    assert_eq!(*place.noted.borrow(), [plan.expect("it runs").len()], "{}", what());
                    assert!(out.bits() == bits(&want), "other bits: {}", what());
                    if place.axis.is_none() {
                        assert_eq!(*place.noted.borrow(), [$sweeps], "{}", what());
                    }
                }
                Err(BroadcastError::OutOfCore { .. } | BroadcastError::CutDifferently { .. })
                    if place.axis.is_some() =>
                {
                    assert!(plan.is_err(), "it does not run: {}", what());
                }
                Err(error) => panic!("{}: {error}", what()),
            }
        }
        assert!(could >= 10, "{could} lenders could run {}", stringify!($($formula)+));
    };
}

#[test]
fn maps_and_reductions() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let v = Array1::from_shape_fn(columns, uneven);
        distant!(x, 2, 1; x .* 2.0 .+ v @ (1));
        distant!(x, 2, 1; exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        distant!(x, 2, 1; exp.(x .- max[0](x)) ./ sum[0](exp.(x .- max[0](x))));
        distant!(x, 2, 1; (x .- mean[0](x)) ./ std[0](x) .* v @ (1));
        distant!(x, 2, 2; x .- mean(x));
        distant!(x, 2, 2; x .- mean[1](x) .- mean[0](x) @ (1));
    }
}

/// Each sweep computes what needs no other one before, and what the call yields comes last.
#[test]
fn sweeps_are_explained() {
    let x = Distant::of(&matrix(1500, 33));
    let place = Lender::new(100, Some(0));
    let mut out = Distant::of(&matrix(1500, 33));
    let plan = explain!(#[on(&place)] out .= x .- sum[0](x .* mean[0](x)));
    let lines = ["mean[0](x)", "sum[0](x .* mean[0](x))", "out .= x .- sum[0](x .* mean[0](x))"];
    assert_eq!(plan, lines.map(|line| [line]));
    let plan = explain!(
        #[on(&&place)]
        (max(x), sum[1](x))
    );
    assert_eq!(plan, [["max(x)", "sum[1](x)"]]);
    // Nothing of the user's is called.
    let (number, never) = (2.0f32, |_: f32| -> f32 { panic!("nothing runs") });
    assert_eq!(explain!(#[on(&place)] out .= x .* never.(number)), [["out .= x .* never.(number)"]]);
    let wrong = try_explain!(#[on(&place)] out .= x .+ matrix(3, 33)).expect_err("there are 1500 rows");
    assert!(wrong.to_string().starts_with("try_explain!: "), "{wrong}");
}

#[test]
fn of_three_axes() {
    for sizes in [(7, 30, 70), (90, 11, 3), (2, 3, 4), (70, 2, 2)] {
        let x = Array3::from_shape_fn(sizes, |(i, j, k)| uneven(i * 9100 + j * 70 + k));
        distant!(x, 3, 1; x .- mean[0, 1](x));
        distant!(x, 3, 1; x .- max[2](x) .+ sum[2](x .* x));
        distant!(x, 3, 2; x .- mean[0, 2](x) .* mean[1](x));
        distant!(x, 3, 1; cumsum[2](x) ./ (sum[2](x .* x) .+ 1.0));
    }
}

/// What runs along the axis that is cut goes on from block to block, also where a later sweep has it run again.
#[test]
fn what_runs_along_an_axis() {
    for (rows, columns) in [(30, 50), (2500, 3), (101, 67), (2, 1)] {
        let x = matrix(rows, columns);
        distant!(x, 2, 1; cumsum[0](x .* 2.0) .+ 1.0);
        distant!(x, 2, 1; cumsum[1](x) .- x);
        distant!(x, 2, 2; cumsum[0](x) .- mean(cumsum[0](x)));
    }
    let x = Array1::from_shape_fn(5000, uneven);
    distant!(x, 1, 1; cumsum[0](x) ./ (cummax[0](x) .+ 9.0));
}

/// What single values and arrays of memory a call makes of arrays that are elsewhere.
#[test]
fn results_in_memory() {
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let halves = |a: f32, b: f32| a * 0.5 + b;
        let want = bcast!((sum(x), argmax(x), norm(x), fold[0, 1](x, 1.0, halves), mean[0](x), sum[1](x .* x)));
        for place in [1, 3, 64, 100, 1_000_000].map(|extent| Lender::new(extent, Some(0))) {
            let x = Distant::of(&x);
            let have = bcast!(#[on(&place)] (
                sum(x), argmax(x), norm(x), fold[0, 1](x, 1.0, halves), mean[0](x), sum[1](x .* x)
            ));
            assert_eq!(have, want, "{} of {rows} rows of {columns}", place.extent);
            assert_eq!(*place.noted.borrow(), [1]);
        }
    }
}

#[test]
fn in_place_and_after_one_another() {
    for (rows, columns) in SHAPES {
        let (x, old) = (matrix(rows, columns), matrix(rows, columns));
        let (mut want, mut sums) = (old.clone(), Array1::<f32>::zeros(columns));
        let whole = bcast!(want .-= x .* 0.5; let s = sum[0](want); sums .= s; want .*= s; sum(want));
        for place in [1, 3, 64, 100, 1_000_000].map(|extent| Lender::new(extent, Some(0))) {
            let (x, mut have, mut total) = (Distant::of(&x), Distant::of(&old), Array1::<f32>::zeros(columns));
            let on = bcast!(
                #[on(&place)]
                have .-= x .* 0.5;
                let s = sum[0](have);
                total .= s;
                have .*= s;
                sum(have)
            );
            assert_eq!(on.to_bits(), whole.to_bits(), "{}", place.extent);
            assert!(have.bits() == bits(&want) && bits(&total) == bits(&sums), "{}", place.extent);
        }
    }
}

/// Arrays that lie across the blocks, and small ones of which every block needs all.
#[test]
fn arrays_beside_each_other() {
    let (x, y) = (matrix(120, 90), matrix(90, 120));
    let (v, w) = (Array1::from_shape_fn(90, uneven), Array1::from_shape_fn(120, uneven));
    let want = bcast!((x @ (i, j) .- v @ (j)) .* w @ (i) .+ y @ (j, i));
    let product = bcast!(sum[k](x @ (i, k) .* y @ (k, j)));
    let (x, y, v, w) = (Distant::of(&x), Distant::of(&y), Distant::of(&v), Distant::of(&w));
    for extent in [1, 7, 64, 1000] {
        let place = Lender::new(extent, None);
        let mut out = Distant::of(&want);
        bcast!(#[on(&place)] out @ (i, j) .= (x @ (i, j) .- v @ (j)) .* w @ (i) .+ y @ (j, i));
        assert!(out.bits() == bits(&want), "{extent}");
        let mut out = Distant::of(&product);
        bcast!(#[on(&place)] out @ (i, j) .= sum[k](x @ (i, k) .* y @ (k, j)));
        assert!(out.bits() == bits(&product), "{extent}");
    }
}

#[test]
fn empty_and_single_arrays() {
    let place = Lender::new(10, None);
    let none = Distant::of(&Array2::<f32>::zeros((0, 5)));
    assert_eq!(
        bcast!(
            #[on(&place)]
            sum[0](none)
        ),
        Array1::zeros(5)
    );
    assert!(
        try_bcast!(
            #[on(&place)]
            max[0](none)
        )
        .is_err()
    );
    let (one, mut out) = (Distant::of(&Array2::<f32>::from_elem((1, 1), 3.0)), Distant::of(&Array2::zeros((1, 1))));
    bcast!(#[on(&place)] out .= one .* 2.0 .+ sum(one));
    assert_eq!(out.bits(), [9.0_f32.to_bits()]);
}

#[test]
fn what_is_refused() {
    let place = Lender::new(10, None);
    let x = Distant::of(&matrix(30, 30));
    let (mut y, mut total) = (Distant::of(&matrix(30, 30)), 0.0_f32);
    let said = |result: Result<(), BroadcastError>| result.expect_err("it cannot run").to_string();
    let message = said(try_bcast!(#[on(&place)] total .= sum(x); y .= x .* total));
    assert_eq!(
        message,
        "try_bcast!: a single value that is assigned is read later in the same call: make two calls of it"
    );
    // Exponentials are computed again when their sums are there, of what `y` was.
    let (place, mut z) = (Lender::new(10, Some(0)), Distant::of(&matrix(30, 30)));
    let message = said(try_bcast!(#[on(&place)] let e = exp.(y .- max[0](y)); y .= x; z .= e ./ sum[0](e)));
    assert_eq!(
        message,
        "try_bcast!: what a later sweep computes again has been assigned meanwhile: make two calls of it"
    );
    assert_eq!(y.bits(), bits(&matrix(30, 30)), "nothing has been written");
}
