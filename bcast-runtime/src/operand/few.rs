//! Up to three axes in a place of their own.

/// Up to three axes with their strides.
#[derive(Clone, Copy, Default)]
pub(crate) struct FewAxes {
    rank: u8,
    pub(super) sizes: [usize; 3],
    pub(super) strides: [isize; 3],
}

impl FewAxes {
    /// One more axis; panics where there are three.
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
