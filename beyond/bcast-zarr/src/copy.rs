//! Boxes of elements from one memory to another.

/// Where a box lies: its first element, and bytes to the next one along each axis.
#[derive(Clone)]
pub(crate) struct At {
    pub(crate) ptr: *mut u8,
    pub(crate) strides: Vec<isize>,
}
// SAFETY: it says where memory is; whoever copies promises that it may be touched.
unsafe impl Sync for At {}

impl At {
    /// A place in it, so many indices further along each axis.
    pub(crate) fn moved(&self, by: impl Iterator<Item = usize>) -> At {
        let bytes: isize = by.zip(&self.strides).map(|(index, stride)| index as isize * stride).sum();
        At { ptr: self.ptr.wrapping_offset(bytes), strides: self.strides.clone() }
    }
}

/// Bytes from an element to the next one along each axis, in row-major order.
pub(crate) fn row_major(sizes: &[usize], element: usize) -> Vec<isize> {
    let mut strides = vec![element as isize; sizes.len()];
    for axis in (1..sizes.len()).rev() {
        strides[axis - 1] = strides[axis] * sizes[axis] as isize;
    }
    strides
}

/// Copies a box of elements.
///
/// # Safety
/// Both have these elements, which do not overlap; nobody else writes them, nor reads those that are written.
pub(crate) unsafe fn copy(from: &At, to: &At, sizes: &[usize], element: usize) {
    if sizes.contains(&0) {
        return;
    }
    // Axes that both have as one piece of memory.
    let (mut inner, mut bytes) = (sizes.len(), element);
    while inner > 0 && [from, to].iter().all(|at| sizes[inner - 1] == 1 || at.strides[inner - 1] == bytes as isize) {
        inner -= 1;
        bytes *= sizes[inner];
    }
    let mut index = vec![0; inner];
    loop {
        let place = |at: &At| at.moved(index.iter().copied()).ptr;
        // SAFETY: as whoever calls says.
        unsafe { std::ptr::copy_nonoverlapping(place(from), place(to), bytes) };
        let Some(axis) = (0..inner).rev().find(|&axis| index[axis] + 1 < sizes[axis]) else { return };
        index[axis] += 1;
        index[axis + 1..].fill(0);
    }
}
