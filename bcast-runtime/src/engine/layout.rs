//! How the results of a stage lie in memory, and how the operands that they become see them.

use super::fold::Yield;
use super::passes::{Item, Kind, Reduce, Shaped, Work, bytes};
use crate::error::BroadcastError;
use crate::operand::{Form, OperandAxes};
use crate::shape::{MAX_RANK, sort_axes};

/// Sizes and strides of a stage's results, for the operands that refer to them.
#[derive(Clone)]
pub(super) struct Layout {
    kept: Axes,
    whole: Axes,
    full: Axes,
    along: Axes,
    position: Axes,
    reduce: Reduce,
    /// How many indices there is memory for along an axis, if not for all.
    part: Option<(usize, usize)>,
    /// The axes in which full results are laid out, outermost first.
    order: [usize; MAX_RANK],
}

/// Some axes with their strides.
#[derive(Clone, Copy)]
struct Axes {
    rank: usize,
    sizes: [usize; MAX_RANK],
    strides: [isize; MAX_RANK],
}

impl Axes {
    /// So many axes of size 1.
    fn of(rank: usize) -> Self {
        Axes { rank, sizes: [1; MAX_RANK], strides: [0; MAX_RANK] }
    }

    fn set(&mut self, axis: usize, size: usize, stride: isize) {
        (self.sizes[axis], self.strides[axis]) = (size, stride);
    }

    fn push(&mut self, size: usize, stride: isize) {
        self.set(self.rank, size, stride);
        self.rank += 1;
    }

    fn seen(&self) -> OperandAxes<'_> {
        OperandAxes::array(&self.sizes[..self.rank], &self.strides[..self.rank])
    }
}

/// How operands of a form see what a stage of these sizes yields: their axes and strides, outermost first. `full` are
/// the strides of what it keeps; results of reductions, and positions, are in row-major order.
#[inline(always)]
pub(super) fn see(
    form: Form,
    (sizes, reduce): (&[usize], Reduce),
    full: impl Fn(usize) -> isize,
    mut push: impl FnMut(usize, isize),
) {
    let stride = |axis: usize, reduced: bool| {
        let inner = (axis + 1..sizes.len()).filter(|&inner| reduce.reduces(inner) == reduced);
        inner.map(|inner| sizes[inner].max(1)).product::<usize>() as isize
    };
    if let (Form::Along, Reduce::Along(axes)) = (form, reduce) {
        return axes.iter().map(|&axis| axis as usize).for_each(|axis| push(sizes[axis], full(axis)));
    }
    for (axis, &size) in sizes.iter().enumerate() {
        match (form, reduce.reduces(axis)) {
            (Form::Full, _) => push(size, full(axis)),
            (Form::Kept | Form::Whole, false) => push(size, stride(axis, false)),
            (Form::Whole, true) => push(1, 0),
            (Form::Position, true) => push(size, stride(axis, true)),
            (Form::Position, false) => push(size, 0),
            (Form::Kept, true) | (Form::Single | Form::Along, _) => {}
        }
    }
}

impl Layout {
    /// The layout of what a stage yields.
    pub(super) fn of(pass: &Shaped) -> Result<Box<Layout>, Box<BroadcastError>> {
        let rank = pass.shape.sizes().len();
        check_axes(pass)?;
        check_empty(pass)?;
        let reduce = if let Work::Stage { reduce, .. } = pass.work { reduce } else { Reduce::All };
        let (sizes, order) = (pass.shape.sizes(), order(pass));
        let (mut full, mut count) = (Axes::of(rank), 1);
        for &axis in order[..rank].iter().rev() {
            full.set(axis, sizes[axis], count);
            count *= sizes[axis].max(1) as isize;
        }
        let seen = |form| {
            let mut axes = Axes::of(0);
            see(form, (sizes, reduce), |axis| full.strides[axis], |size, stride| axes.push(size, stride));
            axes
        };
        let (kept, whole) = (seen(Form::Kept), seen(Form::Whole));
        let results = kept.sizes[..kept.rank].iter().map(|&size| size.max(1) as isize).product();
        check_bytes(pass, results, count)?;
        let (along, position) = (seen(Form::Along), seen(Form::Position));
        Ok(Box::new(Layout { kept, whole, full, along, position, reduce, part: None, order }))
    }

    /// Narrows the layout of what is kept to a block of so many indices along an axis.
    pub(super) fn narrow(&mut self, axis: usize, extent: usize) {
        let mut step = 1;
        for &other in self.order[..self.full.rank].iter().rev() {
            self.full.strides[other] = step;
            let size = if other == axis { extent } else { self.full.sizes[other] };
            step *= size.max(1) as isize;
        }
        if let Reduce::Along(axes) = self.reduce {
            for (own, &axis) in axes.iter().enumerate() {
                self.along.strides[own] = self.full.strides[axis as usize];
            }
        }
    }

