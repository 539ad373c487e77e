//! Operands of a pass that are alike, with elements that follow each other: arrays of the same sizes in row-major
//! order, beside single values. All that a small pass asks of them is where they begin, and these sizes: of one axis or
//! two, or of more axes that are all reduced.
//! Where types know the rank, the compiler knows most of the answers: `sum(x .* y)` of two vectors of 4 takes 0.4 of
//! the time that it takes with operands that are listed without types, `out .= a .+ b` of 3 0.6.

use super::alike::running_on;
use super::items::{Extent, Items};
use super::look::STREAMS;
use super::{Cursors, Nest};
use crate::call::Call;
use crate::engine::Site;
use crate::engine::cursor::{Cursor, LANES};
use crate::engine::erased::Order;
use crate::engine::few::{Few, Loop};
use crate::engine::passes::Reduce;
use crate::engine::tuning::FEW;
use crate::operand::reads::Looks;
use crate::operand::{Along, Form, RawOperand, Source, Yielded};
use crate::shape::MAX_RANK;
use std::mem::MaybeUninit;

/// The positions of so many elements: to compute them for a few would take longer than to reduce these.
static POSITIONS: [usize; 1024] = {
    let (mut positions, mut at) = ([0; 1024], 0);
    while at < positions.len() {
        positions[at] = at;
        at += 1;
    }
    positions
};

/// What is found of such operands, one after the other. Their cursors are no part of it: what is handed on by reference
/// LLVM has to keep in memory. And it says itself what is reduced: a tuple of these would be copied as a whole, which
/// waits for its fields (10 ns).
pub struct Adjacent {
    /// How many operands there are, and bytes of the widest element.
    pub(in crate::engine) reads: usize,
    pub(super) widest: usize,
    rank: usize,
    /// Whether the rows are reduced, and the columns; both of a vector.
    pub(super) reduces: (bool, bool),
    sizes: Option<(usize, usize)>,
    /// One of them is the positions of the others' elements.
    has_positions: bool,
    are_alike: bool,
}

/// What a look at the operands of a pass has found before the passes run of which it reads results.
pub struct Looked {
    pub(in crate::engine) adjacent: Option<Adjacent>,
    pub(in crate::engine) cursors: Cursors,
}

impl Looked {
    /// Nothing yet.
    #[inline(always)]
    pub(in crate::engine) fn new() -> Self {
        Looked { adjacent: None, cursors: Cursors::new() }
    }
}

/// Has cursors lead to what stages have yielded since they were set.
pub(in crate::engine) struct LeadsTo<'l> {
    items: &'l Items,
    cursors: &'l mut Cursors,
    at: usize,
}

impl<'l> LeadsTo<'l> {
    #[inline(always)]
    pub(in crate::engine) fn new(items: &'l Items, cursors: &'l mut Cursors) -> Self {
        LeadsTo { items, cursors, at: 0 }
    }
}

impl Looks for LeadsTo<'_> {
    #[inline(always)]
    fn look(&mut self, operand: &RawOperand) {
        if let Source::Yielded(from) = operand.source()
            && from.form != Form::Position
        {
            self.cursors.lead_to(self.at, self.items.item(from));
        }
        self.at += 1;
    }
}

/// A look at such operands, one after the other, in the code of a call.
pub(in crate::engine) struct LooksAt<'l> {
    adjacent: &'l mut Adjacent,
    /// Those of the stages before a stage that reduces all it reads, or before a map.
    items: Option<&'l Items>,
    cursors: &'l mut Cursors,
    /// The sizes of the first array, if it has more than two axes.
    of_more: MaybeUninit<[usize; MAX_RANK]>,
}

impl Looks for LooksAt<'_> {
    #[inline(always)]
    fn look(&mut self, operand: &RawOperand) {
        self.adjacent.are_alike = self.adjacent.are_alike && self.add(operand).is_some();
    }
}

impl<'l> LooksAt<'l> {
    #[inline(always)]
    pub(in crate::engine) fn new(
        adjacent: &'l mut Adjacent,
        items: Option<&'l Items>,
        cursors: &'l mut Cursors,
    ) -> Self {
        LooksAt { adjacent, items, cursors, of_more: MaybeUninit::uninit() }
    }

    #[inline(always)]
    fn add(&mut self, operand: &RawOperand) -> Option<()> {
        let (items, found) = (self.items, &mut *self.adjacent);
        let (own, run) = (operand.axes(), (LANES * operand.size()) as isize);
        let (ptr, step) = match operand.memory_ptr() {
            Some(ptr) if own.is_single() && !own.is_exact() => (ptr, 0),
            Some(ptr) => {
                let follows = |size: usize, stride: isize, before: usize| size == 1 || stride == before as isize;
                let (sizes, is_adjacent) = match (found.rank, own.of_array()?) {
                    (1, (&[columns], &[right])) => ((1, columns), follows(columns, right, 1)),
                    (2, (&[rows, columns], &[down, right])) => {
                        ((rows, columns), follows(columns, right, 1) && follows(rows, down, columns))
                    }
                    (3.., axes) if items.is_some() && found.is_whole() => {
                        of_more(axes, (found.sizes.is_none(), &mut self.of_more))?
                    }
                    _ => return None,
                };
                let is_alike = matches!(own.lies(), Along::Same) && found.sizes.is_none_or(|others| others == sizes);
                if !is_adjacent || !is_alike {
                    return None;
                }
                found.sizes = Some(sizes);
                (ptr, run)
            }
            None => {
                let Source::Yielded(from) = operand.source() else { return None };
                (found.yielded(from, own.lies(), items?)?, if from.form == Form::Single { 0 } else { run })
            }
        };
        self.cursors.set(found.reads, Cursor::new(ptr, [step, 0]));
        (found.reads, found.widest) = (found.reads + 1, found.widest.max(operand.size()));
        Some(())
    }
}

