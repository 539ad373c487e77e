//! The sizes of a call: the rule for one axis, the joined shape, and the memory order of fresh results.

use crate::call::Call;
use crate::error::{BroadcastError, OperandShape};
use crate::operand::{Along, HasAxes, OperandAxes};

mod dynamic;

pub(crate) use dynamic::dynamic_rank;
use dynamic::{check_kept, check_ranks};

pub(crate) use crate::given::MAX_RANK;

/// The shape of the output, and the order of a fresh one in memory.
#[derive(Clone, Copy)]
pub struct Shape {
    sizes: [usize; MAX_RANK],
    /// Strides of a fresh output in elements, if it is not row major.
    strides: Option<[usize; MAX_RANK]>,
    rank: usize,
    len: usize,
}

/// What results are made with.
#[derive(Clone, Copy)]
pub struct Extents<'s> {
    pub(crate) sizes: &'s [usize],
    /// Strides in elements, if they are not row major.
    pub(crate) strides: Option<&'s [usize]>,
    /// The number of elements.
    pub(crate) len: usize,
}

impl Shape {
    /// A shape to be [joined](Shape::join) in place.
    #[inline(always)]
    pub(crate) const fn empty() -> Shape {
        Shape { sizes: [1; MAX_RANK], strides: None, rank: 0, len: 1 }
    }

    /// A shape of as many axes, none of which has an index.
    pub(crate) fn without_elements(&self) -> Shape {
        Shape { sizes: [0; MAX_RANK], strides: None, rank: self.rank, len: if self.rank == 0 { 1 } else { 0 } }
    }

    /// Gives an empty shape these sizes. Their product must fit `usize`.
    #[inline(always)]
    pub(crate) fn set(&mut self, sizes: &[usize]) {
        for (axis, &size) in sizes.iter().enumerate() {
            self.sizes[axis] = size;
            self.len *= size;
        }
        self.rank = sizes.len();
    }

    /// Adds an axis inside of the others. The product of the sizes must fit `usize`.
    pub(crate) fn push(&mut self, size: usize) {
        self.sizes[self.rank] = size;
        self.rank += 1;
        self.len *= size;
    }

    /// Decides for row-major order.
    pub(crate) fn row_major(&mut self) {
        self.strides = None;
    }

    /// The shape with another size along one axis; a fresh output keeps its strides, or has these.
    pub(crate) fn part(&self, axis: usize, size: usize, strides: Option<&[usize; MAX_RANK]>) -> Shape {
        let mut part = Shape { sizes: self.sizes, strides: Some([0; MAX_RANK]), ..*self };
        for (other, stride) in part.strides.iter_mut().flatten().enumerate().take(self.rank) {
            *stride = strides.map_or_else(|| self.fresh_stride(other) as usize, |strides| strides[other]);
        }
        part.len = part.len.checked_div(part.sizes[axis]).unwrap_or(0) * size;
        part.sizes[axis] = size;
        part
    }

    /// Has a fresh output lie as if it had so many indices along an axis, in the same order of memory.
    pub(crate) fn narrow(&mut self, axis: usize, extent: usize) {
        let mut order: [usize; MAX_RANK] = std::array::from_fn(|axis| axis);
        sort_axes(&mut order[..self.rank], |outer, inner| self.fresh_stride(outer) < self.fresh_stride(inner));
        let (mut strides, mut step) = ([0; MAX_RANK], 1);
        for &other in order[..self.rank].iter().rev() {
            strides[other] = step;
            step *= if other == axis { extent } else { self.sizes[other] }.max(1);
        }
        self.strides = Some(strides);
    }

    #[inline(always)]
    pub(crate) fn sizes(&self) -> &[usize] {
        &self.sizes[..self.rank]
    }

    /// The number of elements.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Strides of a fresh output in elements, if it is not row major.
    #[inline(always)]
    pub(crate) fn strides(&self) -> Option<&[usize]> {
        self.strides.as_ref().map(|strides| &strides[..self.rank])
    }

    /// What results of this shape are made with.
    #[inline(always)]
    pub(crate) fn extents(&self) -> Extents<'_> {
        Extents { sizes: self.sizes(), strides: self.strides(), len: self.len }
    }

    /// The stride of a fresh output along an axis, in elements.
    #[inline(always)]
    pub(crate) fn fresh_stride(&self, axis: usize) -> isize {
        match &self.strides {
            Some(strides) => strides[axis] as isize,
            None => self.sizes[axis + 1..self.rank].iter().product::<usize>() as isize,
        }
    }
}

