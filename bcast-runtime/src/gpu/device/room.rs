//! What a kernel can bind.

use super::handle::Gpu;

/// Windows begin at multiples of so many bytes at least, which suits loads of any width.
const ALIGN: u64 = 256;
/// Bytes of the widest vector: windows hold whole ones.
const VECTOR: u64 = 32;

/// What a kernel can bind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Bytes of each array.
    pub(crate) bytes: u64,
    pub(crate) align: u64,
}

impl Room {
    pub(crate) fn of(gpu: Option<&Gpu>) -> Self {
        let Some(gpu) = gpu else {
            return Room { bytes: u64::MAX, align: ALIGN };
        };
        let limits = &gpu.shared.limits;
        let align = u64::from(limits.min_storage_buffer_offset_alignment).max(ALIGN);
        Room { bytes: limits.max_storage_buffer_binding_size / VECTOR * VECTOR, align }
    }
}
