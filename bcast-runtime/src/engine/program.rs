//! A call of several stages: shapes first, all of them, then memory, then the passes.
//!
//! What a stage yields is an operand of later ones. Passes that agree on an axis which none of them reduces run together,
//! block by block along it, so that a block read from memory is still in the cache when the next pass wants it, and a
//! value kept between passes never leaves the cache. Whatever does not agree runs as a whole before.

use super::fold::Yield;
use super::kernel::Kernels;
use super::pass::Pass;
use super::reduce::Reduction;
use super::segment::{self, Segment};
use super::stage::{Reduce, bytes};
use super::walk::region_at;
use super::{ALIGN, Job, reduce};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::loop_plan::{LoopPlan, Window, unit};
use crate::operand::{Form, Geometry, RawOperand, Yielded};
use crate::shape::{MAX_RANK, Shape};
use smallvec::SmallVec;
use std::mem::MaybeUninit;

/// One pass of a call, without its types.
#[derive(Clone)]
pub struct Node<'a> {
    pub(super) call: &'a Call,
    rank: Option<usize>,
    pub(super) operands: SmallVec<[RawOperand<'a>; 4]>,
    /// Which operands a stage yields.
    pub(super) yielded: SmallVec<[(usize, Yielded); 4]>,
    pub(super) kernel: super::kernel::Kernel,
    row_kernel: Option<super::kernel::Kernel>,
    pub(super) f: *const u8,
    pub(super) work: Work,
    pub(super) shape: Shape,
    /// Where the items that a stage yields lie.
    pub(super) items: SmallVec<[Item; 2]>,
}

// SAFETY: operands hold `Sync` elements, the function behind `f` is `Sync`, and threads divide what is written.
unsafe impl Sync for Node<'_> {}

/// What a pass does.
#[derive(Clone)]
pub(crate) enum Work {
    /// Yields items for later passes.
    Stage { reduce: Reduce, yields: SmallVec<[Yield; 2]> },
    /// Writes `targets` and fresh results; a single value is left to whoever knows its type.
    Last { targets: usize, largest: Option<usize>, single: bool, fresh: SmallVec<[(*mut u8, usize); 2]> },
}

/// Memory of something yielded: bytes from one element to the next along each axis of its stage.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub(super) ptr: *mut u8,
    pub(super) strides: [isize; MAX_RANK],
}

/// Sizes and strides of a stage's results, for the operands that refer to them.
struct Layout {
    kept: (usize, [usize; MAX_RANK], [isize; MAX_RANK]),
    whole: ([usize; MAX_RANK], [isize; MAX_RANK]),
    full: ([usize; MAX_RANK], [isize; MAX_RANK]),
    along: (usize, [usize; MAX_RANK], [isize; MAX_RANK]),
    position: [isize; MAX_RANK],
    rank: usize,
    reduce: Reduce,
}

/// All passes of a call, in order.
pub struct Program<'a> {
    nodes: SmallVec<[Node<'a>; 2]>,
    layouts: SmallVec<[Box<Layout>; 2]>,
    /// What stages yield; operands point into it, so it stays where it is once the program runs.
    room: Room,
}

impl<'a> Node<'a> {
    pub(super) fn new(
        call: &'a Call,
        rank: Option<usize>,
        operands: SmallVec<[RawOperand<'a>; 4]>,
        (kernels, by_rows, f): (&'static Kernels, Option<&'static Kernels>, *const u8),
        work: Work,
    ) -> Self {
        let level = crate::simd::level();
        let (kernel, row_kernel) = (kernels[level], by_rows.map(|kernels| kernels[level]));
        let yielded = operands.iter().enumerate().filter_map(|(at, operand)| match operand.geometry {
            Geometry::Yielded(yielded) => Some((at, yielded)),
            _ => None,
        });
        let (yielded, items) = (yielded.collect(), SmallVec::new());
        Node { call, rank, operands, yielded, kernel, row_kernel, f, work, shape: Shape::empty(), items }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(super) fn len(&self) -> usize {
        self.shape.len()
    }

    pub(super) fn operands(&self) -> &[RawOperand<'a>] {
        &self.operands
    }

    pub(super) fn write_to(&mut self, output: (*mut u8, usize)) {
        if let Work::Last { fresh, .. } = &mut self.work {
            fresh.push(output);
        }
    }

    /// Whether it reduces an axis.
    pub(super) fn reduces(&self, axis: usize) -> bool {
        match &self.work {
            Work::Stage { reduce: Reduce::All, .. } => true,
            Work::Stage { reduce: Reduce::Axes(axes), .. } => axes.contains(&(axis as u8)),
            Work::Stage { reduce: Reduce::Nothing(_) | Reduce::Along(_), .. } | Work::Last { .. } => false,
        }
    }
}

impl<'a> Program<'a> {
    pub(super) fn new() -> Self {
        Program { nodes: SmallVec::new(), layouts: SmallVec::new(), room: Room::of(0) }
    }

    pub(super) fn push(&mut self, node: Node<'a>) {
        self.nodes.push(node);
    }

    fn stages(&self) -> usize {
        self.nodes.iter().take_while(|node| matches!(node.work, Work::Stage { .. })).count()
    }

    pub(super) fn last(&mut self, at: usize) -> &mut Node<'a> {
        let stages = self.stages();
        &mut self.nodes[stages + at]
    }

    pub(super) fn last_ref(&self, at: usize) -> &Node<'a> {
        &self.nodes[self.stages() + at]
    }

