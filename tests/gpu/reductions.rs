//! Reductions beside those of the processor, and sums beside plain loops.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3, Axis, Dim, array};

fn matrix(rows: usize, columns: usize) -> Array2<f32> {
    Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 31 + j * 17) % 101) as f32 * 0.37 - 11.3)
}

#[track_caller]
fn near(have: &Array1<f32>, want: &Array1<f32>, most: f32) {
    assert_eq!(have.shape(), want.shape());
    for (have, want) in have.iter().zip(want) {
        assert!((have - want).abs() <= most * want.abs().max(1.), "{have} is not {want}");
    }
}

/// What others make up: formulas of several passes.
#[test]
fn composed() {
    let gpu = gpu!();
    let x = matrix(70, 300);
    let on_gpu = gpu.upload(&x).unwrap();
    let have = bcast!(
        #[gpu(gpu)]
        (var[0](on_gpu), std[0](on_gpu), norm[0](on_gpu), ptp[0](on_gpu))
    );
    let want = bcast!((var[0](x), std[0](x), norm[0](x), ptp[0](x)));
    near(&have.0.download().unwrap(), &want.0, 1e-5);
    near(&have.1.download().unwrap(), &want.1, 1e-5);
    near(&have.2.download().unwrap(), &want.2, 1e-5);
    near(&have.3.download().unwrap(), &want.3, 0.);
    let have = bcast!(#[gpu(gpu)] logsumexp[1](on_gpu .* 10));
    near(&have.download().unwrap(), &bcast!(logsumexp[1](x .* 10)), 1e-5);
    let have = bcast!(#[gpu(gpu)] sum[1](((on_gpu .- mean[0](on_gpu)) ./ std[0](on_gpu)) .^ 2));
    near(&have.download().unwrap(), &bcast!(sum[1](((x .- mean[0](x)) ./ std[0](x)) .^ 2)), 1e-4);
    let infinite = array![f32::NEG_INFINITY, f32::NEG_INFINITY];
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            logsumexp(infinite)
        )
        .value()
        .unwrap(),
        f32::NEG_INFINITY
    );
}

#[test]
fn all_axes() {
    let gpu = gpu!();
    for n in [0, 1, 2, 7, 255, 256, 257, 4000, 16_384, 16_385, 1_000_003] {
        let x: Array1<i32> = (0..n).map(|i| (i % 2003 * 7919) % 1999 - 999).collect();
        let on_gpu = gpu.upload(&x).unwrap();
        let sum: i32 = x.iter().sum();
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                sum(on_gpu)
            )
            .value()
            .unwrap(),
            sum,
            "{n}"
        );
        let even = x.iter().filter(|&&x| x % 2 == 0).count();
        assert_eq!(bcast!(#[gpu(gpu)] count(on_gpu .% 2 .== 0)).value().unwrap(), even, "{n}");
        if n > 0 {
            assert_eq!(
                bcast!(
                    #[gpu(gpu)]
                    max(on_gpu)
                )
                .value()
                .unwrap(),
                *x.iter().max().unwrap()
            );
            assert_eq!(
                bcast!(
                    #[gpu(gpu)]
                    argmin(on_gpu)
                )
                .value()
                .unwrap(),
                bcast!(argmin(x)),
                "{n}"
            );
        }
    }
}

#[test]
fn some_axes() {
    let gpu = gpu!();
    for (rows, columns) in [(1, 1), (3, 4), (1, 1000), (1000, 1), (40, 70_000), (70_000, 40), (300, 300)] {
        let x = matrix(rows, columns);
        let on_gpu = gpu.upload(&x).unwrap();
        near(
            &bcast!(
                #[gpu(gpu)]
                sum[0](on_gpu)
            )
            .download()
            .unwrap(),
            &bcast!(sum[0](x)),
            1e-5,
        );
        near(
            &bcast!(
                #[gpu(gpu)]
                sum[1](on_gpu)
            )
            .download()
            .unwrap(),
            &bcast!(sum[1](x)),
            1e-5,
        );
        near(&bcast!(#[gpu(gpu)] mean[1](on_gpu .* 2)).download().unwrap(), &bcast!(mean[1](x .* 2)), 1e-5);
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                min[0](on_gpu)
            )
            .download()
            .unwrap(),
            bcast!(min[0](x))
        );
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                argmax[1](on_gpu)
            )
            .download()
            .unwrap(),
            bcast!(argmax[1](x))
        );
        assert_eq!(bcast!(#[gpu(gpu)] any[1](on_gpu .> 25)).download().unwrap(), bcast!(any[1](x .> 25)));
        let turned = gpu.upload(&x.t()).unwrap();
        near(
            &bcast!(
                #[gpu(gpu)]
                sum[0](turned)
            )
            .download()
            .unwrap(),
            &bcast!(sum[1](x)),
            1e-5,
        );
    }
}

