//! Up to two axes in a place of their own.

/// Up to two axes with their strides.
#[derive(Clone, Copy, Default)]
pub(crate) struct FewAxes {
    rank: u8,
    pub(super) sizes: [usize; 2],
    pub(super) strides: [isize; 2],
}

impl FewAxes {
    /// One more axis; panics where there are two.
    #[inline]
    pub(crate) fn push(&mut self, size: usize, stride: isize) {
        let at = usize::from(self.rank);
        (self.sizes[at], self.strides[at]) = (size, stride);
        self.rank += 1;
    }

    #[inline]
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes[..usize::from(self.rank)]
    }

    #[inline]
    pub(super) fn strides(&self) -> &[isize] {
        &self.strides[..usize::from(self.rank)]
    }
}
