//! What was found of a small call of several passes, which a thread keeps for the next one from the same place. If all
//! operands lie as they did, only the addresses of the caller's arrays are new.

use super::several::{DirectPasses, PASSES, Ready};
use crate::call::Call;
use crate::engine::Site;
use crate::engine::fold::Yield;
use crate::engine::mode::Mode;
use crate::engine::passes::{Bare, Passes, Reduce, Work};
use crate::engine::slab::Slab;
use crate::engine::tuning::{FOUND_ROOM, PLACES};
use crate::operand::{Form, OperandAxes, RawOperand, Source, Yielded, are_same};
use std::cell::Cell;
use std::mem::{Discriminant, MaybeUninit, discriminant};

/// The most operands of all passes, and items of a stage.
const OPERANDS: usize = 16;
const ITEMS: usize = 2;
/// Of calls whose operands lie otherwise each time, one in so many is noted: all of them took 1.4 times as long so.
const SELDOM: u8 = 16;

/// The passes of a small call, how their operands lay, and memory for what stages yield.
pub struct Found {
    /// Whether what follows is all there, and says the same in the next call.
    is_known: bool,
    /// Calls in a row that were not as the one before.
    misses: u8,
    passes: [MaybeUninit<Pass>; PASSES],
    len: usize,
    operands: [MaybeUninit<Operand>; OPERANDS],
    direct: MaybeUninit<DirectPasses>,
    room: Slab,
}

/// What a pass does. Constants of different calls may have one address, so all is compared that follows from spelling.
#[derive(PartialEq)]
struct Pass {
    call: *const Call<'static>,
    site: *const Site,
    /// Axes of a stage and its items, or whether a last pass computes single values.
    does: Does,
    operands: usize,
    fresh: usize,
}

enum Does {
    Stage(Discriminant<Reduce>, &'static [u8], [Option<Yield>; ITEMS]),
    Last(bool),
}

impl PartialEq for Does {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Does::Stage(kind, axes, items), Does::Stage(other, others, yielded)) => {
                kind == other && are_same(axes, others) && items == yielded
            }
            (Does::Last(single), Does::Last(other)) => single == other,
            _ => false,
        }
    }
}

/// How an operand lies.
struct Operand {
    axes: OperandAxes<'static>,
    size: usize,
    yielded: Option<Yielded>,
}

thread_local! {
    /// Each call has one of some places, and shares it with others.
    static FOUND: [Cell<Option<Box<Found>>>; PLACES] = const { [const { Cell::new(None) }; PLACES] };
}

/// The place of a call.
fn place(passes: &Passes) -> usize {
    let first = passes
        .list
        .first()
        .map_or(0, |bare| std::ptr::from_ref(bare.site).addr() ^ std::ptr::from_ref(bare.call).addr().rotate_right(4));
    (first >> 4) % PLACES
}

impl Found {
    /// What the thread has found of a call from this place, or nothing yet. In a call within another one it is nothing.
    pub(in crate::engine) fn of(passes: &Passes) -> Box<Found> {
        FOUND.try_with(|found| found[place(passes)].take()).ok().flatten().unwrap_or_else(Found::nothing)
    }

    fn nothing() -> Box<Found> {
        let mut found = Box::<Found>::new_uninit();
        let place = found.as_mut_ptr();
        // SAFETY: all fields that may not be uninitialised are written.
        unsafe {
            (&raw mut (*place).is_known).write(false);
            (&raw mut (*place).misses).write(0);
            (&raw mut (*place).len).write(0);
            (&raw mut (*place).room).write(Slab::new(FOUND_ROOM));
            found.assume_init()
        }
    }

    /// Keeps it for the next call.
    pub(in crate::engine) fn keep(self: Box<Self>, passes: &Passes) {
        _ = FOUND.try_with(|found| found[place(passes)].set(Some(self)));
    }

