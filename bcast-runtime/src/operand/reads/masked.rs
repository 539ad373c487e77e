//! Lanes that fill no group, loaded by masks.
//!
//! Copied one by one they would take a store each, and whoever loads a vector of them waits until all of these have
//! left the processor: on a Zen 4, sums of rows of 100 `f64` took 26 ns so, and take 14 by masks.

use crate::cursor::GROUP;
use crate::simd::{LEVELS, SimdToken};
use std::mem::MaybeUninit;

/// Whether numbers of so many bytes are loaded so. AVX2 has no masks for small ones, and with AVX2 doubles are not
/// joined by masks, which would take twice as long: of these only short rows of functions are loaded so.
#[inline(always)]
pub(super) const fn is_masked(t: SimdToken, bytes: usize) -> bool {
    let smallest = match t.held {
        8 if LEVELS > 1 => 1,
        4 if LEVELS > 1 => 4,
        _ => usize::MAX,
    };
    matches!(bytes, 1 | 2 | 4 | 8) && bytes >= smallest
}

/// Loads so many lanes, and fills the rest of a group with the last one.
///
/// # Safety
/// There are so many lanes, one at least and no more than a group has, of numbers that [are loaded so](is_masked).
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[inline(always)]
pub(super) unsafe fn load<E>(t: SimdToken, from: *const E, lanes: usize, to: &mut [MaybeUninit<E>; GROUP]) {
    // SAFETY: the machine is of the level that the token tells.
    unsafe { if t.held == 8 { of_v4(from, lanes, to) } else { of_v3(from, lanes, to) } }
}

/// # Safety
/// There is no such level.
#[cfg(not(all(target_arch = "x86_64", not(debug_assertions))))]
pub(super) unsafe fn load<E>(_: SimdToken, _: *const E, _: usize, _: &mut [MaybeUninit<E>; GROUP]) {
    unreachable!("no level has masks")
}

/// # Safety
/// As for [`load`].
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn of_v4<E>(from: *const E, lanes: usize, to: &mut [MaybeUninit<E>; GROUP]) {
    use std::arch::x86_64::*;
    let (mask, from, to) = ((1_u32 << lanes) - 1, from.cast::<i8>(), to.as_mut_ptr().cast::<i8>());
    // SAFETY: masks leave out lanes that are not there; a group has two vectors of 8 bytes, one of fewer.
    unsafe {
        let last = from.add((lanes - 1) * size_of::<E>());
        match size_of::<E>() {
            1 => _mm_storeu_epi8(to, _mm_mask_loadu_epi8(_mm_set1_epi8(last.read()), mask as u16, from)),
            2 => {
                let last = _mm256_set1_epi16(last.cast::<i16>().read_unaligned());
                _mm256_storeu_epi16(to.cast(), _mm256_mask_loadu_epi16(last, mask as u16, from.cast()));
            }
            4 => {
                let last = _mm512_set1_epi32(last.cast::<i32>().read_unaligned());
                _mm512_storeu_epi32(to.cast(), _mm512_mask_loadu_epi32(last, mask as u16, from.cast()));
            }
            _ => {
                let last = _mm512_set1_epi64(last.cast::<i64>().read_unaligned());
                let half = from.cast::<i64>().wrapping_add(GROUP / 2);
                _mm512_storeu_epi64(to.cast(), _mm512_mask_loadu_epi64(last, mask as u8, from.cast()));
                let rest = _mm512_mask_loadu_epi64(last, (mask >> (GROUP / 2)) as u8, half);
                _mm512_storeu_epi64(to.cast::<i64>().add(GROUP / 2), rest);
            }
        }
    }
}

/// # Safety
/// As for [`load`].
#[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn of_v3<E>(from: *const E, lanes: usize, to: &mut [MaybeUninit<E>; GROUP]) {
    use std::arch::x86_64::*;
    let to = to.as_mut_ptr();
    // SAFETY: masks leave out lanes that are not there; a group has two vectors of 4 bytes, four of 8.
    unsafe {
        let last = from.add(lanes - 1);
        if size_of::<E>() == 4 {
            let last = _mm256_set1_epi32(last.cast::<i32>().read_unaligned());
            let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            for first in (0..GROUP).step_by(8) {
                let mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(lanes as i32 - first as i32), numbers);
                let loaded = _mm256_maskload_epi32(from.cast::<i32>().wrapping_add(first), mask);
                _mm256_storeu_si256(to.add(first).cast(), _mm256_blendv_epi8(last, loaded, mask));
            }
        } else {
            let last = _mm256_set1_epi64x(last.cast::<i64>().read_unaligned());
            let numbers = _mm256_setr_epi64x(0, 1, 2, 3);
            for first in (0..GROUP).step_by(4) {
                let mask = _mm256_cmpgt_epi64(_mm256_set1_epi64x(lanes as i64 - first as i64), numbers);
                let loaded = _mm256_maskload_epi64(from.cast::<i64>().wrapping_add(first), mask);
                _mm256_storeu_si256(to.add(first).cast(), _mm256_blendv_epi8(last, loaded, mask));
            }
        }
    }
}
