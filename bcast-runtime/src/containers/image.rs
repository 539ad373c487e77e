//! Images of `image`: height, width, channel.

use super::{FromArray, misfit};
use crate::operand::{FewAxes, Leaf, Operand, OperandAxes, RawOperand};
use crate::rank::Full;
use crate::target::{Goal, Target};
use image::{ImageBuffer, Pixel};
use ndarray::{Array, Ix3};
use std::ops::{Deref, DerefMut};

/// Height, width and channel of an image whose samples lie in a slice that is so long.
///
/// # Panics
/// If the slice is too short: containers of the user's may lend whatever they like.
fn axes<P: Pixel, C>((width, height): (u32, u32), len: usize) -> FewAxes {
    let (height, width, channels) = (height as usize, width as usize, usize::from(P::CHANNEL_COUNT));
    let samples = height.checked_mul(width).and_then(|pixels| pixels.checked_mul(channels));
    assert!(samples.is_some_and(|samples| samples <= len), "bcast: the container of an image lends too few samples");
    let mut axes = FewAxes::default();
    axes.push(height, (width * channels) as isize);
    axes.push(width, channels as isize);
    axes.push(channels, 1);
    axes
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
        let axes = axes::<P, C>(self.dimensions(), samples.len());
        // SAFETY: the slice lends its initialised samples, which are enough for these axes.
        unsafe { Leaf::new(RawOperand::memory(samples.as_ptr(), OperandAxes::few(axes))) }
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
        let axes = axes::<P, C>(dimensions, samples.len());
        // SAFETY: the slice lends its samples exclusively, which are enough for these axes, each at one place.
        unsafe { Goal::new(samples.as_mut_ptr(), OperandAxes::few(axes)) }
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
