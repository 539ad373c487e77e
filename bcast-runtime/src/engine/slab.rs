//! Memory for a while: uninitialised, aligned as elements may need.

use super::ALIGN;
use super::tuning::{SCRATCH, SPARE_BYTES};
use std::cell::Cell;
use std::mem::MaybeUninit;

/// As much as any element's alignment.
#[repr(align(64))]
struct Line(#[expect(dead_code)] MaybeUninit<[u8; ALIGN]>);
const _: () = assert!(align_of::<Line>() == ALIGN && size_of::<Line>() == ALIGN);

/// Uninitialised memory on the heap: of what the thread has given back the least that is enough. What allocators give
/// back to the system has to be found again, page by page: softmax of 1000x20 `f64` took four times as long on a Zen 3.
pub(super) struct Slab(Vec<Line>);

thread_local! {
    /// What this thread has given back.
    static SPARE: Cell<Vec<Vec<Line>>> = const { Cell::new(Vec::new()) };
}

/// What a thread has given back, unless it is about to end.
fn with_spare<R>(f: impl FnOnce(&mut Vec<Vec<Line>>) -> R) -> Option<R> {
    let with = |cell: &Cell<Vec<Vec<Line>>>| {
        let mut spare = cell.take();
        let result = f(&mut spare);
        cell.set(spare);
        result
    };
    SPARE.try_with(with).ok()
}

impl Slab {
    pub(super) fn new(bytes: usize) -> Slab {
        let lines = bytes.div_ceil(ALIGN);
        let found = with_spare(|spare| {
            let enough = spare.iter().enumerate().filter(|(_, memory)| memory.capacity() >= lines);
            let (at, _) = enough.min_by_key(|(_, memory)| memory.capacity())?;
            Some(spare.remove(at))
        });
        Slab(found.flatten().unwrap_or_else(|| Vec::with_capacity(lines)))
    }

    /// Its bytes.
    pub(super) fn len(&self) -> usize {
        self.0.capacity() * ALIGN
    }

    /// Where it is, for as long as the slab lives.
    pub(super) fn ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Drop for Slab {
    fn drop(&mut self) {
        let memory = std::mem::take(&mut self.0);
        let bytes = |spare: &[Vec<Line>]| spare.iter().map(Vec::capacity).sum::<usize>() * ALIGN;
        if bytes(std::slice::from_ref(&memory)) > SPARE_BYTES {
            return;
        }
        with_spare(|spare| {
            spare.push(memory);
            // What was given back first goes first: calls of other sizes needed it.
            while bytes(spare) > SPARE_BYTES {
                spare.remove(0);
            }
        });
    }
}

/// Lends uninitialised scratch: a little or a lot of stack, or the heap for elements of unusual size.
pub(super) fn with_scratch<R>(bytes: usize, f: impl FnOnce(*mut u8) -> R) -> R {
    #[repr(align(64))]
    struct Room<const N: usize>(MaybeUninit<[u8; N]>);
    #[inline(never)]
    fn on_stack<const N: usize, R>(f: impl FnOnce(*mut u8) -> R) -> R {
        let mut room = Room::<N>(MaybeUninit::uninit());
        f(room.0.as_mut_ptr().cast())
    }
    match bytes {
        0 => f(std::ptr::null_mut()),
        1..=2048 => on_stack::<2048, R>(f),
        _ if bytes <= SCRATCH => on_stack::<SCRATCH, R>(f),
        _ => f(Slab::new(bytes).ptr()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> usize {
        with_spare(|spare| spare.iter().map(Vec::capacity).sum::<usize>() * ALIGN).expect("the thread goes on")
    }

    #[test]
    fn a_thread_keeps_some_memory_for_its_next_call() {
        let first = Slab::new(100_000).ptr();
        assert_eq!(Slab::new(50_000).ptr(), first, "what was given back is enough");
        let slabs: Vec<Slab> = (0..20).map(|_| Slab::new(100_000)).collect();
        assert_eq!(kept(), 0);
        drop(slabs);
        assert!((400_000..=SPARE_BYTES).contains(&kept()), "{} bytes", kept());
        let mut large = Slab::new(SPARE_BYTES);
        let first = large.ptr();
        drop(large);
        assert_eq!(Slab::new(SPARE_BYTES).ptr(), first, "what was given back last is kept");
        drop(Slab::new(SPARE_BYTES + 1));
        assert_eq!(kept(), SPARE_BYTES, "larger ones are not kept");
    }
}
