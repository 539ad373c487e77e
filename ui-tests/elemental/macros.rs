//! Macros as statements and as values.

use bcast::elemental;

#[elemental]
pub fn case(x: f32) -> f32 {
    assert!(x > 0.0);
    let a = vec![x, x];
    vec![1.0, x];
    println!("{x}");
    a[0] + if x > 1.0 { x } else { panic!("small") }
}

fn main() {}