    /// Joins the shapes of every pass.
    pub(super) fn join(&mut self) -> Result<(), Box<BroadcastError>> {
        for index in 0..self.nodes.len() {
            let node = &mut self.nodes[index];
            for &(at, yielded) in &node.yielded {
                if yielded.form != Form::Position {
                    node.operands[at].geometry = geometry(&self.layouts[yielded.stage], yielded.form);
                }
            }
            let fresh = match &node.work {
                Work::Stage { .. } => Some(1),
                Work::Last { largest, .. } => *largest,
            };
            node.shape.join(node.call, &node.operands, node.rank, fresh)?;
            if let Work::Stage { .. } = node.work {
                node.shape.row_major();
                let layout = layout(node)?;
                self.layouts.push(Box::new(layout));
                let layout = &self.layouts[index];
                for &(at, yielded) in &node.yielded {
                    if yielded.form == Form::Position {
                        node.operands[at].geometry = geometry(layout, Form::Position);
                    }
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// The nodes' kernels, functions and operands are valid; shapes are joined; the results of last passes have memory.
    pub(super) unsafe fn run(&mut self) {
        let segments = segment::all(&self.nodes);
        self.place(&segments);
        for segment in &segments {
            for index in segment.nodes.clone() {
                self.resolve(index);
            }
            let nodes = &self.nodes[segment.nodes.clone()];
            // SAFETY: passed on; earlier segments have run.
            unsafe {
                match segment.blocks {
                    Some(_) => segment::run(segment, nodes),
                    None => nodes.iter().for_each(|node| whole(node)),
                }
            }
        }
    }

    /// Gives memory to everything that stages yield, but for what lives in a block only.
    fn place(&mut self, segments: &[Segment]) {
        let stages = self.stages();
        let mut bytes = 0;
        let mut starts = SmallVec::<[usize; 8]>::new();
        for (index, (node, layout)) in self.nodes[..stages].iter_mut().zip(&mut self.layouts).enumerate() {
            let blocks = segments.iter().find(|segment| segment.nodes.contains(&index)).and_then(|s| s.blocks.as_ref());
            if let Some(blocks) = blocks {
                layout.narrow(blocks.axes[index - blocks.first], blocks.extent);
            }
            items(node, layout, &mut |size, is_kept| {
                starts.push(bytes);
                bytes += if is_kept && blocks.is_some() { 0 } else { size.next_multiple_of(ALIGN) };
            });
        }
        self.room = Room::of(bytes);
        let base = self.room.ptr();
        let mut starts = starts.into_iter();
        for node in &mut self.nodes[..stages] {
            for item in &mut node.items {
                item.ptr = base.wrapping_add(starts.next().unwrap_or(0));
            }
        }
    }

    /// Tells a node where the results of earlier stages are.
    fn resolve(&mut self, index: usize) {
        let (before, rest) = self.nodes.split_at_mut(index);
        let node = &mut rest[0];
        for &(at, yielded) in &node.yielded {
            if yielded.form != Form::Position {
                node.operands[at].ptr = before[yielded.stage].items[yielded.item].ptr;
            }
        }
    }
}

impl Layout {
    /// What is kept holds a block of so many along an axis.
    fn narrow(&mut self, axis: usize, extent: usize) {
        let mut step = 1;
        for other in (0..self.rank).rev() {
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

/// Runs one pass over all of its shape.
///
/// # Safety
/// As for [`Program::run`], and what it reads has been yielded.
unsafe fn whole(node: &Node) {
    match &node.work {
        Work::Last { single: true, .. } => {}
        // SAFETY: passed on.
        Work::Last { targets, fresh, .. } => unsafe { super::execute(&job(node, *targets, fresh)) },
        Work::Stage { reduce: Reduce::Nothing(_) | Reduce::Along(_), .. } => {
            let fresh = mapped(node);
            // SAFETY: as above.
            unsafe { super::execute(&job(node, 0, &fresh)) }
        }
        // SAFETY: as above.
        Work::Stage { .. } => unsafe { reduce::run(node) },
    }
}

/// The outputs of a stage that reduces nothing.
fn mapped(node: &Node) -> SmallVec<[(*mut u8, usize); 2]> {
    match &node.work {
        Work::Stage { yields, .. } => yields.iter().zip(&node.items).map(|(&y, item)| (item.ptr, bytes(y))).collect(),
        Work::Last { .. } => SmallVec::new(),
    }
}

fn job<'n>(node: &'n Node, targets: usize, fresh: &'n [(*mut u8, usize)]) -> Job<'n> {
    Job {
        call: node.call,
        shape: &node.shape,
        operands: &node.operands,
        targets,
        fresh,
        kernel: node.kernel,
        row_kernel: node.row_kernel,
        f: node.f,
    }
}

/// Memory for results between stages: on the stack when they are few.
struct Room {
    few: MaybeUninit<[Line; FEW]>,
    many: Vec<Line>,
}
/// Lines of memory on the stack.
const FEW: usize = 8;
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line {
    _bytes: MaybeUninit<[u8; ALIGN]>,
}

impl Room {
    fn of(bytes: usize) -> Self {
        let lines = bytes.div_ceil(ALIGN);
        Room { few: MaybeUninit::uninit(), many: Vec::with_capacity(if lines <= FEW { 0 } else { lines }) }
    }

    fn ptr(&mut self) -> *mut u8 {
        if self.many.capacity() == 0 { self.few.as_mut_ptr().cast() } else { self.many.as_mut_ptr().cast() }
    }
}

/// The layout of what a stage yields, row major.
fn layout(node: &Node) -> Result<Layout, Box<BroadcastError>> {
    let (sizes, rank) = (node.shape.sizes(), node.shape.sizes().len());
    let mut layout = Layout {
        kept: (0, [1; MAX_RANK], [0; MAX_RANK]),
        whole: ([1; MAX_RANK], [0; MAX_RANK]),
        full: ([1; MAX_RANK], [0; MAX_RANK]),
        along: (0, [1; MAX_RANK], [0; MAX_RANK]),
        position: [0; MAX_RANK],
        rank,
        reduce: if let Work::Stage { reduce, .. } = node.work { reduce } else { Reduce::All },
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
    for axis in (0..rank).rev() {
        layout.full.0[axis] = sizes[axis];
        layout.full.1[axis] = all;
        all *= sizes[axis].max(1) as isize;
        if node.reduces(axis) {
            layout.position[axis] = places;
            places *= sizes[axis].max(1) as isize;
        } else {
            layout.whole.0[axis] = sizes[axis];
            layout.whole.1[axis] = step;
            step *= sizes[axis].max(1) as isize;
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
fn geometry<'a>(layout: &Layout, form: Form) -> Geometry<'a> {
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
fn items(node: &mut Node, layout: &Layout, room: &mut impl FnMut(usize, bool)) {
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

/// The plan of a pass, of so much of it along an axis.
pub(super) fn plan(node: &Node, axis: usize, extent: usize) -> LoopPlan {
    let window = Window { axis, start: 0, end: extent };
    let (targets, fresh) = match &node.work {
        Work::Last { targets, fresh, .. } => (*targets, fresh.clone()),
        Work::Stage { reduce: Reduce::Nothing(_) | Reduce::Along(_), .. } => (0, mapped(node)),
        Work::Stage { .. } => return reduce::plan(node, Some(window)),
    };
    let mut plan = LoopPlan::empty();
    plan.build_window(&node.shape, &node.operands, targets, &fresh, window);
    plan
}

/// A pass that runs block by block along an axis, with its plan for one block.
pub(super) enum Prepared<'a> {
    Map(Pass<'a>),
    Reduction(Reduction<'a>),
}

impl<'a> Prepared<'a> {
    pub(super) fn new(node: &Node, plan: &'a LoopPlan) -> Self {
        match &node.work {
            Work::Stage { reduce: Reduce::All | Reduce::Axes(_), .. } => {
                Prepared::Reduction(Reduction::new(node, plan))
            }
            _ => Prepared::Map(Pass::new(plan, &job(node, 0, &[]))),
        }
    }

    /// Runs a block, to which the shifts lead.
    ///
    /// # Safety
    /// As for [`whole`].
    pub(super) unsafe fn run(&self, shifts: &[isize]) {
        // SAFETY: passed on.
        unsafe {
            match self {
                Prepared::Map(pass) => region_at(pass, shifts, 0..pass.rows(), 0..pass.columns()),
                Prepared::Reduction(reduction) => reduction.alone(shifts),
            }
        }
    }
}

/// From one index along an axis to the next, for each stream of a pass's plan. What is kept in a block stays there.
pub(super) fn steps(node: &Node, axis: usize, stays: impl Fn(Yielded) -> bool) -> SmallVec<[isize; 8]> {
    let rank = node.shape.sizes().len();
    let of = |operand: &RawOperand| operand.output_stride(axis, rank) * unit(operand);
    let mut steps: SmallVec<[isize; 8]> = node.operands.iter().map(of).collect();
    for &(at, _) in node.yielded.iter().filter(|(_, yielded)| stays(*yielded)) {
        steps[at] = 0;
    }
    match &node.work {
        Work::Last { targets, fresh, .. } => {
            steps.extend(node.operands[..*targets].iter().map(of));
            steps.extend(fresh.iter().map(|&(_, size)| node.shape.fresh_stride(axis) * size as isize));
        }
        Work::Stage { yields, .. } => {
            let kept = yields.iter().zip(&node.items).filter(|(item, _)| matches!(item, Yield::Kept(_)));
            steps.extend(kept.map(|_| 0));
            let folds = yields.iter().zip(&node.items).filter(|(item, _)| matches!(item, Yield::Fold(_)));
            steps.extend(folds.map(|(_, item)| item.strides[axis]));
        }
    }
    steps
}
