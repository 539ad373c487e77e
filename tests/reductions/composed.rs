//! Reductions that others make up, against plain loops, known numbers and their definitions.

use bcast::bcast;
use bcast::ndarray::{Array1, Array3, ArrayView1, Axis, Dimension, array, s};

fn table() -> Array3<f64> {
    Array3::from_shape_fn((4, 70, 3), |(i, j, k)| ((i * 31 + j * 17 + k * 7) % 23) as f64 * 0.75 - 3. + i as f64)
}

fn variance(x: ArrayView1<f64>) -> f64 {
    let mean = x.sum() / x.len() as f64;
    x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / x.len() as f64
}
fn norm(x: ArrayView1<f64>) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
fn range(x: ArrayView1<f64>) -> f64 {
    let (least, most) = x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
    most - least
}
/// Of numbers whose exponentials do not overflow.
fn log_sum_exp(x: ArrayView1<f64>) -> f64 {
    x.iter().map(|x| x.exp()).sum::<f64>().ln()
}

fn near<D: Dimension>(have: &bcast::ndarray::Array<f64, D>, want: &bcast::ndarray::Array<f64, D>) {
    assert_eq!(have.shape(), want.shape());
    assert!(have.iter().zip(want).all(|(have, want)| (have - want).abs() <= 1e-13 * want.abs().max(1.)), "{have}");
}

#[test]
fn each_axis_of_each_layout() {
    let x = table();
    let column_major = x.t().as_standard_layout().into_owned().reversed_axes();
    for x in [x.view(), column_major.view(), x.slice(s![..;-1, ..;2, ..]), x.view().permuted_axes([1, 2, 0])] {
        near(&bcast!(var[0](x)), &x.map_axis(Axis(0), variance));
        near(&bcast!(var[1](x)), &x.map_axis(Axis(1), variance));
        near(&bcast!(std[2](x)), &x.map_axis(Axis(2), |x| variance(x).sqrt()));
        near(&bcast!(norm[1](x)), &x.map_axis(Axis(1), norm));
        near(&bcast!(ptp[2](x)), &x.map_axis(Axis(2), range));
        near(&bcast!(logsumexp[1](x)), &x.map_axis(Axis(1), log_sum_exp));
        near(&bcast!(std[-1; keep](x)), &x.map_axis(Axis(2), |x| variance(x).sqrt()).insert_axis(Axis(2)));
        let all: Array1<f64> = x.iter().copied().collect();
        let have = array![bcast!(var(x)), bcast!(std(x)), bcast!(norm(x)), bcast!(ptp(x)), bcast!(logsumexp(x))];
        let all = all.view();
        near(&have, &array![variance(all), variance(all).sqrt(), norm(all), range(all), log_sum_exp(all)]);
    }
}

/// `numpy.var`, `std`, `linalg.norm`, `ptp` and `scipy.special.logsumexp` of the same numbers.
#[test]
fn numbers_of_others() {
    let x = array![[1., 2., 3.], [4., 6., 11.]];
    assert_eq!(bcast!(var[0](x)), array![2.25, 4., 16.]);
    near(&bcast!(std[1](x)), &array![0.816496580927726, 2.943920288775949]);
    assert_eq!(bcast!(var(x .* 6)), 393.);
    near(&bcast!(norm[1](x)), &array![3.7416573867739413, 13.152946437965905]);
    assert_eq!(bcast!(ptp[0; keep](x)), array![[3., 4., 8.]]);
    near(&bcast!(logsumexp[1](x)), &array![3.4076059644443806, 11.00762071739447]);
    assert_eq!(bcast!(ptp(array![3_u8, 250, 7])), 247);
}

