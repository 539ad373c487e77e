//! Operands of the type `IxDyn`: the same results, and errors for what static ranks leave to the compiler.

use bcast::ndarray::{Array1, Array2, Array3, ArrayD, ArrayViewD, Axis, Dimension, IxDyn, arr0, array};
use bcast::{BroadcastError, bcast, try_bcast};

use crate::common::layouts::{Named, Stored};
use crate::outcome::{Gives, groups};
use crate::shapes::{layouts, shapes};

macro_rules! row {
    ($($name:ident least $least:literal [$($axis:literal),*];)*) => {$(
        #[test]
        fn $name() {
            for rank in 1..5 {
                for shape in shapes(rank) {
                    if shape.iter().product::<usize>() > 5000 {
                        continue;
                    }
                    for layout in layouts(&shape) {
                        let stored = Stored::<i64>::sampled(&shape, &layout.of_rank(rank), 5);
                        let x = stored.view();
                        let result = try_bcast!(sum[$($axis),*](x));
                        if rank < $least {
                            let Err(BroadcastError::Reduced { axis, rank: found, .. }) = result else {
                                panic!("an axis too many for {shape:?}: {result:?}");
                            };
                            assert!(axis < $least && axis >= rank && found == rank);
                            assert!(matches!(try_bcast!(x .- sum[$($axis),*](x)), Err(BroadcastError::Reduced { .. })));
                            continue;
                        }
                        let want = groups(&shape, &stored.values(), &[$($axis),*]);
                        let sums = want.each(|group| group.iter().sum::<i64>());
                        assert_eq!(result.expect("the axes are there").outcome(), sums, "{shape:?} in {layout:?}");
                        let kept: ArrayD<i64> = bcast!(sum[$($axis),*; keep](x));
                        assert_eq!(kept.ndim(), rank);
                        assert_eq!(bcast!(x .- sum[$($axis),*](x)), &x - &kept, "{shape:?} in {layout:?}");
                        assert_eq!(bcast!(count[$($axis),*](x .> 5)).outcome(), want.each(|g| g.iter().filter(|v| **v > 5).count()));
                        let mut target = x.to_owned();
                        bcast!(target .-= sum[$($axis),*](target));
                        assert_eq!(target, &x - &kept);
                    }
                }
            }
        }
    )*};
}
row! {
    axis_1 least 2 [1];
    axes_0_2 least 3 [0, 2];
}
// Whether literals fit the rank is checked before any kernel: optimised builds would compile for seconds more.
#[cfg(debug_assertions)]
row! {
    axis_0 least 1 [0];
    axis_2 least 3 [2];
    axis_3 least 4 [3];
    axes_0_1 least 2 [0, 1];
    axes_1_2 least 3 [1, 2];
    axes_0_3 least 4 [0, 3];
    axes_0_1_2 least 3 [0, 1, 2];
}

/// 5, 3, 4, so that a wrong axis shows.
fn cube() -> ArrayD<i64> {
    ArrayD::from_shape_fn(IxDyn(&[5, 3, 4]), |i| (i[0] * 100 + i[1] * i[1] * 10 + i[2]) as i64)
}

#[test]
fn over_all_axes() {
    for rank in 0..4 {
        let x = ArrayD::from_shape_fn(IxDyn(&[3, 4, 5][..rank]), |i| i.slice().iter().sum::<usize>() as i64);
        assert_eq!(bcast!(sum(x)), x.sum());
        assert_eq!(bcast!(argmax(x)), x.len() - 1);
        assert_eq!(bcast!(x .- sum(x)), &x - x.sum());
    }
}

#[test]
fn beside_static_ranks() {
    let x = cube();
    let s: Array3<i64> = x.clone().into_dimensionality().expect("three axes");
    let sum = x.sum_axis(Axis(1));
    let want = &x - &sum.view().insert_axis(Axis(1));
    assert_eq!(bcast!(s .- sum[1](x)).into_dyn(), want);
    assert_eq!(bcast!(x .- sum[1](s)).into_dyn(), want);
    let m: Array2<i64> = Array2::from_shape_fn((5, 4), |(i, k)| (i * 7 + k) as i64);
    assert_eq!(bcast!(m .- sum[1](x)).into_dyn(), m.clone().into_dyn() - &sum);
    assert_eq!(bcast!(sum[1](x) .- m).into_dyn(), &sum - &m.clone().into_dyn());
    let md = m.clone().into_dyn();
    assert_eq!(bcast!(sum[1](s) .- md).into_dyn(), &sum - &md);
    assert_eq!(bcast!(sum[1](x) .- md), &sum - &md);
    assert_eq!(bcast!(sum[1](x) .- sum[1](x) .* 2), -&sum);
    let v: Array1<i64> = array![1, 2, 3];
    assert_eq!(bcast!(sum[0, 2](x) .- v).into_dyn(), x.sum_axis(Axis(2)).sum_axis(Axis(0)) - &v.into_dyn());
}

