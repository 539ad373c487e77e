//! Statements: branches, early returns, shadowing, late values, order of evaluation.

use crate::equal::{floats, integers};
use bcast::elemental;

/// Soft clipping.
#[elemental]
fn soft_clip(x: f32, limit: f32) -> f32 {
    let size = x.abs();
    if size <= limit * 0.5 {
        return x;
    }
    let over = (size - limit * 0.5) / (limit * 0.5);
    (limit * (0.5 + 0.5 * over / (1.0 + over))).copysign(x)
}

#[elemental]
fn late(x: f32, n: i32) -> f32 {
    let y;
    if n > 3 && x > 1.0 || x < -1.0 {
        y = 0.5;
    } else {
        y = -x;
    }
    let z: f32;
    z = if n & 1 == 0 { 2.0 } else { x };
    y * z
}

#[elemental]
fn shadowed(x: f32, n: i32) -> f32 {
    let x = {
        let x = x + 1.0;
        let n = n as f32;
        x * n
    };
    let n = if n < 0 { x } else { n as f32 - x };
    n + x
}

#[elemental]
fn ordered(x: f32, n: i32) -> f32 {
    let mut y = x;
    let first = y + {
        y = 2.0;
        y * n as f32
    };
    let mut k = 1;
    let second = {
        k += 1;
        k
    } * 10
        + {
            k *= 3;
            k
        };
    first - y + second as f32
}

#[elemental]
fn lazy(x: f32, n: i32) -> bool {
    let mut calls = 0;
    let both = n != 0 && {
        calls += 1;
        12 / n > 1
    };
    let either = x.is_nan() || {
        calls += 2;
        x > 0.5
    };
    (both ^ either) | (calls == 3) & !both
}

#[elemental]
fn chain(x: f32, n: i32) -> i32 {
    if x > 5.0 {
        1
    } else if n > 10 {
        if x < -5.0 {
            return -7;
        }
        n * 2
    } else {
        let sign = if x.is_nan() {
            0
        } else if x < 0.0 {
            -1
        } else {
            1
        };
        sign - n
    }
}

/// Rust asks a guard once for each alternative that fits: of 1 twice.
#[elemental]
#[rustfmt::skip]
fn asked_again(n: i32) -> i32 {
    let mut k = n & 7;
    let size = match n & 15 {
        1 | 1..=6 | 12 if { k = k * 2 + 1; k > 9 } => k,
        m @ (2 | 0..=9 | 14) if { k += m; k & 1 == 0 } => -k,
        _ => 100,
    };
    size * 16 + k
}

#[test]
fn are_as_on_the_processor() {
    let (x, n) = (floats(), integers());
    let limit = 2.5_f32;
    equal! {
        soft_clip(x, limit);
        late(x, n);
        shadowed(x, n);
        lazy(x, n);
        asked_again(n);
    }
    // Whole numbers: drivers may add several floats in another order.
    let (x, n) = (x.mapv(|x| x.clamp(-1e3, 1e3).round()), n.mapv(|n| n.clamp(-1000, 1000)));
    equal! {
        ordered(x, n);
        chain(x, n);
    }
}
