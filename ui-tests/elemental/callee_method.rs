//! A call of a method without the attribute, and of a function of a type.

use bcast::{GpuElement, elemental};

#[derive(Clone, Copy, GpuElement)]
pub struct Meters(f32);

impl Meters {
    fn of(x: f32) -> Self {
        Meters(x)
    }

    fn doubled(self) -> f32 {
        self.0 * 2.0
    }
}

#[elemental]
pub fn case(x: f32) -> f32 {
    let m = Meters(x);
    m.doubled() + Meters::of(x).0
  //~ ^^^^^^^ no method named `doubled_with_elemental_before_its_impl` found for struct `Meters` in the current scope
  //~ label: method not found in `Meters`
    //~                   ^^ no function or associated item named `of_with_elemental_before_its_impl` found for struct
    //~ label: function or associated item not found in `Meters`
}

fn main() {}
