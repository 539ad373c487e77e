//! All mistakes of a function come at once.

use bcast::elemental;

#[elemental]
pub fn case(x: &f32, n: u8) -> f32 {
    *x + n as f32
}

#[elemental]
pub fn body(x: f32) -> f32 {
    assert!(x > 0.0);
    let y = &x;
    if let 1.0..2.0 = x {
        return 0.0;
    }
    for i in 0.. {
        if i > 3 {
            break;
        }
    }
    y.to_bits() as f32
}

fn main() {}
