//! A call of several stages: shapes first, all of them, then memory, then the passes.
//!
//! What a stage yields is an operand of later ones. Passes that agree on an axis which none of them reduces run together,
//! block by block along it, so that a block read from memory is still in the cache when the next pass wants it, and a
//! value kept between passes never leaves the cache. Whatever does not agree runs as a whole before.
//!
//! A pass is first [`Shaped`]: it reads what stages yield as it lies when all of it is there. How passes are cut follows from
//! that, and from the cut how much of it is there at a time. Then [`Layouts`] are final, and a pass becomes a [`Node`].

use super::ALIGN;
use super::layout::Layout;
use super::node::{Bare, Done, Item, Node, Passes, Run, Shaped, Work};
use super::prepared::whole;
use super::segment::{self, Segment};
use crate::error::BroadcastError;
use crate::operand::RawOperand;
use std::cell::OnceCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// How the results of stages lie: operands refer to it, so it stays where it is while the call runs.
pub(super) struct Layouts {
    /// When all of each is there.
    wide: Vec<OnceCell<Layout>>,
    /// When what lives in a block has the size of one.
    placed: OnceCell<Vec<Layout>>,
}

impl Layouts {
    /// Of so many stages.
    pub(super) fn of(stages: usize) -> Self {
        Layouts { wide: vec![const { OnceCell::new() }; stages], placed: OnceCell::new() }
    }

    /// That of an earlier stage.
    fn wide(&self, stage: usize) -> &Layout {
        self.wide[stage].get().expect("stages read earlier ones")
    }

    /// Narrows what lives in blocks.
    fn place(&self, segments: &[Segment]) -> &[Layout] {
        let placed = |(stage, layout): (usize, &OnceCell<Layout>)| {
            let mut layout = layout.get()?.clone();
            if let Some(blocks) = blocks_of(segments, stage) {
                layout.narrow(blocks.axes[stage - blocks.first], blocks.extent);
            }
            Some(layout)
        };
        self.placed.get_or_init(|| self.wide.iter().enumerate().map_while(placed).collect())
    }
}

/// The blocks in which a pass runs.
fn blocks_of(segments: &[Segment], pass: usize) -> Option<&segment::Blocks> {
    segments.iter().find(|segment| segment.nodes.contains(&pass))?.blocks.as_ref()
}

/// All passes of a call, in order, with their memory.
pub(super) struct Program<'a> {
    nodes: Vec<Node<'a>>,
    segments: Vec<Segment>,
    /// How many segments have run, and how many passes have given away what they made.
    ran: usize,
    given: usize,
    room: PhantomData<&'a mut Room>,
}

impl Drop for Program<'_> {
    /// Frees what was for fresh results that nobody has taken.
    fn drop(&mut self) {
        self.nodes[self.given..]
            .iter()
            .for_each(|node| node.work.fresh().iter().for_each(|made| made.free(node.len())));
    }
}

impl<'a> Program<'a> {
    /// Joins the shapes of the passes of a call, decides which of them run together, and gets memory, of fresh results
    /// too. What stages yield lies in the room.
    #[inline(never)]
    pub(super) fn new<'p: 'a>(
        passes: &mut Passes<'p>,
        layouts: &'a Layouts,
        room: &'a mut Room,
    ) -> Result<Self, Box<BroadcastError>> {
        let mut shaped = Vec::with_capacity(passes.list.len());
        for bare in passes.list.drain(..) {
            shaped.push(shape(bare, &passes.operands, layouts)?);
        }
        let segments = segment::all(&shaped);
        let items = items(&shaped, &segments, layouts, room);
        let given = items.len();
        let mut nodes: Vec<Node> = Vec::with_capacity(shaped.len());
        for pass in shaped {
            nodes.push(Node::place(pass, layouts.place(&segments), &items, nodes.len()));
        }
        nodes.iter_mut().for_each(Node::allocate);
        Ok(Program { nodes, segments, ran: 0, given, room: PhantomData })
    }
}

/// Joins the shape of a pass, behind those whose layouts are there; that of a stage gets a layout.
fn shape<'a>(
    bare: Bare<'a>,
    operands: &[RawOperand<'a>],
    layouts: &'a Layouts,
) -> Result<Shaped<'a>, Box<BroadcastError>> {
    let mut pass = Shaped::new(bare, operands, |from| layouts.wide(from.stage).axes(from.form));
    pass.join()?;
    if let Work::Stage { .. } = pass.work {
        pass.shape.row_major();
        let layout = Layout::of(&pass)?;
        // Stages come first, and fill their places in order.
        let place = layouts.wide.iter().find(|place| place.get().is_none()).expect("each stage has a place");
        pass.shape_positions(place.get_or_init(|| layout));
    }
    Ok(pass)
}

/// Gives memory to everything that stages yield, but for what lives in a block only.
fn items(shaped: &[Shaped], segments: &[Segment], layouts: &Layouts, room: &mut Room) -> Vec<Vec<Item>> {
    let (mut bytes, mut starts) = (0_usize, Vec::<usize>::new());
    let mut items = Vec::with_capacity(layouts.wide.len());
    for (index, (pass, layout)) in shaped.iter().zip(layouts.place(segments)).enumerate() {
        let Work::Stage { yields, .. } = &pass.work else { break };
        let is_cut = blocks_of(segments, index).is_some();
        items.push(layout.items(yields, &mut |size, is_kept| {
            starts.push(bytes);
            let more = if is_kept && is_cut { 0 } else { size.next_multiple_of(ALIGN) };
            // Each has been counted; more than all memory is too much for `Vec`.
            bytes = bytes.saturating_add(more);
        }));
    }
    let base = room.make(bytes);
    for (item, start) in items.iter_mut().flatten().zip(starts) {
        item.ptr = base.wrapping_add(start);
    }
    items
}

impl<'a> Run<'a> for Program<'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        let at = self.given;
        while let Some(segment) = self.segments.get(self.ran).filter(|segment| segment.nodes.start <= at) {
            self.ran += 1;
            let nodes = &self.nodes[segment.nodes.clone()];
            // SAFETY: by the contract the passes are valid; the segments before this one have run, so what it reads of them
            // has been yielded.
            unsafe {
                match segment.blocks {
                    Some(_) => segment::run(segment, nodes),
                    None => nodes.iter().for_each(|node| whole(node)),
                }
            }
        }
        self.given += 1;
        let node = &self.nodes[at];
        Done { operands: &node.operands, fresh: node.work.fresh(), shape: &node.shape }
    }
}

/// Memory for results between stages: on the stack when they are few.
pub(super) struct Room {
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
    /// None yet.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Room { few: MaybeUninit::uninit(), many: Vec::new() }
    }

    /// So many bytes.
    fn make(&mut self, bytes: usize) -> *mut u8 {
        let lines = bytes.div_ceil(ALIGN);
        if lines <= FEW {
            return self.few.as_mut_ptr().cast();
        }
        self.many = Vec::with_capacity(lines);
        self.many.as_mut_ptr().cast()
    }
}