/// Two sizes along one axis fit if they are equal or if one is 1; the other one is the size of both.
#[inline(always)]
pub(crate) fn fit(a: usize, b: usize) -> Option<usize> {
    if a == b || b == 1 {
        Some(a)
    } else if a == 1 {
        Some(b)
    } else {
        None
    }
}

impl Shape {
    /// Joins the operands of a call, targets first. `rank` is the joined rank where the types say it; `fresh` is the
    /// size of the largest element of a fresh output, if there is one.
    #[inline(never)]
    pub(crate) fn join(
        &mut self,
        call: &Call,
        operands: &[impl HasAxes],
        rank: Option<usize>,
        fresh: Option<usize>,
    ) -> Result<(), Box<BroadcastError>> {
        self.rank = match rank {
            Some(rank) => rank,
            None => dynamic_rank(call, operands)?,
        };
        if self.rank > MAX_RANK {
            return Err(Box::new(BroadcastError::Axes { call: call.name, axes: self.rank, most: MAX_RANK }));
        }
        check_ranks(call, operands, self.rank)?;
        let exact = join_exact(call, operands, self)?;
        if rank.is_some() && !exact {
            check_kept(call, operands, self.rank)?;
        }
        join_sizes(call, operands, self, exact)?;
        count(call, self, fresh.unwrap_or(0))?;
        if fresh.is_some() && self.rank > 1 && self.len > 1 && !told_row_major(operands, self.rank) {
            order_fresh(operands, self);
        }
        Ok(())
    }
}

/// Targets and `#[shape(..)]` give the sizes; all of them the same ones.
fn join_exact(call: &Call, operands: &[impl HasAxes], shape: &mut Shape) -> Result<bool, Box<BroadcastError>> {
    let mut exact = operands.iter().enumerate().filter(|(_, o)| o.axes().is_exact());
    let Some((_, first)) = exact.next() else {
        return Ok(false);
    };
    shape.sizes[..shape.rank].copy_from_slice(first.axes().sizes());
    for (index, operand) in exact {
        for (axis, (&size, &expected)) in operand.axes().sizes().iter().zip(shape.sizes()).enumerate() {
            if size != expected {
                return Err(misfit(call, operands, index, axis, size, expected, shape.rank, true));
            }
        }
    }
    Ok(true)
}

fn join_sizes(
    call: &Call,
    operands: &[impl HasAxes],
    shape: &mut Shape,
    exact: bool,
) -> Result<(), Box<BroadcastError>> {
    for (index, operand) in operands.iter().enumerate() {
        let mut misfits = None;
        operand.axes().each_axis(shape.rank, |axis, size| {
            let expected = &mut shape.sizes[axis];
            if size != *expected {
                match fit(*expected, size) {
                    Some(joined) if joined == *expected || !exact => *expected = joined,
                    _ => misfits = misfits.or(Some((axis, size, *expected))),
                }
            }
        });
        if let Some((axis, size, expected)) = misfits {
            return Err(misfit(call, operands, index, axis, size, expected, shape.rank, exact));
        }
    }
    Ok(())
}

#[cold]
#[allow(clippy::too_many_arguments)]
fn misfit(
    call: &Call,
    operands: &[impl HasAxes],
    index: usize,
    axis: usize,
    size: usize,
    expected: usize,
    rank: usize,
    exact: bool,
) -> Box<BroadcastError> {
    let name = call.axes.get(axis).copied();
    let saying = operands.iter().position(|o| o.axes().is_exact());
    // Neither a target nor `#[shape(..)]`: what a reduction left, for a gradient.
    if let Some(left) = saying.filter(|&at| exact && call.targets.is_empty() && !operands[at].axes().is_shape()) {
        let (operand, call) = (call.operand(operands, left), call.name);
        return Box::new(BroadcastError::Stretched { call, axis, name, operand, size });
    }
    let (operand, call, shapes) = (call.operand(operands, index), call.name, shapes(call, operands, rank));
    let given = saying.is_some_and(|at| operands[at].axes().is_shape());
    Box::new(match (exact, given) {
        (true, true) => BroadcastError::Shape { call, axis, name, operand, size, expected, shapes },
        (true, false) => BroadcastError::Target { call, axis, name, operand, size, expected, shapes },
        (false, _) => BroadcastError::Sizes { call, axis, name, operand, size, expected, shapes },
    })
}

