//! The SIMD levels: the same Rust compiled for several sets of instructions, one chosen once at run time.
//!
//! Kernels and the engine's own inner work are `#[inline(always)]` bodies inside thin wrappers with
//! `#[target_feature]`. Unoptimised builds gain nothing from levels and would pay three times the code, so under
//! `debug_assertions` there is only the baseline. A build for better machines (`-C target-cpu=native`) leaves out the
//! levels below theirs.

use crate::neighbours::{LaneOf, LooksUp, Neighbours, Use};
use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, Ordering};

/// What a kernel may assume about the machine, which folds to constants in each compiled level; and where functions
/// report arguments that are too far out for their short way.
///
/// Code with a way for every argument takes the time of the slowest one. So lanes are computed as if all arguments were
/// ordinary; if one was not, all of these lanes are computed again by the way for all arguments. Both ways give
/// ordinary arguments the same bits.
///
/// It borrows nothing: a lifetime would make each element function one of all lifetimes, which takes 5% of the time
/// that `cargo check` needs for a call. Instead it cannot be kept: outside of this crate nobody can name its type, and
/// an element function is `Fn + Sync`, which a value that is not `Send` cannot leave.
#[derive(Clone, Copy)]
pub struct SimdToken {
    /// A fused multiply-add is one instruction.
    pub fma: bool,
    /// Registers hold the lanes of a run if their elements have so many bytes at most.
    pub(crate) held: usize,
    /// Where functions report such arguments; without it, nothing is computed again.
    far: Option<NonNull<Cell<u8>>>,
    /// Where the look-ups of this lane are, beside those of others.
    beside: Option<LaneOf>,
}

/// How many levels code is compiled for.
pub(crate) const LEVELS: usize = if cfg!(all(target_arch = "x86_64", not(debug_assertions))) { 3 } else { 1 };

/// The highest level all of whose features are there, as `$is_there!` tells: code of a level must not run where a
/// feature that its wrapper enables is missing.
macro_rules! highest {
    ($is_there:ident) => {
        if !highest!($is_there "avx2" "fma" "bmi1" "bmi2" "f16c" "lzcnt" "movbe" "popcnt") {
            0
        } else if !highest!($is_there "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
            1
        } else {
            2
        }
    };
    ($is_there:ident $($feature:tt)+) => { true $(&& $is_there!($feature))+ };
}

/// The lowest level that code is compiled for: that of every machine that the build is for.
const LOWEST: usize = {
    macro_rules! expected {
        ($feature:tt) => {
            cfg!(target_feature = $feature)
        };
    }
    if LEVELS == 1 { 0 } else { highest!(expected) }
};

/// An entry for each level. Levels below the lowest have the entry of the lowest: their own are not compiled.
pub(crate) const fn of_levels<T: Copy>(all: [T; LEVELS]) -> [T; LEVELS] {
    let (mut compiled, mut level) = ([all[LOWEST]; LEVELS], LEVELS);
    while level > LOWEST {
        level -= 1;
        compiled[level] = all[level];
    }
    compiled
}

const NAMES: [&str; 3] = ["baseline", "x86-64-v3", "x86-64-v4"];
const UNKNOWN: u8 = u8::MAX;
static LEVEL: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The level of this machine, an index below [`LEVELS`].
#[inline]
pub(crate) fn level() -> usize {
    let level = match LEVEL.load(Ordering::Relaxed) {
        UNKNOWN => detect(),
        level => level as usize,
    };
    // The level is never below the lowest: said here, so that the compiler leaves out what those levels would need.
    if level > LOWEST { level } else { LOWEST }
}

/// Does some work with the instructions of the level x86-64-v3 where levels are compiled and the machine has it: a
/// closure that is always inlined.
#[inline(always)]
pub(crate) fn from_v3<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if level() > 0 {
        #[target_feature(enable = "avx2,fma,bmi1,bmi2,f16c,lzcnt,movbe,popcnt")]
        fn of_v3<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: the machine has this level.
        return unsafe { of_v3(work) };
    }
    work()
}

impl SimdToken {
    /// A token without speculation: every argument is computed by the way for all arguments at once.
    #[inline(always)]
    pub(crate) const fn new(fma: bool) -> SimdToken {
        SimdToken { fma, held: 0, far: None, beside: None }
    }

    /// The same for a machine whose registers hold a run of lanes if an element has at most so many bytes.
    #[inline(always)]
    pub(crate) const fn holding(self, held: usize) -> Self {
        SimdToken { held, ..self }
    }