#[test]
fn side_by_side() {
    let x = cube();
    let of = |axis: usize| x.sum_axis(Axis(axis)).insert_axis(Axis(axis));
    assert_eq!(bcast!(sum[0](x) .- sum[1](x)), of(0) - of(1));
    assert_eq!(bcast!(sum[0, 1](x) .- sum[2](x)), of(0).sum_axis(Axis(1)).insert_axis(Axis(1)) - of(2));
    assert_eq!(bcast!(x .- sum[0](x) .- sum[2](x)), &x - of(0) - of(2));
    assert_eq!(bcast!(sum[0](sum[1](x))), x.sum_axis(Axis(1)).sum_axis(Axis(0)));
    assert_eq!(bcast!(sum(sum[1](x))), x.sum());
    assert_eq!(bcast!(sum[0](x .- sum[0](x))), x.sum_axis(Axis(0)) * -4);
    assert_eq!(bcast!(argmax[2](x .- sum[0](x))).shape(), [5, 3]);
    assert!(matches!(try_bcast!(sum[2](sum[1](x))), Err(BroadcastError::Reduced { axis: 2, rank: 2, .. })));
}

#[test]
fn with_maps() {
    let x = cube();
    let sum = x.sum_axis(Axis(1));
    assert_eq!(bcast!(x .* sum[1](x) @ (0, 2)), &x * &sum.view().insert_axis(Axis(1)));
    let y = ArrayD::from_shape_fn(IxDyn(&[5, 4]), |i| (i[0] * 3 + i[1]) as i64);
    let centred = &y - &y.sum_axis(Axis(0));
    assert_eq!(bcast!(x .* (y .- sum[0](y)) @ (0, 2)), &x * &centred.view().insert_axis(Axis(1)));
    let z = ArrayD::from_shape_fn(IxDyn(&[4, 6]), |i| (i[0] * 3 + i[1]) as i64);
    let product = bcast!(sum[1](y @ (0, 1) .* z @ (1, 2)));
    let fixed = |a: &ArrayD<i64>| a.clone().into_dimensionality::<bcast::ndarray::Ix2>().expect("two axes");
    assert_eq!(product, fixed(&y).dot(&fixed(&z)));
    assert!(try_bcast!(x .* sum[1](x) @ (0)).is_err(), "a map too short");
}

#[test]
fn ranks_above_six() {
    let x = ArrayD::from_shape_fn(IxDyn(&[2, 3, 1, 2, 3, 2, 2, 3]), |i| {
        i.slice().iter().enumerate().map(|(axis, &at)| at as i64 * 10_i64.pow(axis as u32)).sum::<i64>()
    });
    assert_eq!(bcast!(sum[7](x)), x.sum_axis(Axis(7)));
    assert_eq!(bcast!(sum[0, 6](x)), x.sum_axis(Axis(6)).sum_axis(Axis(0)));
    assert_eq!(bcast!(x .- sum[0](x)), &x - &x.sum_axis(Axis(0)).insert_axis(Axis(0)));
    assert_eq!(bcast!(x .- sum[3, 7](x)).shape(), x.shape());
    assert!(matches!(try_bcast!(sum[8](x)), Err(BroadcastError::Reduced { axis: 8, rank: 8, .. })));
}

#[test]
fn sizes_that_do_not_fit() {
    let (x, short) = (cube(), ArrayD::<i64>::zeros(IxDyn(&[5, 3])));
    assert!(try_bcast!(sum[1](x) .- short).is_err());
    assert!(try_bcast!(sum(x .- short)).is_err());
    let mut target = ArrayD::<i64>::zeros(IxDyn(&[3, 4]));
    bcast!(target .= sum[0](x));
    assert_eq!(target, x.sum_axis(Axis(0)));
    assert!(try_bcast!(target .= sum[1](x)).is_err());
    assert_eq!(target, x.sum_axis(Axis(0)));
    let message = try_bcast!(sum[3](x)).expect_err("no such axis").to_string();
    assert_eq!(message, "try_bcast!: a reduction names axis 3, but what it reduces has 3 axes");
    let view: ArrayViewD<i64> = x.view();
    assert_eq!(bcast!(sum[0, 1, 2](view)), arr0(x.sum()).into_dyn());
    let flat = Stored::<i64>::sampled(&[7], &Named::Reversed.of_rank(1), 0);
    assert_eq!(bcast!(sum[0](flat.view())), arr0(flat.values().iter().sum::<i64>()).into_dyn());
}