/// The rows and columns of an array of more axes that runs on, and whether it has the sizes of the first one: all but
/// the last axis count rows.
#[inline(never)]
fn of_more(
    (own, strides): (&[usize], &[isize]),
    (is_first, first): (bool, &mut MaybeUninit<[usize; MAX_RANK]>),
) -> Option<((usize, usize), bool)> {
    let (len, mut sizes) = (running_on((own, strides))?, [0; MAX_RANK]);
    sizes.get_mut(..own.len())?.copy_from_slice(own);
    let columns = own.iter().rev().copied().find(|&size| size != 1).unwrap_or(1);
    if is_first {
        first.write(sizes);
    }
    // SAFETY: the first array has written them.
    let is_same = unsafe { first.assume_init() == sizes };
    Some(((len / columns.max(1), columns), is_same))
}

impl Adjacent {
    /// Where something lies that a stage before yields: one value, or as many as there are elements.
    #[inline(always)]
    fn yielded(&mut self, from: Yielded, lies: Along, items: &Items) -> Option<*mut u8> {
        match (from.form, lies) {
            (Form::Single, _) => Some(items.item(from)),
            (Form::Full, Along::Same) | (Form::Kept, Along::Kept(..)) => {
                let sizes = items.array(from.stage, self.rank)?;
                let is_alike = self.sizes.is_none_or(|others| others == sizes);
                self.sizes = Some(sizes);
                is_alike.then(|| items.item(from))
            }
            // Along all axes they are numbers in a row.
            (Form::Position, _) if self.is_whole() => {
                self.has_positions = true;
                Some(POSITIONS.as_ptr().cast_mut().cast())
            }
            _ => None,
        }
    }

    /// None yet, of a pass of this rank with so many streams.
    #[inline(always)]
    pub(in crate::engine) fn new(rank: Option<usize>, streams: usize, reduce: Reduce) -> Self {
        let (rank, sizes) = (rank.unwrap_or(0), None);
        let reduces = (reduce.reduces(0), rank > 0 && reduce.reduces(rank - 1));
        let are_alike = rank > 0 && streams <= STREAMS && !super::is_planned();
        Adjacent { reads: 0, widest: 0, rank, reduces, sizes, has_positions: false, are_alike }
    }

    /// The same of a pass that maps.
    #[inline(always)]
    pub(in crate::engine) fn mapped(rank: Option<usize>, streams: usize) -> Self {
        Adjacent::new(rank, streams, Reduce::Nothing(&[]))
    }

    /// All operands of a stage, if they are such, with their cursors.
    #[inline(always)]
    pub(super) fn of(
        site: &Site,
        reduce: Reduce,
        operands: &[RawOperand],
        items: Option<&Items>,
        cursors: &mut Cursors,
    ) -> Option<Self> {
        let mut adjacent = Adjacent::new(site.rank, site.streams, reduce);
        let mut looks = LooksAt::new(&mut adjacent, items, cursors);
        operands.iter().for_each(|operand| looks.look(operand));
        adjacent.are().then_some(adjacent)
    }

    /// Whether all operands are such, and one of them an array.
    #[inline(always)]
    pub(in crate::engine) fn are(&self) -> bool {
        self.are_alike && self.sizes.is_some() && (!self.has_positions || self.len() <= POSITIONS.len())
    }

    /// Their sizes, which all arrays have.
    #[inline(always)]
    pub(in crate::engine) fn extent(&self) -> Extent {
        let (rows, columns) = self.sizes.unwrap_or((1, 1));
        (self.rank, rows, columns)
    }

    /// The same where all is reduced: elements that fill no run of lanes are a row, whatever their axes.
    #[inline(always)]
    pub(super) fn extent_of_all(&self) -> Extent {
        let (rank, rows, columns) = self.extent();
        if rows * columns < LANES { (1, 1, rows * columns) } else { (rank.min(2), rows, columns) }
    }

    /// The number of elements.
    #[inline(always)]
    pub(in crate::engine) fn len(&self) -> usize {
        let (_, rows, columns) = self.extent();
        rows * columns
    }

    /// How one kernel call goes over all elements of a pass that maps, if they are few enough; with the cursors of its
    /// targets, which come first.
    #[inline(always)]
    pub(in crate::engine) fn nest<'s>(&self, call: &Call, site: &'s Site, cursors: &mut Cursors) -> Option<Nest<'s>> {
        if !super::is_small(call, site, self.len()) {
            return None;
        }
        (0..site.targets).for_each(|at| cursors.set(self.reads + at, Cursor::new(cursors.ptr(at), [0, 0])));
        Some(Nest { rows: 1, columns: self.len(), kernels: site.kernels(false) })
    }

    /// The loop without lanes that takes them in this order, with cursors as it wants them.
    #[inline(always)]
    pub(super) fn loop_in(&self, order: Order, few: Few, cursors: &mut Cursors) -> Loop {
        let (_, rows, columns) = self.extent();
        let in_order = few.in_order(order, (rows, columns));
        if in_order.is_some() {
            (0..self.reads).for_each(|at| cursors.set_rows(at, columns));
        }
        in_order.unwrap_or(few.end_to_end)
    }

    /// Whether all of them are reduced.
    #[inline(always)]
    pub(in crate::engine) fn is_whole(&self) -> bool {
        self.reduces == (true, true)
    }

    /// How many, if all are reduced and are a row of so few that nothing else is worth preparing.
    #[inline(always)]
    pub(in crate::engine) fn few(&self) -> Option<usize> {
        let (rank, _, len) = self.extent_of_all();
        Some(len).filter(|len| self.is_whole() && rank == 1 && (1..=FEW).contains(len))
    }
}
