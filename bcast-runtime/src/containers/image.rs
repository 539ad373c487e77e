//! Images of `image`: height, width, channel.

use super::{FromArray, misfit};
use crate::operand::{Leaf, Operand};
use crate::rank::Full;
use crate::slice::{Slice, SliceMut};
use crate::target::{Goal, Target};
use image::{ImageBuffer, Pixel};
use ndarray::{Array, ArrayView3, ArrayViewMut3, Ix3};
use std::ops::{Deref, DerefMut};

/// Height, width and channel of an image whose samples lie in a slice that is so long, and their strides.
///
/// # Panics
/// If the slice is too short: containers of the user's may lend whatever they like.
fn axes<P: Pixel>((width, height): (u32, u32), len: usize) -> ([usize; 3], [isize; 3]) {
    let (height, width, channels) = (height as usize, width as usize, usize::from(P::CHANNEL_COUNT));
    let samples = height.checked_mul(width).and_then(|pixels| pixels.checked_mul(channels));
    assert!(samples.is_some_and(|samples| samples <= len), "bcast: the container of an image lends too few samples");
    ([height, width, channels], [(width * channels) as isize, channels as isize, 1])
}

#[diagnostic::do_not_recommend]
impl<P: Pixel<Subpixel: Sync>, C: Deref<Target = [P::Subpixel]>> Operand for ImageBuffer<P, C> {
    type Elem = P::Subpixel;
    type Rank = Full<Ix3>;
    type Leaf<'a>
        = Leaf<'a, P::Subpixel, Full<Ix3>>
    where
        Self: 'a;
    #[inline]
    fn leaf(&self) -> Leaf<'_, P::Subpixel, Full<Ix3>> {
        let samples: &[P::Subpixel] = self.as_raw();
        let (sizes, strides) = axes::<P>(self.dimensions(), samples.len());
        // SAFETY: 1 and 2: the slice lends its samples, which are enough for these axes.
        unsafe { Leaf::from_raw(samples.as_ptr(), sizes, strides) }
    }
}

#[diagnostic::do_not_recommend]
impl<P: Pixel<Subpixel: Send + Sync>, C: DerefMut<Target = [P::Subpixel]>> Target for ImageBuffer<P, C> {
    type Elem = P::Subpixel;
    type Rank = Full<Ix3>;
    #[inline]
    fn target(&mut self) -> Goal<'_, P::Subpixel, Full<Ix3>> {
        let dimensions = self.dimensions();
        let samples: &mut [P::Subpixel] = self;
        let (sizes, strides) = axes::<P>(dimensions, samples.len());
        // SAFETY: 1 to 3: the slice lends its samples exclusively, which are enough for these axes, row by row.
        unsafe { Goal::from_raw(samples.as_mut_ptr(), sizes, strides) }
    }
}

/// `photo[.., .., 0]` is a channel.
#[diagnostic::do_not_recommend]
impl<P: Pixel, C: Deref<Target = [P::Subpixel]>> Slice for ImageBuffer<P, C> {
    type Whole<'a>
        = ArrayView3<'a, P::Subpixel>
    where
        Self: 'a;
    fn whole(&self) -> ArrayView3<'_, P::Subpixel> {
        let samples: &[P::Subpixel] = self.as_raw();
        let (sizes, _) = axes::<P>(self.dimensions(), samples.len());
        ArrayView3::from_shape(sizes, samples).expect("as many samples as the sizes say, or more")
    }
}

#[diagnostic::do_not_recommend]
impl<P: Pixel, C: DerefMut<Target = [P::Subpixel]>> SliceMut for ImageBuffer<P, C> {
    type Whole<'a>
        = ArrayViewMut3<'a, P::Subpixel>
    where
        Self: 'a;
    fn whole_mut(&mut self) -> ArrayViewMut3<'_, P::Subpixel> {
        let dimensions = self.dimensions();
        let samples: &mut [P::Subpixel] = self;
        let (sizes, _) = axes::<P>(dimensions, samples.len());
        ArrayViewMut3::from_shape(sizes, samples).expect("as many samples as the sizes say, or more")
    }
}

impl<P: Pixel> FromArray<P::Subpixel, Ix3> for ImageBuffer<P, Vec<P::Subpixel>> {
    fn from_array(array: Array<P::Subpixel, Ix3>) -> Self {
        let (height, width, channels) = array.dim();
        let (fits, size) = (channels == usize::from(P::CHANNEL_COUNT), |size: usize| u32::try_from(size).ok());
        let (Some(wide), Some(high), true) = (size(width), size(height), fits) else {
            misfit(array.shape(), &format!("an image of {} channels", P::CHANNEL_COUNT))
        };
        // Elements that lie row by row stay where they are.
        let (mut samples, first) = match array.is_standard_layout() {
            true => array.into_raw_vec_and_offset(),
            false => (array.iter().copied().collect(), None),
        };
        samples.drain(..first.unwrap_or(0));
        samples.truncate(height * width * channels);
        ImageBuffer::from_raw(wide, high, samples).expect("as many samples as the sizes say")
    }
}
