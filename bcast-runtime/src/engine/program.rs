//! A call of several stages: shapes first, all of them, then memory, then the passes.
//!
//! What a stage yields is an operand of later ones. Passes that agree on an axis which none of them reduces run
//! together, block by block along it, so that a block read from memory is still in the cache when the next pass wants
//! it, and a value kept between passes never leaves the cache. Whatever does not agree runs as a whole before.
//!
//! A pass is first [`Shaped`]: what stages yield lies as if memory held all of it. From the shapes follows how passes
//! are cut into blocks, and from the cut how much of what a stage keeps is in memory at a time. Then [`Layouts`] are
//! final, and a pass becomes a [`PlacedPass`].

use super::ALIGN;
use super::joined;
use super::layout::Layout;
use super::lend::{Home, Lent, lend};
use super::lifetimes;
use super::mode::{Mode, Running};
use super::pages;
use super::passes::{Done, Item, Passes, PlacedPass, Shaped, Work};
use super::segment::{self, Segment};
use super::tuning::SMALL_HEAP;
use crate::error::BroadcastError;
use crate::operand::Form;
use std::cell::OnceCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// How the results of stages lie, by the numbers of their passes: operands refer to it, so it stays where it is while
/// the call runs. Boxed: they are large.
pub(super) struct Layouts {
    /// The layout of each stage if memory holds all of what it keeps.
    wide: Vec<OnceCell<Box<Layout>>>,
    /// The layouts of stages of which there is memory for a part, and of those that keep a block at a time.
    part: Vec<OnceCell<Box<Layout>>>,
    narrow: Vec<OnceCell<Box<Layout>>>,
}

impl Layouts {
    /// Room for the layouts of so many passes; only those of stages are filled in.
    pub(super) fn of(passes: usize) -> Self {
        let none = || vec![const { OnceCell::new() }; passes];
        Layouts { wide: none(), part: none(), narrow: none() }
    }

    /// The layout of an earlier stage if memory holds all of what it keeps.
    fn wide(&self, stage: usize) -> &Layout {
        self.wide[stage].get().expect("stages read earlier ones")
    }

    /// Says that there is memory for so many indices along an axis of a stage.
    pub(super) fn keep_part(&self, stage: usize, axis: usize, extent: usize) {
        self.part[stage].get_or_init(|| Box::new(self.wide(stage).part(axis, extent)));
    }

    /// The layout of a stage, but for blocks.
    pub(super) fn of_all(&self, stage: usize) -> &Layout {
        self.part[stage].get().map_or_else(|| self.wide(stage), Box::as_ref)
    }

    /// Makes the layouts final: narrows those of stages that keep a block at a time.
    fn place(&self, shaped: &[Shaped], segments: &[Segment]) -> FinalLayouts<'_> {
        for (stage, (pass, narrow)) in shaped.iter().zip(&self.narrow).enumerate() {
            if let (Some(blocks), Some(_)) = (blocks_of(segments, stage), self.wide[stage].get()) {
                let (axis, mut layout) = (blocks.axes[stage - blocks.first], Box::new(self.of_all(stage).clone()));
                if !pass.keeps_in_outputs {
                    layout.narrow(axis, blocks.extent);
                }
                if pass.results_in_blocks {
                    layout.narrow_results(axis, blocks.extent);
                }
                narrow.get_or_init(|| layout);
            }
        }
        FinalLayouts(self)
    }
}

/// Layouts that are final: passes can run by them.
#[derive(Clone, Copy)]
pub(super) struct FinalLayouts<'a>(&'a Layouts);

impl<'a> FinalLayouts<'a> {
    pub(super) fn of(self, stage: usize) -> &'a Layout {
        self.0.narrow[stage].get().map_or_else(|| self.0.of_all(stage), Box::as_ref)
    }
}

/// The blocks in which a pass runs.
fn blocks_of(segments: &[Segment], pass: usize) -> Option<&segment::Blocks> {
    segments.iter().find(|segment| segment.passes.contains(&pass))?.blocks.as_ref()
}

/// Moves items that have memory.
pub(super) type Moves<'m> = &'m mut dyn FnMut(&mut [Shaped], &mut [Vec<Item>], &Lent);

/// All passes of a call, in order, with their memory.
pub(super) struct Program<'a> {
    passes: Vec<PlacedPass<'a>>,
    segments: Vec<Segment>,
    /// How many segments have run, and how many passes have given away what they made.
    ran: usize,
    given: usize,
    room: PhantomData<&'a mut YieldRoom>,
}

