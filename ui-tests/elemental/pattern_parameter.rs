//! Parameters without a name.

use bcast::elemental;

#[elemental]
pub fn pair((a, b): (f32, f32)) -> f32 {
//~         ^^^^^^ bcast: a parameter of an elemental has a name
//~ help: name it, and take it apart with `let` inside
    a + b
}

#[elemental]
pub fn unused(_: f32, x: f32) -> f32 {
//~           ^ bcast: a parameter of an elemental has a name
//~ help: name it, and take it apart with `let` inside
    x
}

#[elemental]
pub fn any(x: impl Into<f32>) -> f32 {
//~           ^^^^^^^^^^^^^^ bcast: a parameter of an elemental has a type with a name
//~ help: write a generic parameter: `fn f<T: ..>(x: T)`
    x.into()
}

fn main() {}
