//! What is compiled once for each mode, and not in the crates of calls, where all that is generic is.

#![allow(private_interfaces, reason = "only the engine calls what these are for")]

use super::{dispatch, map_adjacent};
use crate::call::Call;
use crate::engine::contraction::Contraction;
use crate::engine::direct::{Adjacent, Cursors, Found, Handed, Ready, Whole, lone, of_adjacent};
use crate::engine::fold::Yield;
use crate::engine::mode::{Explaining, Mode, Running};
use crate::engine::passes::{Explain, Passes, Reduce, Run};
use crate::engine::program::{Layouts, Program, YieldRoom};
use crate::engine::{Made, Site};
use crate::error::BroadcastError;
use crate::operand::RawOperand;
use crate::shape::{Extents, Shape};
use std::mem::MaybeUninit;

type Outcome<T> = Result<T, Box<BroadcastError>>;

/// A mode, with what is compiled once for it.
pub trait Driver: Mode {
    /// Runs passes that are ready, and makes what they give.
    #[doc(hidden)]
    fn finish<'a, P: Run<'a> + Explain, R>(self, passes: &mut P, make: impl FnOnce(&mut dyn Run) -> R)
    -> Self::Made<R>;
    /// # Safety
    /// As for [`dispatch`].
    #[doc(hidden)]
    unsafe fn dispatch<'s>(
        self,
        call: &Call,
        site: &'static Site,
        operands: &[RawOperand],
        fresh: &mut [Made],
        f: *const u8,
        shape: &'s mut MaybeUninit<Shape>,
    ) -> Outcome<Extents<'s>>;
    /// # Safety
    /// As for [`map_adjacent`].
    #[doc(hidden)]
    unsafe fn map_adjacent(
        self,
        site: (&Call, &'static Site),
        adjacent: (&Adjacent, &mut Cursors),
        fresh: &mut [Made],
        f: *const u8,
    ) -> bool;
    /// # Safety
    /// As for [`Whole::of`].
    #[doc(hidden)]
    unsafe fn whole<'a>(
        self,
        whole: &mut Whole,
        site: (&'a Call<'static>, &'static Site),
        operands: &'a mut [RawOperand<'a>],
        does: (Reduce, &'a [Yield]),
        f: *const u8,
    ) -> Option<()>;
    /// # Safety
    /// As for [`Whole::of_found`].
    #[doc(hidden)]
    unsafe fn whole_adjacent(
        self,
        whole: &mut Whole,
        site: (&Call, &Site),
        adjacent: (&Adjacent, &mut Cursors),
        yields: &[Yield],
        f: *const u8,
    ) -> Option<()>;
    /// # Safety
    /// As for [`of_adjacent`].
    #[doc(hidden)]
    unsafe fn lone_adjacent(
        self,
        site: (&Call, &Site),
        adjacent: (&Adjacent, &mut Cursors),
        yields: &[Yield],
        f: *const u8,
        handed: &mut Handed,
        shape: &mut Shape,
    ) -> Option<()>;
    /// # Safety
    /// As for [`lone`].
    #[doc(hidden)]
    unsafe fn lone<'a>(
        self,
        site: (&'static Call<'static>, &'static Site),
        operands: &'a mut [RawOperand<'a>],
        does: (Reduce, &'a [Yield]),
        f: *const u8,
        handed: &mut Handed,
        shape: &mut Shape,
    ) -> Option<()>;
    /// # Safety
    /// As for [`Contraction::alone`].
    #[doc(hidden)]
    unsafe fn contracted(
        self,
        site: (&Call, &Site),
        operands: &[RawOperand],
        does: (Reduce, &[Yield]),
        f: *const u8,
        made: &mut Made,
        shape: &mut Shape,
    ) -> Option<()>;
    #[doc(hidden)]
    fn ready<'p, 'a>(self, found: &'p mut Found, passes: &'p mut Passes<'a>) -> Option<Ready<'p, 'a>>;
    #[doc(hidden)]
    fn program<'a, 'p: 'a>(
        self,
        passes: &mut Passes<'p>,
        layouts: &'a Layouts,
        room: &'a mut YieldRoom,
    ) -> Outcome<Program<'a>>;
}