impl Drop for Program<'_> {
    /// Frees what was for fresh results that nobody has taken.
    fn drop(&mut self) {
        self.passes[self.given..]
            .iter()
            .for_each(|pass| pass.fresh.iter().for_each(|made| made.free(pass.fresh_len())));
    }
}

impl<'a> Program<'a> {
    /// Joins the shapes of the passes of a call, decides which of them run together, and gets memory, of fresh results
    /// too. What stages yield lies in the room.
    #[inline(always)]
    pub(super) fn new<'p: 'a, M: Mode>(
        mode: M,
        passes: &mut Passes<'p>,
        layouts: &'a Layouts,
        room: &'a mut YieldRoom,
    ) -> Result<Self, Box<BroadcastError>> {
        let shaped = shape_all(passes, layouts)?;
        let segments = segment::all(&shaped, None);
        let program = Program::of(mode, (shaped, segments), layouts, room, None);
        if M::RUNS {
            // SAFETY: placed pass 3: nobody else needs the memory of an item before its readers, and none has run.
            program.passes.iter().for_each(|pass| unsafe { pass.write_known() });
        }
        Ok(program)
    }

    /// Gets memory for passes that have shapes, of which segments run together. Before any of them reads or writes it,
    /// `moved` may move items; then each has memory of its own.
    #[inline(always)]
    pub(super) fn of<M: Mode>(
        mode: M,
        (mut shaped, segments): (Vec<Shaped<'a>>, Vec<Segment>),
        layouts: &'a Layouts,
        room: &'a mut YieldRoom,
        moved: Option<Moves>,
    ) -> Self {
        allocate(mode, &mut shaped);
        let mut lent = lend(&mut shaped, |stage| blocks_of(&segments, stage));
        if moved.is_none() {
            joined::join(&mut shaped, |stage| blocks_of(&segments, stage), &mut lent);
        }
        let finals = layouts.place(&shaped, &segments);
        let mut items = items(mode, (&shaped, &segments), finals, (&lent, moved.is_none()), room);
        if let Some(moved) = moved {
            moved(&mut shaped, &mut items, &lent);
        }
        let passes = PlacedPass::place(shaped, |from| finals.of(from.stage).axes(from.form), &items);
        // Where nothing runs, there is no memory to be freed.
        let given = if M::RUNS { 0 } else { passes.len() };
        Program { passes, segments, ran: 0, given, room: PhantomData }
    }
}

/// Gets memory for fresh results.
#[inline(always)]
fn allocate<M: Mode>(mode: M, shaped: &mut [Shaped]) {
    for pass in shaped {
        let len = pass.fresh_len();
        pass.fresh.iter_mut().for_each(|made| made.allocate(mode, len));
    }
}

impl<'a> Program<'a> {
    /// The same for passes that run block by block of what is in no memory: outputs lend none either.
    pub(super) fn of_blocks(
        (mut shaped, segments): (Vec<Shaped<'a>>, Vec<Segment>),
        layouts: &'a Layouts,
        room: &'a mut YieldRoom,
    ) -> Self {
        allocate(Running, &mut shaped);
        let finals = layouts.place(&shaped, &segments);
        let items = items(Running, (&shaped, &segments), finals, (&Lent::default(), false), room);
        let passes = PlacedPass::place(shaped, |from| finals.of(from.stage).axes(from.form), &items);
        Program { passes, segments, ran: 0, given: 0, room: PhantomData }
    }

    /// All passes.
    pub(super) fn passes(&self) -> &[PlacedPass<'a>] {
        &self.passes
    }
}

/// Joins the shapes of the passes of a call.
#[inline(always)]
pub(super) fn shape_all<'a, 'p: 'a>(
    passes: &mut Passes<'p>,
    layouts: &'a Layouts,
) -> Result<Vec<Shaped<'a>>, Box<BroadcastError>> {
    let mut shaped = Vec::with_capacity(passes.list.len());
    for (index, bare) in passes.list.drain(..).enumerate() {
        shaped.push(Shaped::new(bare, |from| layouts.wide(from.stage).axes(from.form)));
        shape(&mut shaped[index], index, layouts)?;
    }
    Ok(shaped)
}

/// Joins the shape of a pass; that of a stage gets a layout.
fn shape<'a>(pass: &mut Shaped<'a>, index: usize, layouts: &'a Layouts) -> Result<(), Box<BroadcastError>> {
    pass.join()?;
    if pass.work.is_stage() {
        pass.shape.row_major();
        let layout = Layout::of(pass)?;
        pass.shape_positions(layouts.wide[index].get_or_init(|| layout).axes(Form::Position));
    }
    Ok(())
}