#[test]
fn axes_of_three() {
    let gpu = gpu!();
    let x = Array3::from_shape_fn((5, 6, 70), |(i, j, k)| (i * 100 + j * 10 + k) as i32);
    let on_gpu = gpu.upload(&x).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] sum[0, 2](on_gpu)).download().unwrap(), x.sum_axis(Axis(2)).sum_axis(Axis(0)));
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            sum[1](on_gpu)
        )
        .download()
        .unwrap(),
        x.sum_axis(Axis(1))
    );
    assert_eq!(bcast!(#[gpu(gpu)] prod[1](on_gpu .% 3 .+ 1)).download().unwrap(), bcast!(prod[1](x .% 3 .+ 1)));
    let kept = bcast!(#[gpu(gpu)] sum[1; keep](on_gpu)).download().unwrap();
    assert_eq!(kept, x.sum_axis(Axis(1)).insert_axis(Axis(1)));
}

#[test]
fn beside_what_they_came_from() {
    let gpu = gpu!();
    let x = matrix(37, 130);
    let on_gpu = gpu.upload(&x).unwrap();
    let have = bcast!(#[gpu(gpu)] exp.(on_gpu .- max[1](on_gpu)) ./ sum[1](exp.(on_gpu .- max[1](on_gpu))));
    let want = bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
    let (have, want) = (have.download().unwrap(), want);
    assert!(have.iter().zip(&want).all(|(have, want)| (have - want).abs() < 1e-6));
    let have = bcast!(#[gpu(gpu)] let d = on_gpu .- mean[1](on_gpu); d ./ sqrt.(mean[1](d .^ 2) .+ 1e-5));
    let want = bcast!(let d = x .- mean[1](x); d ./ sqrt.(mean[1](d .^ 2) .+ 1e-5));
    assert!(have.download().unwrap().iter().zip(&want).all(|(have, want)| (have - want).abs() < 1e-5));
    let have = bcast!(#[gpu(gpu)] on_gpu .- mean[0](on_gpu) .- mean[1](on_gpu));
    let want = bcast!(x .- mean[0](x) .- mean[1](x));
    assert!(have.download().unwrap().iter().zip(&want).all(|(have, want)| (have - want).abs() < 1e-5));
}

#[test]
fn dynamic_ranks() {
    let gpu = gpu!();
    let x = matrix(5, 7).into_dyn();
    let on_gpu = gpu.upload(&x).unwrap();
    let (have, want) = (
        bcast!(
            #[gpu(gpu)]
            max[0](on_gpu)
        )
        .download()
        .unwrap(),
        bcast!(max[0](x)),
    );
    assert_eq!(have, want);
    let have = bcast!(#[gpu(gpu)] on_gpu .- max[1](on_gpu)).download().unwrap();
    assert_eq!(have, bcast!(x .- max[1](x)));
    let error = bcast::try_bcast!(
        #[gpu(gpu)]
        sum[2](on_gpu)
    )
    .unwrap_err();
    assert!(matches!(error, bcast::BroadcastError::Reduced { axis: 2, rank: 2, .. }));
}

/// What has fewer axes than the whole is a stage of its own.
#[test]
fn hoisted() {
    let gpu = gpu!();
    let (x, v) = (matrix(30, 40), Array1::from_iter((0..40).map(|i| i as f32 * 0.1)));
    let have = bcast!(#[gpu(gpu)] x .* (v .* v .+ 3 .* v .- 1 ./ (v .+ 1)) @ (1)).download().unwrap();
    let want = bcast!(x .* (v .* v .+ 3 .* v .- 1 ./ (v .+ 1)) @ (1));
    assert!(have.iter().zip(&want).all(|(have, want)| (have - want).abs() <= 1e-5 * want.abs()));
    let have = bcast!(#[gpu(gpu)] x .- sqrt.(sum[1](x .^ 2) .+ 1)).download().unwrap();
    let want = bcast!(x .- sqrt.(sum[1](x .^ 2) .+ 1));
    assert!(have.iter().zip(&want).all(|(have, want)| (have - want).abs() <= 1e-4));
}

/// Results lie in memory as what is reduced, and are read beside it whatever the order of axes is.
#[test]
fn other_orders() {
    let gpu = gpu!();
    let x = Array3::from_shape_fn((12, 20, 36), |(i, j, k)| ((i * 7919 + j * 104_729 + k * 31) % 2003) as i32 - 1000);
    let a = gpu.upload(&x).unwrap();
    for axes in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1]] {
        let (x, a) = (x.view().permuted_axes(axes), a.view().permuted_axes(Dim(axes)));
        assert_eq!(bcast!(#[gpu(gpu)] sum[0](a .* 2)).download().unwrap(), bcast!(sum[0](x .* 2)), "{axes:?}");
        assert_eq!(bcast!(#[gpu(gpu)] sum[1](a .* 2)).download().unwrap(), bcast!(sum[1](x .* 2)), "{axes:?}");
        assert_eq!(bcast!(#[gpu(gpu)] argmin[2](a .* 2)).download().unwrap(), bcast!(argmin[2](x .* 2)), "{axes:?}");
        let have =
            bcast!(#[gpu(gpu)] a .- max[2](a) .+ sum[1; keep](a .* a) .- min[0; keep](a .% 9)).download().unwrap();
        assert_eq!(have, bcast!(x .- max[2](x) .+ sum[1; keep](x .* x) .- min[0; keep](x .% 9)), "{axes:?}");
        let have = bcast!(#[gpu(gpu)] (a .- max[2](a)) .* sum[2](a .- max[2](a))).download().unwrap();
        assert_eq!(have, bcast!((x .- max[2](x)) .* sum[2](x .- max[2](x))), "{axes:?}");
        let have = bcast!(#[gpu(gpu)] i32.(sqrt.(f32.(a .* a)) .* 8) .- sum[0; keep](i32.(sqrt.(f32.(a .* a)) .* 8)));
        let want = bcast!(i32.(sqrt.(f32.(x .* x)) .* 8) .- sum[0; keep](i32.(sqrt.(f32.(x .* x)) .* 8)));
        assert_eq!(have.download().unwrap(), want, "{axes:?}");
    }
}

/// More elements than 32 bits count; nothing is as large, but their sum.
#[test]
fn billions() {
    let gpu = gpu!();
    let (a, b) = (Array1::<i32>::ones(1 << 16), Array1::<i32>::ones((1 << 16) + 2));
    assert_eq!(bcast!(#[gpu(gpu)] sum(a @ (0) .* b @ (1))).value().unwrap(), 1 << 17);
    let a = bcast!(f32.(a));
    let mean = bcast!(#[gpu(gpu)] mean(a @ (0) .* f32.(b) @ (1) .* 3)).value().unwrap();
    assert!((mean - 3.).abs() < 1e-5, "{mean}");
    let error = bcast::try_bcast!(#[gpu(gpu)] argmax(a @ (0) .* f32.(b) @ (1))).unwrap_err();
    assert!(matches!(error, bcast::BroadcastError::Gpu(bcast::GpuError::TooLarge { .. })), "{error}");
    assert!(error.to_string().starts_with("what is reduced of [65536, 65538]: "), "{error}");
}

#[test]
fn of_nothing() {
    let gpu = gpu!();
    let x = gpu.upload(&Array2::<f32>::zeros((3, 0))).unwrap();
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            sum[1](x)
        )
        .download()
        .unwrap(),
        array![0_f32, 0., 0.]
    );
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            prod[1](x)
        )
        .download()
        .unwrap(),
        array![1_f32, 1., 1.]
    );
    let error = bcast::try_bcast!(#[gpu(gpu)] x .- max[1](x)).unwrap_err();
    assert!(matches!(error, bcast::BroadcastError::Empty { .. }));
    let none = bcast!(
        #[gpu(gpu)]
        max[0](x)
    )
    .download()
    .unwrap();
    assert_eq!(none.len(), 0);
}

#[test]
fn into_targets() {
    let gpu = gpu!();
    let x = array![[1_f32, 5.], [3., 7.]];
    let mut y = gpu.upload(&x).unwrap();
    bcast!(#[gpu(gpu)] y .= y .- mean[0](y));
    assert_eq!(y.download().unwrap(), array![[-1., -1.], [1., 1.]]);
    let mut r = gpu.upload(&array![0_f32, 0.]).unwrap();
    bcast!(#[gpu(gpu)] r .+= sum[1](x));
    assert_eq!(r.download().unwrap(), array![6_f32, 10.]);
    // What two passes read is handed on by neither.
    let (sums, rest) = bcast!(#[gpu(gpu)] (sum[0](x), x .- sum[0](x)));
    assert_eq!(sums.download().unwrap(), array![4_f32, 12.]);
    assert_eq!(rest.download().unwrap(), array![[-3_f32, -7.], [-1., -5.]]);
    let (mean, most) = bcast!(
        #[gpu(gpu)]
        (mean[0](x), max(x))
    );
    assert_eq!((mean.download().unwrap(), most.value().unwrap()), (array![2_f32, 6.], 7.));
}

#[test]
fn the_same_bits_again() {
    let gpu = gpu!();
    let x: Array1<f32> = (0..300_000).map(|i| (i % 20_011 * 7919 % 10_007) as f32 * 0.001).collect();
    let first = bcast!(
        #[gpu(gpu)]
        sum(x)
    )
    .value()
    .unwrap();
    for _ in 0..3 {
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                sum(x)
            )
            .value()
            .unwrap()
            .to_bits(),
            first.to_bits()
        );
    }
    let exact: f64 = x.iter().map(|&x| f64::from(x)).sum();
    assert!((f64::from(first) - exact).abs() < exact * 1e-6);
}