    /// Narrows the layout of results of reductions to those of a block of so many indices along an axis.
    pub(super) fn narrow_results(&mut self, axis: usize, extent: usize) {
        let (mut step, mut own) = (1, self.kept.rank);
        for other in (0..self.whole.rank).rev().filter(|&other| !self.reduce.reduces(other)) {
            own -= 1;
            (self.whole.strides[other], self.kept.strides[own]) = (step, step);
            step *= if other == axis { extent } else { self.whole.sizes[other] }.max(1) as isize;
        }
    }

    /// The layout where there is memory for so many indices along an axis.
    pub(super) fn part(&self, axis: usize, extent: usize) -> Layout {
        let mut part = self.clone();
        part.narrow(axis, extent);
        part.narrow_results(axis, extent);
        part.part = Some((axis, extent));
        part
    }

    /// How an operand sees what the stage yields.
    pub(super) fn axes(&self, form: Form) -> OperandAxes<'_> {
        match form {
            Form::Single => OperandAxes::single(),
            Form::Kept => self.kept.seen(),
            Form::Whole => self.whole.seen(),
            Form::Full => self.full.seen(),
            Form::Along => self.along.seen(),
            Form::Position => self.position.seen(),
        }
    }

    /// Lays out the items of a stage, which have no memory yet; `room` hears how many bytes each takes.
    pub(super) fn items(&self, yields: &[Yield], room: &mut impl FnMut(usize)) -> Vec<Item> {
        let item = |&item: &Yield| {
            let size = bytes(item) as isize;
            let axes = if let Yield::Fold(_) = item { &self.whole } else { &self.full };
            let mut count: usize = axes.sizes[..axes.rank].iter().product();
            if let Some((axis, extent)) = self.part
                && axes.sizes[axis] > 1
            {
                count = count / axes.sizes[axis] * extent;
            }
            room(count * size as usize);
            Item { ptr: std::ptr::null_mut(), strides: axes.strides.map(|stride| stride * size) }
        };
        yields.iter().map(item).collect()
    }
}

/// The order of the axes in memory of what a reducing stage keeps: that of what it reads. All else is row major.
fn order(pass: &Shaped) -> [usize; MAX_RANK] {
    let (mut order, rank) = (std::array::from_fn(|axis| axis), pass.shape.sizes().len());
    if let (Kind::Reduction, Some(leader)) = (pass.kind(), pass.leader()) {
        let stride = |axis| leader.axes().output_stride(axis, rank).unsigned_abs();
        sort_axes(&mut order[..rank], |outer, inner| stride(outer) < stride(inner));
    }
    order
}

/// What is reduced has the axes.
fn check_axes(pass: &Shaped) -> Result<(), Box<BroadcastError>> {
    let rank = pass.shape.sizes().len();
    if let Work::Stage { reduce, .. } = pass.work
        && let Some(mistake) = reduce.mistake(pass.call, rank)
    {
        return Err(mistake);
    }
    let named: &[u8] = match &pass.work {
        Work::Stage { reduce: Reduce::Axes(axes), .. } => axes,
        Work::Stage { reduce: Reduce::Scan(scanned), .. } => std::slice::from_ref(&scanned.axis),
        _ => &[],
    };
    match named.iter().find(|&&axis| usize::from(axis) >= rank) {
        Some(&axis) => Err(Box::new(BroadcastError::Reduced { call: pass.call.name, axis: axis.into(), rank })),
        None => Ok(()),
    }
}

/// Some reductions have no result of nothing.
fn check_empty(pass: &Shaped) -> Result<(), Box<BroadcastError>> {
    let Work::Stage { yields, .. } = &pass.work else { return Ok(()) };
    let (sizes, rank) = (pass.shape.sizes(), pass.shape.sizes().len());
    let of_nothing = yields.iter().all(|item| !matches!(item, Yield::Fold(fold) if !fold.of_nothing));
    let nothing = (0..rank).any(|axis| pass.reduces(axis) && sizes[axis] == 0);
    let wanted = (0..rank).all(|axis| pass.reduces(axis) || sizes[axis] != 0);
    if nothing && wanted && !of_nothing {
        return Err(Box::new(BroadcastError::Empty { call: pass.call.name, sizes: sizes.to_vec() }));
    }
    Ok(())
}

/// The bytes of every item can be counted: so many elements of a reduction, so many of what is kept.
fn check_bytes(pass: &Shaped, reduced: isize, kept: isize) -> Result<(), Box<BroadcastError>> {
    let Work::Stage { yields, .. } = &pass.work else { return Ok(()) };
    let count = |item| if let Yield::Fold(_) = item { reduced } else { kept };
    if yields.iter().all(|&item| count(item).checked_mul(bytes(item) as isize).is_some()) {
        return Ok(());
    }
    Err(Box::new(BroadcastError::Overflow { call: pass.call.name, sizes: pass.shape.sizes().to_vec() }))
}
