//! What does not fit into a row: static beside dynamic ranks, and sizes beyond 32 bits.

use bcast::ndarray::{Array2, ArrayD, IxDyn};
use bcast::{bcast, try_bcast};

/// A static rank beside a dynamic one: the dynamic operand is checked at run time.
#[test]
fn static_beside_dynamic() {
    let x = Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as f64);
    let expected = Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as f64 + j as f64);
    let row = ArrayD::from_shape_fn(IxDyn(&[4]), |at| at[0] as f64);
    let rows = ArrayD::from_shape_fn(IxDyn(&[3, 4]), |at| at[1] as f64);
    assert_eq!(bcast!(x .+ rows).into_dyn(), expected.clone().into_dyn());
    assert_eq!(bcast!(rows .+ x).into_dyn(), expected.clone().into_dyn());
    assert_eq!(bcast!(x .+ row @ (1)).into_dyn(), expected.clone().into_dyn());
    let mut out = Array2::zeros((3, 4));
    bcast!(out .= rows .+ x);
    assert_eq!(out, expected);
    assert!(try_bcast!(x .+ row).is_err());
    assert!(try_bcast!(x .+ row @ (0)).is_err());
    assert!(try_bcast!(out .= x .+ row).is_err());
    assert_eq!(out, expected);
}

/// More elements than `u32` counts, in an output of one byte each. Only with optimisation: it takes
/// a minute without.
#[test]
#[cfg(not(debug_assertions))]
fn beyond_32_bits() {
    const LEN: usize = (1 << 31) + 5;
    let ramp = bcast!(u8.((0..LEN) .% 251));
    assert_eq!(ramp.len(), LEN);
    let wrong = ramp.iter().zip((0..251_u8).cycle()).position(|(&have, want)| have != want);
    assert_eq!(wrong, None);
    let mut ramp = ramp;
    bcast!(ramp .= 250 .- ramp);
    let wrong = ramp.iter().zip((0..251_u8).rev().cycle()).position(|(&have, want)| have != want);
    assert_eq!(wrong, None);
}

/// The same through a view without memory behind it, along the longer of two axes.
#[test]
#[cfg(not(debug_assertions))]
fn beyond_32_bits_repeated() {
    const LEN: usize = (1 << 30) + 3;
    let cell = bcast::ndarray::arr2(&[[7_u8]]);
    let tall = cell.broadcast((LEN, 2)).expect("1 fits anything");
    let row = bcast::ndarray::arr1(&[1_u8, 2]);
    let sum = bcast!(tall .+ row @ (1));
    assert_eq!(sum.shape(), [LEN, 2]);
    assert!(sum.rows().into_iter().all(|row| row[0] == 8 && row[1] == 9));
}