macro_rules! compiled_once {
    ($mode:ty, $finish:item) => {
        impl Driver for $mode {
            $finish
            /// # Safety
            /// As for [`dispatch`].
            #[inline(never)]
            unsafe fn dispatch<'s>(
                self,
                call: &Call,
                site: &'static Site,
                operands: &[RawOperand],
                fresh: &mut [Made],
                f: *const u8,
                shape: &'s mut MaybeUninit<Shape>,
            ) -> Outcome<Extents<'s>> {
                // SAFETY: job 1, as whoever calls says.
                unsafe { dispatch(self, call, site, operands, fresh, f, shape) }
            }
            /// # Safety
            /// As for [`map_adjacent`].
            #[inline(never)]
            unsafe fn map_adjacent(
                self,
                site: (&Call, &'static Site),
                adjacent: (&Adjacent, &mut Cursors),
                fresh: &mut [Made],
                f: *const u8,
            ) -> bool {
                // SAFETY: whoever calls says the same.
                unsafe { map_adjacent(self, site, adjacent, fresh, f) }
            }
            /// # Safety
            /// As for [`Whole::of`].
            #[inline(never)]
            unsafe fn whole<'a>(
                self,
                whole: &mut Whole,
                site: (&'a Call<'static>, &'static Site),
                operands: &'a mut [RawOperand<'a>],
                (reduce, yields): (Reduce, &'a [Yield]),
                f: *const u8,
            ) -> Option<()> {
                // SAFETY: whoever calls says the same.
                unsafe { Whole::of(self, whole, site, operands, reduce, yields, f) }
            }
            /// # Safety
            /// As for [`Whole::of_found`].
            #[inline(never)]
            unsafe fn whole_adjacent(
                self,
                whole: &mut Whole,
                site: (&Call, &Site),
                adjacent: (&Adjacent, &mut Cursors),
                yields: &[Yield],
                f: *const u8,
            ) -> Option<()> {
                // SAFETY: whoever calls says the same.
                unsafe { whole.of_found(self, site, adjacent, yields, f).map(|_| ()) }
            }
            /// # Safety
            /// As for [`of_adjacent`].
            #[inline(never)]
            unsafe fn lone_adjacent(
                self,
                site: (&Call, &Site),
                adjacent: (&Adjacent, &mut Cursors),
                yields: &[Yield],
                f: *const u8,
                handed: &mut Handed,
                shape: &mut Shape,
            ) -> Option<()> {
                // SAFETY: whoever calls says the same.
                unsafe { of_adjacent(self, site, adjacent, yields, f, handed, shape).map(|_| ()) }
            }
            /// # Safety
            /// As for [`lone`].
            #[inline(never)]
            unsafe fn lone<'a>(
                self,
                site: (&'static Call<'static>, &'static Site),
                operands: &'a mut [RawOperand<'a>],
                does: (Reduce, &'a [Yield]),
                f: *const u8,
                handed: &mut Handed,
                shape: &mut Shape,
            ) -> Option<()> {
                // SAFETY: whoever calls says the same.
                unsafe { lone(self, site, operands, does, f, handed, shape) }
            }
            /// # Safety
            /// As for [`Contraction::alone`].
            #[inline(never)]
            unsafe fn contracted(
                self,
                site: (&Call, &Site),
                operands: &[RawOperand],
                does: (Reduce, &[Yield]),
                f: *const u8,
                made: &mut Made,
                shape: &mut Shape,
            ) -> Option<()> {
                // SAFETY: whoever calls says the same.
                unsafe { Contraction::alone(self, site, operands, does, f, made, shape) }
            }
            #[inline(never)]
            fn ready<'p, 'a>(
                self,
                found: &'p mut Found,
                passes: &'p mut Passes<'a>,
            ) -> Option<Ready<'p, 'a>> {
                found.ready(self, passes)
            }
            #[inline(never)]
            fn program<'a, 'p: 'a>(
                self,
                passes: &mut Passes<'p>,
                layouts: &'a Layouts,
                room: &'a mut YieldRoom,
            ) -> Outcome<Program<'a>> {
                Program::new(self, passes, layouts, room)
            }
        }
    };
}

compiled_once! {
    Running,
    #[inline(always)]
    fn finish<'a, P: Run<'a> + Explain, R>(self, passes: &mut P, make: impl FnOnce(&mut dyn Run) -> R) -> R {
        make(passes)
    }
}
compiled_once! {
    Explaining<'_>,
    fn finish<'a, P: Run<'a> + Explain, R>(self, passes: &mut P, _: impl FnOnce(&mut dyn Run) -> R) {
        passes.explain(self);
    }
}
