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

impl Layout {
    /// The layout of what a stage yields.
    pub(super) fn of(pass: &Shaped) -> Result<Box<Layout>, Box<BroadcastError>> {
        let rank = pass.shape.sizes().len();
        check_axes(pass)?;
        check_empty(pass)?;
        let mut layout = Box::new(Layout {
            kept: Axes::of(0),
            whole: Axes::of(rank),
            full: Axes::of(rank),
            along: Axes::of(0),
            position: Axes::of(rank),
            reduce: if let Work::Stage { reduce, .. } = pass.work { reduce } else { Reduce::All },
            order: order(pass),
        });
        layout.lay(pass)?;
        Ok(layout)
    }

    fn lay(&mut self, pass: &Shaped) -> Result<(), Box<BroadcastError>> {
        let (sizes, rank) = (pass.shape.sizes(), pass.shape.sizes().len());
        let (mut step, mut places, mut all) = (1, 1, 1);
        for &axis in self.order[..rank].iter().rev() {
            self.full.set(axis, sizes[axis], all);
            all *= sizes[axis].max(1) as isize;
        }
        for axis in (0..rank).rev() {
            if pass.reduces(axis) {
                self.position.set(axis, sizes[axis], places);
                places *= sizes[axis].max(1) as isize;
            } else {
                self.position.set(axis, sizes[axis], 0);
                self.whole.set(axis, sizes[axis], step);
                step *= sizes[axis].max(1) as isize;
            }
        }
        check_bytes(pass, step, all)?;
        if let Reduce::Along(axes) = self.reduce {
            axes.iter()
                .map(|&axis| axis as usize)
                .for_each(|axis| self.along.push(sizes[axis], self.full.strides[axis]));
        }
        for axis in (0..rank).filter(|&axis| !pass.reduces(axis)) {
            self.kept.push(sizes[axis], self.whole.strides[axis]);
        }
        Ok(())
    }

    /// The same where what is kept holds a block of so many along an axis.
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
    pub(super) fn items(&self, yields: &[Yield], room: &mut impl FnMut(usize, bool)) -> Vec<Item> {
        let item = |&item: &Yield| {
            let size = bytes(item) as isize;
            let axes = if let Yield::Fold(_) = item { &self.whole } else { &self.full };
            let count: usize = axes.sizes[..axes.rank].iter().product();
            room(count * size as usize, matches!(item, Yield::Kept(_)));
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
    if let Work::Stage { reduce: Reduce::Axes(axes), .. } = pass.work
        && let Some(&axis) = axes.iter().find(|&&axis| axis as usize >= rank)
    {
        return Err(Box::new(BroadcastError::Reduced { call: pass.call.name, axis: axis as usize, rank }));
    }
    Ok(())
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