/// Where sums of squares would cancel, or exponentials overflow.
#[test]
fn no_digits_are_lost() {
    let x = Array1::from_iter([4., 7., 13., 16.].map(|v| v + 1e9));
    assert_eq!(bcast!(var(x)), 22.5);
    let x = array![[1000., 1000.], [-1000., -1000.]];
    near(&bcast!(logsumexp[1](x)), &array![1000. + 2_f64.ln(), -1000. + 2_f64.ln()]);
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    assert_eq!(bcast!(logsumexp(array![-inf, -inf])), -inf);
    assert_eq!(bcast!(logsumexp(array![-inf, 0.])), 0.);
    assert_eq!(bcast!(logsumexp(array![inf, 0., -inf])), inf);
    assert!(bcast!(logsumexp(array![inf, nan])).is_nan() && bcast!(logsumexp(array![0., nan])).is_nan());
    assert!(bcast!(var(array![0., nan])).is_nan() && bcast!(norm(array![0., nan])).is_nan());
    // As `max` and `min`, which ignore it.
    assert_eq!(bcast!(ptp(array![1., nan, 4.])), 3.);
    assert_eq!((bcast!(std(array![7.5])), bcast!(std(Array1::from_elem(3, 0.1_f32)))), (0., 0.));
}

/// What they are made of, and what the compiler and the checks say of them: no kernels of other kinds than those above,
/// which would take optimised builds seconds more.
#[cfg(debug_assertions)]
mod rules {
    use super::*;
    use bcast::ndarray::{Array2, ArrayView, IxDyn, RemoveAxis};
    use bcast::{BroadcastError, try_bcast};

    #[test]
    fn the_formulas_that_they_stand_for() {
        let x = table();
        assert_eq!(bcast!(var[1](x)), bcast!(mean[1]((x .- mean[1](x)) .* (x .- mean[1](x)))));
        assert_eq!(bcast!(std[0](x)), bcast!(sqrt.(mean[0]((x .- mean[0](x)) .* (x .- mean[0](x))))));
        assert_eq!(
            bcast!((x .- mean[1](x)) ./ std[1](x)),
            bcast!(let d = x .- mean[1](x); d ./ sqrt.(mean[1](d .* d)))
        );
        let w = array![0.5, 1., 2.];
        assert_eq!(bcast!(norm[2](x .* w @ (2))), bcast!(sqrt.(sum[2]((x .* w @ (2)) .* (x .* w @ (2))))));
        assert_eq!(bcast!(var[k](x @ (i, j, k))), bcast!(var[2](x)));
        assert_eq!(bcast!(@. std(x) + 1), bcast!(std(x)) + 1.);
        let (mut out, d) = (Array2::zeros((4, 3)), bcast!(let y = x .* 2; var[1](y)));
        bcast!(out .= var[1](x .* 2));
        assert_eq!(out, d);
        let dynamic = x.clone().into_dyn();
        assert_eq!(bcast!(ptp[0](dynamic)), bcast!(ptp[0](x)).into_dyn());
    }

    #[test]
    fn in_generic_code() {
        fn standard<D: RemoveAxis>(x: &ArrayView<f64, D>) -> bcast::ndarray::Array<f64, D> {
            let (mean, deviation) = (x.mean_axis(Axis(0)).unwrap(), x.std_axis(Axis(0), 0.));
            (x - &mean) / deviation
        }
        let x = table();
        let have = bcast!((x .- mean[0](x)) ./ std[0](x));
        near(&have, &standard(&x.view()));
        let dynamic: bcast::ndarray::Array<f64, IxDyn> = bcast!((x .- mean[0](x)) ./ std[0](x)).into_dyn();
        near(&dynamic, &standard(&x.view().into_dyn()));
    }

    #[test]
    fn of_nothing() {
        let x = Array2::<f64>::zeros((0, 3));
        assert_eq!(bcast!(norm[0](x)), array![0., 0., 0.]);
        for result in [try_bcast!(var[0](x)), try_bcast!(std[0](x)), try_bcast!(ptp[0](x)), try_bcast!(logsumexp[0](x))]
        {
            assert!(matches!(result, Err(BroadcastError::Empty { .. })));
        }
        assert_eq!(bcast!(var[1](Array2::<f64>::zeros((0, 3)))).len(), 0);
    }
}
