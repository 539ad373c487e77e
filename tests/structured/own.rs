//! A container of a user's as a result.

use bcast::bcast;
use bcast::ndarray::{Array2, Ix2, array};
use bcast::structure::{Dense, Finish, Literal, Plain, Rule, Structured, Whole};
use bcast::{Leaf, Operand, rank::Full};

#[derive(Debug, PartialEq)]
struct Image(Array2<f32>);
impl Operand for Image {
    type Elem = f32;
    type Rank = Full<Ix2>;
    type Leaf<'a> = Leaf<'a, f32, Full<Ix2>>;
    fn leaf(&self) -> Leaf<'_, f32, Full<Ix2>> {
        self.0.leaf()
    }
}

#[derive(Clone, Copy)]
struct OfImage;
impl Structured for Image {
    type Kind<'a> = OfImage;
    fn kind(&self) -> OfImage {
        OfImage
    }
}
impl<B, Op> Rule<B, Op> for OfImage {
    type Out = OfImage;
    fn step(self, _: B) -> OfImage {
        self
    }
}
impl<Op, const N: i128> Rule<OfImage, Op> for Literal<N> {
    type Out = OfImage;
    fn step(self, image: OfImage) -> OfImage {
        image
    }
}
impl<Op, X: ?Sized> Rule<OfImage, Op> for Plain<'_, X> {
    type Out = OfImage;
    fn step(self, image: OfImage) -> OfImage {
        image
    }
}
impl<Op, By> Rule<OfImage, Op> for Dense<By> {
    type Out = OfImage;
    fn step(self, image: OfImage) -> OfImage {
        image
    }
}
impl Whole for OfImage {}
impl Finish<Array2<f32>> for OfImage {
    type Out = Image;
    fn finish<E>(self, mut portion: impl FnMut(&Self, usize) -> Result<Array2<f32>, E>) -> Result<Image, E> {
        portion(&self, 0).map(Image)
    }
}

#[test]
fn a_result() {
    let (image, light) = (Image(array![[1., 2.], [3., 4.]]), array![[2., 2.], [0.5, 0.5]]);
    let have = bcast!(#[structured] light .* image .+ 1);
    assert_eq!(have, Image(array![[3., 5.], [2.5, 3.]]));
    assert_eq!(bcast!(#[structured] 2 .* image), Image(array![[2., 4.], [6., 8.]]));
    let k = 0.5_f32;
    assert_eq!(bcast!(#[structured] k .* image), Image(array![[0.5, 1.], [1.5, 2.]]));
    assert_eq!(bcast!(#[structured] sqrt.(image .* image) .- image), Image(Array2::zeros((2, 2))));
    assert_eq!(bcast!(image .+ 1), array![[2., 3.], [4., 5.]]);
}
