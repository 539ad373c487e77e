//! `#[cfg]` inside a function.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    #[cfg(target_pointer_width = "64")]
 //~ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast: a kernel is written before `#[cfg]` inside a function is decided
 //~ help: write it before two whole functions
    let x = x + 1.0;
    match x > 0.0 {
        #[cfg(target_pointer_width = "16")]
     //~ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ bcast: a kernel is written before `#[cfg]` inside a function is decided
     //~ help: write it before two whole functions
        true => 2.0,
        #[allow(unused)]
        _ => x,
    }
}

fn main() {}
