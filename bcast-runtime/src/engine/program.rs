//! A call of several stages: shapes first, all of them, then memory, then the passes.
//!
//! What a stage yields is an operand of later ones. Passes that agree on an axis which none of them reduces run together,
//! block by block along it, so that a block read from memory is still in the cache when the next pass wants it, and a
//! value kept between passes never leaves the cache. Whatever does not agree runs as a whole before.

use super::ALIGN;
use super::layout::{Layout, geometry, items, layout};
use super::node::{Done, Node, Passes, Run, Work};
use super::prepared::whole;
use super::segment::{self, Segment};
use crate::call::Call;
use crate::error::BroadcastError;
use crate::operand::Form;
use std::mem::MaybeUninit;

/// All passes of a call, in order.
pub(super) struct Program<'a> {
    nodes: Vec<Node<'a>>,
    /// Of each stage, by the number of its pass. Boxed: operands hold references to them.
    layouts: Vec<Option<Box<Layout>>>,
    /// What stages yield; operands point into it, so it stays where it is once the program runs.
    room: Room,
    segments: Vec<Segment>,
    /// How many segments have run, and how many passes have given away what they made.
    ran: usize,
    given: usize,
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
    /// The passes of a call, to be [prepared](Program::prepare).
    #[inline(never)]
    pub(super) fn new(passes: &mut Passes<'a>) -> Self {
        let nodes = passes.list.drain(..).map(|bare| Node::new(bare, &passes.operands)).collect();
        let (layouts, segments) = (Vec::new(), Vec::new());
        Program { nodes, layouts, room: Room::of(0), segments, ran: 0, given: 0 }
    }

    /// Joins the shapes of every pass.
    fn join(&mut self) -> Result<(), Box<BroadcastError>> {
        for index in 0..self.nodes.len() {
            let node = &mut self.nodes[index];
            for &(at, yielded) in &node.yielded {
                if let Some(Some(layout)) = self.layouts.get(yielded.stage).filter(|_| yielded.form != Form::Position) {
                    node.operands[at].geometry = geometry(layout, yielded.form);
                }
            }
            let names = node.names();
            let call = Call { operands: &names, ..*node.call };
            node.shape.join(&call, &node.operands, node.site.rank, node.site.largest)?;
            if let Work::Stage { .. } = node.work {
                node.shape.row_major();
                let layout = Box::new(layout(node)?);
                for &(at, yielded) in &node.yielded {
                    if yielded.form == Form::Position {
                        node.operands[at].geometry = geometry(&layout, Form::Position);
                    }
                }
                self.layouts.push(Some(layout));
            } else {
                self.layouts.push(None);
            }
        }
        Ok(())
    }

    /// Joins the shapes, gets memory, of fresh results too, and decides which passes run together. From now on the program
    /// stays where it is.
    pub(super) fn prepare(&mut self) -> Result<(), Box<BroadcastError>> {
        self.join()?;
        for node in &mut self.nodes {
            let len = node.len();
            if let Work::Last { fresh, .. } = &mut node.work {
                fresh.iter_mut().for_each(|made| made.allocate(len));
            }
        }
        self.segments = segment::all(&self.nodes);
        self.place();
        Ok(())
    }

    /// Gives memory to everything that stages yield, but for what lives in a block only.
    fn place(&mut self) {
        let segments = &self.segments;
        let mut bytes = 0;
        let mut starts = Vec::<usize>::new();
        for (index, (node, layout)) in self.nodes.iter_mut().zip(&mut self.layouts).enumerate() {
            let Some(layout) = layout else {
                continue;
            };
            let blocks = segments.iter().find(|segment| segment.nodes.contains(&index)).and_then(|s| s.blocks.as_ref());
            if let Some(blocks) = blocks {
                layout.narrow(blocks.axes[index - blocks.first], blocks.extent);
            }
            items(node, layout, &mut |size, is_kept| {
                starts.push(bytes);
                let more = if is_kept && blocks.is_some() { 0 } else { size.next_multiple_of(ALIGN) };
                // Each has been counted; more than all memory is too much for `Vec`.
                bytes = bytes.saturating_add(more);
            });
        }
        self.room = Room::of(bytes);
        let base = self.room.ptr();
        let mut starts = starts.into_iter();
        for item in self.nodes.iter_mut().flat_map(|node| &mut node.items) {
            item.ptr = base.wrapping_add(starts.next().unwrap_or(0));
        }
    }
}

impl<'a> Run<'a> for Program<'a> {
    unsafe fn next(&mut self) -> Done<'_, 'a> {
        let stages = self.nodes[self.given..].iter().take_while(|node| matches!(node.work, Work::Stage { .. }));
        let at = self.given + stages.count();
        while let Some(segment) = self.segments.get(self.ran).filter(|segment| segment.nodes.start <= at) {
            self.ran += 1;
            for index in segment.nodes.clone() {
                resolve(&mut self.nodes, &self.layouts, index);
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
        self.given = at + 1;
        let node = &self.nodes[at];
        Done { operands: &node.operands, fresh: node.work.fresh(), shape: &node.shape }
    }
}

/// Tells a node where the results of earlier stages are, and how they lie: what refers to layouts from before they were
/// narrowed is not read any more.
fn resolve(nodes: &mut [Node], layouts: &[Option<Box<Layout>>], index: usize) {
    let (before, rest) = nodes.split_at_mut(index);
    let node = &mut rest[0];
    for &(at, yielded) in &node.yielded {
        let operand = &mut node.operands[at];
        let Some(layout) = &layouts[yielded.stage] else {
            continue;
        };
        operand.geometry = geometry(layout, yielded.form);
        if yielded.form != Form::Position {
            operand.ptr = before[yielded.stage].items[yielded.item].ptr;
        }
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
    #[inline(always)]
    fn of(bytes: usize) -> Self {
        let lines = bytes.div_ceil(ALIGN);
        Room { few: MaybeUninit::uninit(), many: Vec::with_capacity(if lines <= FEW { 0 } else { lines }) }
    }

    fn ptr(&mut self) -> *mut u8 {
        if self.many.capacity() == 0 { self.few.as_mut_ptr().cast() } else { self.many.as_mut_ptr().cast() }
    }
}
