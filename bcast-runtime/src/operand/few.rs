//! Up to three axes in a place of their own.

/// Up to three axes with their strides.
#[derive(Clone, Copy, Default)]
pub(crate) struct FewAxes {
    rank: u8,
    pub(super) sizes: [usize; 3],
    pub(super) strides: [isize; 3],
}

impl FewAxes {
    /// These.
    #[inline]
    pub(crate) fn of<const AXES: usize>(sizes: [usize; AXES], strides: [isize; AXES]) -> Self {
        const { assert!(AXES <= 3, "bcast: raw memory has up to three axes") };
        let mut axes = FewAxes::default();
        sizes.into_iter().zip(strides).for_each(|(size, stride)| axes.push(size, stride));
        axes
    }

    /// All of these, if they are so few.
    pub(super) fn of_all((sizes, strides): (&[usize], &[isize])) -> Option<Self> {
        let mut axes = FewAxes::default();
        let are_few = sizes.len() <= axes.sizes.len();
        are_few.then(|| {
            sizes.iter().zip(strides).for_each(|(&size, &stride)| axes.push(size, stride));
            axes
        })
    }

    /// Whether they are these.
    #[inline(always)]
    pub(super) fn are(&self, sizes: &[usize], strides: &[isize]) -> bool {
        let rank = usize::from(self.rank);
        sizes.len() == rank
            && strides.len() == rank
            && (0..rank).all(|axis| (sizes[axis], strides[axis]) == (self.sizes[axis], self.strides[axis]))
    }

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
