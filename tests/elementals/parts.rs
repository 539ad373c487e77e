//! Arrays and tuples inside a function.

use crate::equal::{floats, integers};
use bcast::elemental;

const WEIGHTS: [f32; 3] = [0.25, 0.5, 0.25];
const NAMED: (i32, [u32; 2]) = (-3, [7, 9]);

#[elemental]
fn windows(x: f32, n: i32) -> f32 {
    let mut window = [0.0; WEIGHTS.len()];
    for i in 0..3 {
        window[i] = x + i as f32;
    }
    window[(n as u32 % 3) as usize] *= 2.0;
    let mut sum = 0.0;
    for i in 0..=2 {
        sum += window[i] * WEIGHTS[i];
    }
    sum
}

#[elemental]
fn tuples(x: f32, n: i32) -> f32 {
    let mut pair = ([x, 1.0, -x], n);
    pair.1 += 2;
    pair.0[1] = pair.0[0] * 0.5;
    let (a, (b, _)) = (pair.0[2], (pair.1, true));
    let swapped = (b, a);
    swapped.1 + swapped.0 as f32 + pair.0[1]
}

#[elemental]
fn constants(n: i32) -> i32 {
    let table = [[1, 2], [3, n]];
    NAMED.0 * table[(n & 1) as usize][1] + NAMED.1[1] as i32 + i32::MAX / 1000
}

#[elemental]
fn special(x: f32) -> f32 {
    if x.is_nan() {
        f32::NEG_INFINITY
    } else if x > std::f32::consts::PI {
        f32::NAN
    } else {
        x + f32::EPSILON + f32::MIN_POSITIVE
    }
}

#[test]
fn are_as_on_the_processor() {
    let (x, n) = (floats(), integers());
    let small = n.mapv(|n| n.clamp(-90, 90));
    equal! {
        windows(x, n);
        tuples(x, small);
        constants(small);
        special(x);
    }
}

#[test]
fn an_index_beyond_the_end_is_reported() {
    #[elemental]
    fn element(n: i32) -> i32 {
        let table = [10, 20, 30];
        table[n as usize]
    }
    let gpu = gpu!();
    let n = bcast::ndarray::array![0, 2, 3, 1];
    let error = bcast::bcast!(#[gpu(gpu)] element.(n)).download().unwrap_err();
    assert!(error.to_string().contains("index"), "{error}");
    let n = bcast::ndarray::array![0, 2, 1];
    equal! { element(n); }
}
