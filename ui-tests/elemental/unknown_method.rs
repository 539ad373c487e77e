//! A method that is nowhere.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    x.doubled() + 1.0
  //~ ^^^^^^^ no method named `doubled` found for type `f32` in the current scope
  //~ label: method not found in `f32`
  //~ ^^^^^^^ no method named `doubled_with_elemental_before_its_impl` found for type `f32` in the current scope
  //~ label: method not found in `f32`
}

fn main() {}
