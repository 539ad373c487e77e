//! Asks for memory before it is copied or written.
//!
//! What is gathered is read while nothing is computed, and computed while nothing is read: so memory would wait half of
//! the time. Copies of operands that no cache holds ask the second cache for what comes a little later.

/// Bytes from what is copied to what is asked for: memory keeps more lines on their way to the second cache than loads
/// wait for. On a Zen 4, distances of 3,000,000 points of three `f64` take 0.7 of the time so, of three `f32` 0.65, of
/// 500,000 points of twenty `f64` 0.73, their sums 0.68. Asked into the first cache, they take as long as without.
const AHEAD: usize = 8192;

/// The most bytes that are asked for at once: more would wait for each other, or lie too far apart for all of them to
/// be needed.
const MOST: isize = 4096;

/// The most bytes of what a kernel writes at once that are asked for.
const MOST_WRITTEN: usize = 16 * 1024;

/// Asks for as many bytes as are copied from here on, later ones.
#[inline(always)]
pub(super) fn ask(from: *const u8, bytes: isize) {
    if (1..=MOST).contains(&bytes) {
        ask_for(from.wrapping_add(AHEAD), bytes as usize);
    }
}

/// Asks for so many bytes that a kernel will write when the passes of the next block run: until then other passes keep
/// the processor busy, and each block would find its outputs far away. On a Zen 4, matrices of 3 by 3 less their means,
/// which no cache holds, take 0.87 of the time so, points divided by their norms 0.85 to 0.93.
#[inline(always)]
pub(super) fn ask_for_written(from: *const u8, bytes: usize) {
    if bytes <= MOST_WRITTEN {
        ask_for(from, bytes);
    }
}

#[inline(always)]
fn ask_for(from: *const u8, bytes: usize) {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    for line in 0..bytes.div_ceil(64) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: what is asked for need not be there.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.wrapping_add(64 * line).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
    let _ = (from, bytes);
}