/// The operands with axes, placed along the output's.
fn shapes(call: &Call, operands: &[impl HasAxes], rank: usize) -> Vec<OperandShape> {
    drawn(call, operands, |operand| {
        let mut sizes = vec![None; rank];
        for (own, &size) in operand.extent().iter().enumerate() {
            sizes[operand.output_axis(own, rank)] = Some(size);
        }
        sizes
    })
}

/// The operands with axes, and their sizes. Those inside an expression are not drawn.
fn drawn<O: HasAxes>(
    call: &Call,
    operands: &[O],
    sizes: impl Fn(&OperandAxes) -> Vec<Option<usize>>,
) -> Vec<OperandShape> {
    let all = operands.iter().map(HasAxes::axes).zip(call.names(operands));
    all.filter(|(own, _)| !own.is_inner() && !own.extent().is_empty())
        .map(|(own, operand)| OperandShape { operand, sizes: sizes(own) })
        .collect()
}

/// Counts the elements. As `ndarray` has it, the sizes other than 0 must not multiply beyond `isize::MAX`, nor the
/// bytes.
#[inline]
fn count(call: &Call, shape: &mut Shape, bytes: usize) -> Result<(), Box<BroadcastError>> {
    let mut all = bytes.max(1);
    shape.len = 1;
    for &size in &shape.sizes[..shape.rank] {
        match all.checked_mul(size.max(1)) {
            Some(more) if more <= isize::MAX as usize => all = more,
            _ => return Err(overflow(call, shape.sizes())),
        }
        shape.len *= size;
    }
    Ok(())
}

#[cold]
fn overflow(call: &Call, sizes: &[usize]) -> Box<BroadcastError> {
    Box::new(BroadcastError::Overflow { call: call.name, sizes: sizes.to_vec() })
}

/// The operands of full rank. Fresh outputs take over their order in memory.
fn voters<O: HasAxes>(operands: &[O], rank: usize) -> impl Iterator<Item = &O> {
    operands.iter().filter(move |operand| votes(operand.axes(), rank))
}

/// Whether an operand has a say in the order of fresh results.
#[inline]
pub(crate) fn votes(axes: &OperandAxes, rank: usize) -> bool {
    axes.is_full(rank) && (axes.is_straight() || matches!(axes.lies(), Along::Axes(_)))
}

/// Whether one of them is row major, which settles the order. One with fewer than two strides other than 0 does not
/// count.
fn told_row_major(operands: &[impl HasAxes], rank: usize) -> bool {
    for operand in voters(operands, rank) {
        let (mut told, mut last, mut falls) = (0, usize::MAX, true);
        for axis in 0..rank {
            let step = operand.axes().output_stride(axis, rank).unsigned_abs();
            if step != 0 {
                falls &= step <= last;
                last = step;
                told += 1;
            }
        }
        if falls && told > 1 {
            return true;
        }
    }
    false
}

/// Moves axes until no neighbours are the wrong way round, and leaves the others in their order. An insertion sort: of
/// few axes it is as fast as any, it is little code, and the relation need not be transitive where operands disagree.
pub(crate) fn sort_axes(axes: &mut [usize], are_swapped: impl Fn(usize, usize) -> bool) {
    for end in 1..axes.len() {
        let mut at = end;
        while at > 0 && are_swapped(axes[at - 1], axes[at]) {
            axes.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Fresh outputs lie in memory as the full operands do: in row-major order if one of them does, or if their strides do
/// not decide; otherwise an axis comes inside another one unless some operand has them the other way round.
#[inline(never)]
fn order_fresh<O: HasAxes>(operands: &[O], shape: &mut Shape) {
    let rank = shape.rank;
    let magnitude = |o: &O, axis| o.axes().output_stride(axis, rank).unsigned_abs();
    let swapped = |outer: usize, inner: usize| {
        let mut against = voters(operands, rank)
            .map(|o| (magnitude(o, outer), magnitude(o, inner)))
            .filter(|&(a, b)| a != 0 && b != 0 && a != b);
        let first = against.next();
        first.is_some_and(|(a, b)| a < b) && against.all(|(a, b)| a < b)
    };
    let mut axes: [usize; MAX_RANK] = std::array::from_fn(|axis| axis);
    sort_axes(&mut axes[..rank], swapped);
    let mut strides = [0; MAX_RANK];
    let mut step = 1;
    for &axis in axes[..rank].iter().rev() {
        strides[axis] = step;
        step *= shape.sizes[axis].max(1);
    }
    shape.strides = Some(strides);
}