    /// Finds out how each pass is one kernel call, or has done so before; otherwise the passes are as before.
    #[inline(always)]
    pub(in crate::engine) fn ready<'p, 'a, M: Mode>(
        &'p mut self,
        mode: M,
        passes: &'p mut Passes<'a>,
    ) -> Option<Ready<'p, 'a>> {
        let room = (self.room.ptr(), FOUND_ROOM);
        // Who explains asks how operands were placed.
        if M::RUNS && self.is_known && self.is_of(passes) {
            self.misses = 0;
            // SAFETY: it is known, so these passes have been found, and last.
            unsafe {
                let direct = self.direct.assume_init_mut();
                direct.bind(passes);
                return Some(direct.made_ready(mode, passes));
            }
        }
        self.misses = self.misses.wrapping_add(1);
        self.is_known = (self.misses < 3 || self.misses.is_multiple_of(SELDOM)) && self.note(passes).is_some();
        let direct = DirectPasses::of(&mut self.direct, room);
        let found = direct.find(passes);
        self.is_known &= found && direct.is_lasting(passes);
        found.then(|| direct.made_ready(mode, passes))
    }

    /// Whether these passes are those that were found, and their operands lie as they did.
    #[inline(always)]
    fn is_of(&self, passes: &Passes) -> bool {
        // SAFETY: it is known, so as many passes have been written as it has, and all of their operands.
        let (own, operands) = unsafe { (self.passes[..self.len].assume_init_ref(), &self.operands) };
        let mut at = 0;
        own.len() == passes.list.len()
            && own.iter().zip(&passes.list).all(|(own, bare)| {
                Pass::of(bare).is_some_and(|pass| pass == *own)
                    && bare.operands.iter().all(|operand| {
                        at += 1;
                        // SAFETY: as above; passes have as many operands as they had.
                        unsafe { operands[at - 1].assume_init_ref() }.is_like(operand)
                    })
            })
    }

    /// Notes what the passes are, and how operands lie that nobody has placed yet; nothing if something else counts.
    fn note(&mut self, passes: &Passes) -> Option<()> {
        self.len = passes.list.len();
        let mut operands = self.operands.iter_mut();
        for (at, bare) in passes.list.iter().enumerate() {
            self.passes.get_mut(at)?.write(Pass::of(bare)?);
            for operand in &*bare.operands {
                operands.next()?.write(Operand::of(operand)?);
            }
        }
        Some(())
    }
}

impl Pass {
    #[inline(always)]
    fn of(bare: &Bare) -> Option<Pass> {
        let does = match bare.work {
            Work::Stage { reduce, yields } => {
                let axes = match reduce {
                    Reduce::Nothing(axes) | Reduce::Along(axes) | Reduce::Axes(axes) => axes,
                    Reduce::All => &[],
                    // Axes that are values, and scans, are found anew.
                    Reduce::Given(_) | Reduce::Scan(_) => return None,
                };
                let items = std::array::from_fn(|at| yields.get(at).copied());
                (yields.len() <= ITEMS).then_some(Does::Stage(discriminant(&reduce), axes, items))?
            }
            Work::Last { single } => Does::Last(single),
        };
        Some(Pass { call: bare.call, site: bare.site, does, operands: bare.operands.len(), fresh: bare.fresh.len() })
    }
}

impl Operand {
    /// That of an operand in memory, or of what a stage yields; positions are placed anew.
    fn of(operand: &RawOperand) -> Option<Operand> {
        let yielded = match operand.source() {
            Source::Memory(_) => None,
            Source::Yielded(yielded) if yielded.form != Form::Position => Some(yielded),
            _ => return None,
        };
        Some(Operand { axes: operand.axes().owned()?, size: operand.size(), yielded })
    }

    #[inline(always)]
    fn is_like(&self, operand: &RawOperand) -> bool {
        let is_same = match (operand.source(), self.yielded) {
            (Source::Memory(_), None) => true,
            (Source::Yielded(yielded), Some(own)) => yielded == own,
            _ => false,
        };
        is_same && operand.size() == self.size && operand.axes().is_like(&self.axes)
    }
}
