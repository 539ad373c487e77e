//! Axes as values of the program, which are looked at when the number of axes is known.

use std::sync::Mutex;

/// The most axes that a call can have.
pub(crate) const MAX_RANK: usize = 16;

/// Axes in the order in which they are given; those below 0 count from the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    values: [i8; MAX_RANK],
    len: u8,
    /// One of them is so large that nothing has it, or there are more than a call can have.
    is_beyond: bool,
    /// They are all axes but these.
    is_rest: bool,
}

impl Given {
    #[inline]
    pub(crate) fn of(axes: impl Iterator<Item = isize>) -> Self {
        let mut given = Given { values: [0; MAX_RANK], len: 0, is_beyond: false, is_rest: false };
        for axis in axes {
            let (at, axis) = (usize::from(given.len), i8::try_from(axis));
            given.is_beyond |= at == MAX_RANK || axis.is_err();
            if at < MAX_RANK {
                given.values[at] = axis.unwrap_or(i8::MAX);
                given.len += 1;
            }
        }
        given
    }

    /// All axes but these.
    #[inline]
    pub(crate) fn rest(self) -> Self {
        Given { is_rest: true, ..self }
    }

    #[inline]
    pub(crate) fn values(&self) -> &[i8] {
        &self.values[..usize::from(self.len)]
    }

    /// One of them among `rank` axes. Of axes that are not there it is any.
    #[inline]
    pub(crate) fn axis(&self, at: usize, rank: usize) -> usize {
        let value = self.values[at] as isize;
        let axis = if value < 0 { value + rank as isize } else { value };
        (axis.max(0) as usize).min(rank.saturating_sub(1))
    }

    /// Which one an axis is.
    #[inline]
    pub(crate) fn position(&self, axis: usize, rank: usize) -> Option<usize> {
        (0..self.values().len()).find(|&at| self.axis(at, rank) == axis)
    }

    /// Whether all are among `rank` axes, in increasing order.
    pub(crate) fn fits(&self, rank: usize) -> bool {
        let is_there = |&value: &i8| (-(rank as isize)..rank as isize).contains(&(value as isize));
        let increases = (1..self.values().len()).all(|at| self.axis(at - 1, rank) < self.axis(at, rank));
        !self.is_beyond && self.values().iter().all(is_there) && increases
    }

    /// The only axis, if it is one of `rank`.
    #[inline]
    pub(crate) fn only(&self, rank: usize) -> Option<usize> {
        (self.len == 1 && self.fits(rank)).then(|| self.axis(0, rank))
    }

    /// The axes by their numbers among `rank`, if they fit.
    pub(crate) fn among(&self, rank: usize) -> Option<&'static [u8]> {
        const ALL: [u8; MAX_RANK] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        static LISTS: Mutex<Vec<&'static [u8]>> = Mutex::new(Vec::new());
        if !self.fits(rank) {
            return None;
        }
        let (mut axes, mut len) = ([0; MAX_RANK], 0);
        for axis in (0..rank).filter(|&axis| self.position(axis, rank).is_some() != self.is_rest) {
            axes[len] = axis as u8;
            len += 1;
        }
        let axes = &mut axes[..len];
        match axes {
            [] => Some(&[]),
            [axis] => Some(&ALL[usize::from(*axis)..=usize::from(*axis)]),
            _ => {
                // There are as many as subsets of 16 axes.
                let mut lists = LISTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let known = lists.iter().find(|known| ***known == *axes).copied();
                Some(known.unwrap_or_else(|| {
                    let list: &'static [u8] = Box::leak(axes.to_vec().into_boxed_slice());
                    lists.push(list);
                    list
                }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(axes: &[isize]) -> Given {
        Given::of(axes.iter().copied())
    }

    #[test]
    fn axes_fit_if_they_are_there_and_increase() {
        for (axes, rank) in [(&[][..], 0), (&[0], 1), (&[-1], 1), (&[0, -1], 2), (&[-3, 1, -1], 3), (&[15], 16)] {
            assert!(given(axes).fits(rank), "{axes:?} among {rank}");
        }
        for (axes, rank) in [(&[0][..], 0), (&[1], 1), (&[-2], 1), (&[1, 0], 2), (&[1, -1], 2), (&[300], 16)] {
            assert!(!given(axes).fits(rank), "{axes:?} among {rank}");
        }
        assert!(!given(&[0; 17]).fits(16));
    }

    #[test]
    fn the_same_axes_are_one_list() {
        assert_eq!(given(&[0, -1]).among(3), Some(&[0, 2][..]));
        assert_eq!(given(&[2]).among(3), Some(&[2][..]));
        assert_eq!(given(&[]).among(3), Some(&[][..]));
        assert_eq!(given(&[2, 1]).among(3), None);
        let (one, other) = (given(&[0, 2]).among(3), given(&[0, -2]).among(4));
        assert!(one.zip(other).is_some_and(|(one, other)| std::ptr::eq(one, other)));
    }

    #[test]
    fn all_but_some() {
        let rest = |axes: &[isize], rank| given(axes).rest().among(rank);
        assert_eq!(rest(&[1], 3), Some(&[0, 2][..]));
        assert_eq!(rest(&[0, 1], 2), Some(&[][..]));
        assert_eq!(rest(&[], 2), Some(&[0, 1][..]));
        assert_eq!(rest(&[2], 2), None);
    }

    #[test]
    fn positions() {
        let axes = given(&[0, -1]);
        assert_eq!([0, 1, 2].map(|axis| axes.position(axis, 3)), [Some(0), None, Some(1)]);
        assert_eq!((given(&[-1]).only(2), given(&[2]).only(2), axes.only(2)), (Some(1), None, None));
    }
}