/// The items of each pass; a last pass has none. Gives memory to all of them but those that live in a block only.
fn items<M: Mode>(
    mode: M,
    (shaped, segments): (&[Shaped], &[Segment]),
    layouts: FinalLayouts,
    (lent, may_share): (&Lent, bool),
    room: &mut YieldRoom,
) -> Vec<Vec<Item>> {
    let (mut bytes, mut sizes) = (0_usize, Vec::<usize>::new());
    let mut items = Vec::new();
    for (index, pass) in shaped.iter().enumerate() {
        let Work::Stage { yields, .. } = &pass.work else {
            items.push(Vec::new());
            continue;
        };
        let is_cut = blocks_of(segments, index).is_some();
        let mut number = 0..;
        items.push(layouts.of(index).items(yields, &mut |size| {
            let has_place = |item| lent.home(index, item).is_some() || is_cut && pass.lives_in_block(item);
            let more = if number.next().is_some_and(has_place) { 0 } else { size.next_multiple_of(ALIGN) };
            // Each has been counted; more than all memory is too much for `Vec`.
            bytes = bytes.saturating_add(more);
            sizes.push(more);
        }));
    }
    let (starts, bytes) = match may_share && bytes > SMALL_HEAP {
        true => lifetimes::share(&sizes, shaped, segments, lent),
        false => (lifetimes::side_by_side(&sizes), bytes),
    };
    let on_heap = if bytes > FEW * ALIGN { bytes } else { 0 };
    let base = mode.yielded(bytes, on_heap).unwrap_or_else(|| room.make(bytes));
    for (item, start) in items.iter_mut().flatten().zip(starts) {
        item.ptr = base.wrapping_add(start);
    }
    go_home(&mut items, lent);
    items
}

/// Has items lie in what lends them memory.
fn go_home(items: &mut [Vec<Item>], lent: &Lent) {
    for &(stage, item, home) in lent.iter() {
        items[stage][item].ptr = match home {
            Home::Result(ptr) | Home::Target(ptr) => ptr,
            // That has memory of its own.
            Home::Item(later, other) => items[later][other].ptr,
        };
    }
}

impl<'a> Program<'a> {
    /// Each segment with its passes.
    pub(super) fn segments(&self) -> impl Iterator<Item = (&Segment, &[PlacedPass<'a>])> {
        self.segments.iter().map(|segment| (segment, &self.passes[segment.passes.clone()]))
    }

    /// Leaves all memory of results to somebody else.
    pub(super) fn give_all(&mut self) {
        self.given = self.passes.len();
    }

    /// How many passes have given away what they made.
    pub(super) fn given(&self) -> usize {
        self.given
    }

    /// The next last pass; `run` gets the segments up to it that have not run, in order.
    pub(super) fn up_to_next_last(&mut self, run: impl FnMut(&Segment, &[PlacedPass])) -> Done<'_, 'a> {
        let at = self.run_up_to_next_last(run);
        self.passes[at].let_go();
        self.done(at)
    }

    /// A last pass that has run.
    pub(super) fn done(&self, at: usize) -> Done<'_, 'a> {
        let pass = &self.passes[at];
        Done { operands: &pass.operands, fresh: &pass.fresh, shape: &pass.shape }
    }

    /// Runs up to the next last pass, and gives its number.
    #[inline(always)]
    pub(super) fn run_up_to_next_last(&mut self, mut run: impl FnMut(&Segment, &[PlacedPass])) -> usize {
        let stages = self.passes[self.given..].iter().take_while(|pass| pass.work.is_stage());
        let at = self.given + stages.count();
        while let Some(segment) = self.segments.get(self.ran).filter(|segment| segment.passes.start <= at) {
            self.ran += 1;
            run(segment, &self.passes[segment.passes.clone()]);
        }
        self.given = at + 1;
        at
    }
}

/// Memory for results between stages: on the stack when they are few.
pub(super) struct YieldRoom {
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

impl YieldRoom {
    /// None yet.
    #[inline(always)]
    pub(super) fn new() -> Self {
        YieldRoom { few: MaybeUninit::uninit(), many: Vec::new() }
    }

    /// So many bytes.
    fn make(&mut self, bytes: usize) -> *mut u8 {
        let lines = bytes.div_ceil(ALIGN);
        if lines <= FEW {
            return self.few.as_mut_ptr().cast();
        }
        self.many = Vec::with_capacity(lines);
        pages::advise(self.many.as_mut_ptr().cast(), bytes);
        self.many.as_mut_ptr().cast()
    }
}
