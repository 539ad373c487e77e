//! `#[derive(Element)]`.

use super::{assert_tokens, tokens};
use crate::derive::element;

#[test]
fn generics_and_bounds_are_kept() {
    let actual = element(tokens("struct V<T: Copy, const N: usize>([T; N]) where T: Send;"));
    assert_tokens(
        &actual,
        "impl<T: Copy, const N: usize> ::bcast::Element for V<T, N> where T: Send {}
         impl<T: Copy, const N: usize> ::bcast::own::Derived for V<T, N> where T: Send {
             type By<J> = ::bcast::own::Joining<Self, J>;
         }
         impl<T: Copy, const N: usize> ::bcast::Operand for V<T, N> where T: Send {
             type Elem = Self;
             type Rank = ::bcast::Scalar;
             type Leaf<'a> = ::bcast::__private::Leaf<'a, Self, ::bcast::Scalar> where Self: 'a;
             #[inline]
             fn leaf(&self) -> ::bcast::__private::Leaf<'_, Self, ::bcast::Scalar> {
                 ::bcast::__private::Leaf::value(self)
             }
         }
         impl<T: Copy, const N: usize> ::bcast::Target for V<T, N> where T: Send {
             type Elem = Self;
             type Rank = ::bcast::Scalar;
             #[inline]
             fn target(&mut self) -> ::bcast::__private::Goal<'_, Self, ::bcast::Scalar> {
                 ::bcast::__private::Goal::value(self)
             }
         }",
    );
}

#[test]
fn the_crate_may_have_another_name() {
    let actual = element(tokens("#[bcast(crate = other::dots)] enum E { A }")).to_string();
    assert!(actual.starts_with("impl other :: dots :: Element for E"), "{actual}");
    assert!(!actual.contains(":: bcast"), "{actual}");
}

#[test]
fn unions_and_unknown_attributes_are_refused() {
    let union = element(tokens("union U { a: u8 }")).to_string();
    assert!(union.contains("`Element` can be derived for structs and enums only"), "{union}");
    let attribute = element(tokens("#[bcast(krate = x)] struct S;")).to_string();
    assert!(attribute.contains("write `#[bcast(crate = path::to::bcast)]`"), "{attribute}");
}