    /// The same with speculation: whoever makes the token computes the lanes again if `far` was set.
    ///
    /// # Safety
    /// The token, and whatever is copied from it, is used while `far` is borrowed and no longer.
    #[inline(always)]
    pub(crate) unsafe fn trying(self, far: &Cell<u8>) -> SimdToken {
        SimdToken { far: Some(NonNull::from(far)), ..self }
    }

    /// The same for a lane of a run with neighbours, of which look-ups make this use. If they read, whoever makes the
    /// token has compared the lane.
    ///
    /// # Safety
    /// The token, and whatever is copied from it, is used while `neighbours` is borrowed and no longer.
    #[inline(always)]
    pub(crate) unsafe fn beside(self, neighbours: &Neighbours, lane: usize, what: Use) -> SimdToken {
        // SAFETY: whoever calls says so.
        SimdToken { beside: Some(unsafe { LaneOf::new(neighbours, lane, what) }), ..self }
    }

    /// The address that a look-up of elements of so many bytes reads without looking at indices.
    #[inline(always)]
    pub(crate) fn neighbour(self, look_up: usize, size: usize) -> Option<usize> {
        self.beside.and_then(|lane| lane.reads(look_up, size))
    }

    /// Whether lanes are computed once, by look-ups that panic.
    #[inline(always)]
    pub(crate) fn is_exact(self) -> bool {
        self.far.is_none() && self.beside.is_none()
    }

    /// Has a look-up say where it leads, or whether it leads nowhere.
    #[inline(always)]
    pub(crate) fn leads<const N: usize>(self, look_up: LooksUp<N>, is_there: bool) {
        match self.beside {
            Some(lane) => lane.take(look_up),
            None => _ = self.later(!is_there),
        }
    }

    /// Whether a function may give a wrong result where `is_far` holds: then these lanes are computed again.
    #[inline(always)]
    pub(crate) fn later(self, is_far: bool) -> bool {
        // SAFETY: whoever made the token keeps it there.
        let Some(far) = self.far.map(|far| unsafe { far.as_ref() }) else { return false };
        // No `bool`: LLVM makes no vectors of one that is set in a branch.
        far.set(far.get() | u8::from(is_far));
        true
    }

    /// Whether one of these lanes will be computed again.
    #[inline(always)]
    pub(crate) fn is_far(self) -> bool {
        // SAFETY: whoever made the token keeps it there.
        self.far.is_some_and(|far| unsafe { far.as_ref() }.get() != 0)
    }

    /// For what is computed outside of kernels: a single value gets the same bits as an array of them.
    #[inline]
    pub(crate) fn of_single_values() -> Self {
        SimdToken::new(cfg!(target_arch = "aarch64") || level() > 0)
    }
}

/// Runs a loop as kernels run theirs: as if all arguments were ordinary, and again if one was not.
///
/// # Safety
/// The loop does not keep the token.
#[doc(hidden)]
#[inline(always)]
pub unsafe fn speculated(fma: bool, mut run: impl FnMut(SimdToken)) {
    let (t, far) = (SimdToken::new(fma), Cell::new(0));
    // SAFETY: `far` outlives the loop, which does not keep the token.
    run(unsafe { t.trying(&far) });
    if far.get() != 0 {
        run(t);
    }
}

#[cold]
fn detect() -> usize {
    let names = &NAMES[LOWEST..];
    let wish = std::env::var_os("BCAST_SIMD");
    let wanted = wish.as_ref().map(|wish| names.iter().position(|name| wish == name));
    let level = match wanted {
        Some(Some(wanted)) => best().min((LOWEST + wanted) as u8),
        _ => best(),
    };
    let first = LEVEL.swap(level, Ordering::Relaxed) == UNKNOWN;
    if let (Some(wish), Some(None), true) = (wish, wanted, first) {
        eprintln!("bcast: the environment variable BCAST_SIMD is {wish:?}, which is none of {names:?}");
    }
    level as usize
}

#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
fn best() -> u8 {
    macro_rules! detected {
        ($feature:tt) => {
            std::is_x86_feature_detected!($feature)
        };
    }
    highest!(detected)
}

#[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
fn best() -> u8 {
    0
}

/// The instruction set that calls run with: `"baseline"`, `"x86-64-v3"` or `"x86-64-v4"`.
///
/// It is chosen once, by what the machine has. The environment variable `BCAST_SIMD` with one of these names lowers
/// it (for tests and measurements); another value is told on standard error. Builds with debug assertions have the
/// baseline only, and builds for better machines (`RUSTFLAGS=-Ctarget-cpu=native`) no level below theirs: less to
/// compile.
///
/// ```
/// assert!(["baseline", "x86-64-v3", "x86-64-v4"].contains(&bcast_runtime::simd_level()));
/// ```
pub fn simd_level() -> &'static str {
    NAMES[level()]
}
