//! How the results of a stage lie in memory, and how the operands that they become see them.

use super::fold::Yield;
use super::node::{Item, Node, Reduce, Work, bytes};
use crate::error::BroadcastError;
use crate::operand::{Form, Geometry};
use crate::shape::{MAX_RANK, sort_axes};

/// Sizes and strides of a stage's results, for the operands that refer to them.
pub(super) struct Layout {
    kept: (usize, [usize; MAX_RANK], [isize; MAX_RANK]),
    whole: ([usize; MAX_RANK], [isize; MAX_RANK]),
    full: ([usize; MAX_RANK], [isize; MAX_RANK]),
    along: (usize, [usize; MAX_RANK], [isize; MAX_RANK]),
    position: [isize; MAX_RANK],
    rank: usize,
    reduce: Reduce,
    /// The axes in which full results are laid out, outermost first.
    order: [usize; MAX_RANK],
}

impl Layout {
    /// What is kept holds a block of so many along an axis.
    pub(super) fn narrow(&mut self, axis: usize, extent: usize) {
        let mut step = 1;
        for &other in self.order[..self.rank].iter().rev() {
            self.full.1[other] = step;
            let size = if other == axis { extent } else { self.full.0[other] };
            step *= size.max(1) as isize;
        }
        if let Reduce::Along(axes) = self.reduce {
            for (own, &axis) in axes.iter().enumerate() {
                self.along.2[own] = self.full.1[axis as usize];
            }
        }
    }
}

/// The order of the axes in memory of what a reducing stage keeps: that of what it reads. All else is row major.
fn order(node: &Node) -> [usize; MAX_RANK] {
    let (mut order, rank) = (std::array::from_fn(|axis| axis), node.shape.sizes().len());
    if let (Work::Stage { reduce: Reduce::All | Reduce::Axes(_), .. }, Some(leader)) = (&node.work, node.leader()) {
        let stride = |axis| leader.output_stride(axis, rank).unsigned_abs();
        sort_axes(&mut order[..rank], |outer, inner| stride(outer) < stride(inner));
    }
    order
}

/// The layout of what a stage yields.
pub(super) fn layout(node: &Node) -> Result<Layout, Box<BroadcastError>> {
    let (sizes, rank) = (node.shape.sizes(), node.shape.sizes().len());
    let mut layout = Layout {
        kept: (0, [1; MAX_RANK], [0; MAX_RANK]),
        whole: ([1; MAX_RANK], [0; MAX_RANK]),
        full: ([1; MAX_RANK], [0; MAX_RANK]),
        along: (0, [1; MAX_RANK], [0; MAX_RANK]),
        position: [0; MAX_RANK],
        rank,
        reduce: if let Work::Stage { reduce, .. } = node.work { reduce } else { Reduce::All },
        order: order(node),
    };
    if let Work::Stage { reduce: Reduce::Axes(axes), .. } = node.work
        && let Some(&axis) = axes.iter().find(|&&axis| axis as usize >= rank)
    {
        return Err(Box::new(BroadcastError::Reduced { call: node.call.name, axis: axis as usize, rank }));
    }
    if let Work::Stage { yields, .. } = &node.work {
        let of_nothing = yields.iter().all(|item| !matches!(item, Yield::Fold(fold) if !fold.of_nothing));
        let nothing = (0..rank).any(|axis| node.reduces(axis) && sizes[axis] == 0);
        let wanted = (0..rank).all(|axis| node.reduces(axis) || sizes[axis] != 0);
        if nothing && wanted && !of_nothing {
            return Err(Box::new(BroadcastError::Empty { call: node.call.name, sizes: sizes.to_vec() }));
        }
    }
    let (mut step, mut places, mut all) = (1, 1, 1);
    for &axis in layout.order[..rank].iter().rev() {
        layout.full.0[axis] = sizes[axis];
        layout.full.1[axis] = all;
        all *= sizes[axis].max(1) as isize;
    }
    for axis in (0..rank).rev() {
        if node.reduces(axis) {
            layout.position[axis] = places;
            places *= sizes[axis].max(1) as isize;
        } else {
            layout.whole.0[axis] = sizes[axis];
            layout.whole.1[axis] = step;
            step *= sizes[axis].max(1) as isize;
        }
    }
    if let Work::Stage { yields, .. } = &node.work {
        let count = |item| if let Yield::Fold(_) = item { step } else { all };
        let fits = |&item: &Yield| count(item).checked_mul(bytes(item) as isize).is_some();
        if !yields.iter().all(fits) {
            return Err(Box::new(BroadcastError::Overflow { call: node.call.name, sizes: sizes.to_vec() }));
        }
    }
    if let Work::Stage { reduce: Reduce::Along(axes), .. } = node.work {
        for &axis in axes {
            let own = layout.along.0;
            layout.along.1[own] = sizes[axis as usize];
            layout.along.2[own] = layout.full.1[axis as usize];
            layout.along.0 += 1;
        }
    }
    for axis in (0..rank).filter(|&axis| !node.reduces(axis)) {
        let own = layout.kept.0;
        layout.kept.1[own] = sizes[axis];
        layout.kept.2[own] = layout.whole.1[axis];
        layout.kept.0 += 1;
    }
    Ok(layout)
}

/// How an operand sees what a stage yields.
pub(super) fn geometry<'a>(layout: &Layout, form: Form) -> Geometry<'a> {
    let (sizes, strides) = match form {
        Form::Single => return Geometry::Single,
        Form::Kept => (&layout.kept.1[..layout.kept.0], &layout.kept.2[..layout.kept.0]),
        Form::Whole => (&layout.whole.0[..layout.rank], &layout.whole.1[..layout.rank]),
        Form::Full => (&layout.full.0[..layout.rank], &layout.full.1[..layout.rank]),
        Form::Along => (&layout.along.1[..layout.along.0], &layout.along.2[..layout.along.0]),
        Form::Position => (&layout.full.0[..layout.rank], &layout.position[..layout.rank]),
    };
    // SAFETY: layouts are boxed and live as long as the program that holds them and every node.
    unsafe {
        Geometry::Array(
            std::slice::from_raw_parts(sizes.as_ptr(), sizes.len()),
            std::slice::from_raw_parts(strides.as_ptr(), strides.len()),
        )
    }
}

/// Lays out the items of a stage; `room` hears how many bytes each takes.
pub(super) fn items(node: &mut Node, layout: &Layout, room: &mut impl FnMut(usize, bool)) {
    let Work::Stage { yields, .. } = &node.work else {
        return;
    };
    for &item in yields {
        let size = bytes(item) as isize;
        let (sizes, strides) = match item {
            Yield::Fold(_) => (&layout.whole.0, &layout.whole.1),
            Yield::Kept(_) => (&layout.full.0, &layout.full.1),
        };
        let count: usize = sizes[..layout.rank].iter().product();
        room(count * size as usize, matches!(item, Yield::Kept(_)));
        let strides = std::array::from_fn(|axis| strides[axis] * size);
        node.items.push(Item { ptr: std::ptr::null_mut(), strides });
    }
}
