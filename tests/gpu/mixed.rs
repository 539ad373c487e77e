//! Calls as users mix them: devices, threads, sizes of nothing, results of other calls.

use bcast::ndarray::{Array0, Array1, Array2, Array3, ArrayD, IxDyn, array, s};
use bcast::{BroadcastError, Gpu, GpuArray, GpuError, bcast, try_bcast};

/// Whichever place in a call is of another device, nothing of it runs.
#[test]
fn devices() {
    let gpu = gpu!();
    let other = Gpu::new().unwrap();
    let x = gpu.upload(&array![[1_f32, 2.], [3., 4.]]).unwrap();
    let mut y = other.upload(&array![[5_f32, 6.], [7., 8.]]).unwrap();
    let of = |result: Result<(), BroadcastError>| match result.unwrap_err() {
        BroadcastError::Gpu(GpuError::OtherGpu { operand, .. }) => operand.to_owned(),
        error => panic!("{error}"),
    };
    assert_eq!(of(try_bcast!(#[gpu(gpu)] y .= x)), "y");
    assert_eq!(of(try_bcast!(#[gpu(&other)] y .+= x)), "x");
    assert_eq!(of(try_bcast!(#[gpu(gpu)] sum(x .* y)).map(drop)), "y");
    assert_eq!(of(try_bcast!(#[gpu(gpu)] x .- max[1](x .+ y)).map(drop)), "y");
    assert_eq!(of(try_bcast!(#[gpu(gpu)] x .+ y.t()).map(drop)), "y.t()");
    assert_eq!(y.download().unwrap(), array![[5_f32, 6.], [7., 8.]]);
    // Copies of one are the same.
    let same = gpu.clone();
    assert_eq!(bcast!(#[gpu(&same)] x .* 2).download().unwrap()[[1, 1]], 8.);
}

/// Arrays without elements, as operands, targets, results, rows and parts.
#[test]
fn nothing() {
    let gpu = gpu!();
    for (rows, columns) in [(0, 0), (0, 5), (5, 0), (0, 1), (1, 0)] {
        let x = Array2::<f32>::zeros((rows, columns));
        let v = Array1::<f32>::zeros(columns);
        let mut a = gpu.upload(&x).unwrap();
        assert_eq!(bcast!(#[gpu(gpu)] (a .- v @ (1)) .* 2 .+ a.t().t()).download().unwrap(), x);
        bcast!(#[gpu(gpu)] a .+= 1);
        assert_eq!(a.download().unwrap(), x);
        assert_eq!(a.copy().unwrap().download().unwrap(), x);
        assert_eq!(a.t().download().unwrap().dim(), (columns, rows));
        assert_eq!(a.slice(s![..;-1, ..;2]).download().unwrap().nrows(), rows);
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                sum(a)
            )
            .value()
            .unwrap(),
            0.
        );
        assert_eq!(
            bcast!(
                #[gpu(gpu)]
                sum[0](a)
            )
            .download()
            .unwrap(),
            bcast!(sum[0](x))
        );
        assert_eq!(bcast!(#[gpu(gpu)] count[1](a .> 0)).download().unwrap(), bcast!(count[1](x .> 0)));
        assert_eq!(bcast!(#[gpu(gpu)] a .- sum[1](a)).download().unwrap(), x);
        let have = try_bcast!(#[gpu(gpu)] exp.(a .- max[1](a)) ./ sum[1](exp.(a .- max[1](a))));
        let want = try_bcast!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))));
        assert_eq!(
            have.map(|have| have.download().unwrap()).map_err(|e| e.to_string()),
            want.map_err(|e| e.to_string())
        );
    }
    let part = gpu.upload(&Array1::from_elem(4, 7)).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] part.slice(s![4..]) .+ 1).len(), 0);
}

/// What one call yields is an operand of the next, also a single value, and of any rank.
#[test]
fn results_of_calls() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((6, 7), |(i, j)| (i * 7 + j) as f32);
    let a = gpu.upload(&x).unwrap();
    let total = bcast!(
        #[gpu(gpu)]
        sum(a)
    );
    assert_same!(bcast!(#[gpu(gpu)] a ./ total @ ()).download().unwrap(), &x / x.sum());
    let means = bcast!(
        #[gpu(gpu)]
        mean[1](a)
    );
    assert_same!(bcast!(#[gpu(gpu)] a .- means @ (0)).download().unwrap(), bcast!(x .- mean[1](x)));
    let zero: Array0<f32> = Array0::from_elem((), 3.);
    assert_eq!(gpu.upload(&zero).unwrap().value().unwrap(), 3.);
    let mut dynamic: GpuArray<f32, IxDyn> = gpu.upload(&x.clone().into_dyn()).unwrap();
    bcast!(#[gpu(gpu)] dynamic .*= dynamic .+ 1);
    let want: ArrayD<f32> = bcast!(x .* (x .+ 1)).into_dyn();
    assert_eq!(dynamic.download().unwrap(), want);
    assert_eq!(
        bcast!(
            #[gpu(gpu)]
            max(dynamic)
        )
        .value()
        .unwrap(),
        41. * 42.
    );
}

/// Several threads record calls and wait for them, and futures may move between threads.
#[test]
fn threads() {
    let gpu = gpu!();
    fn moves<T: Send>(value: T) -> T {
        value
    }
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || {
                let x = Array3::from_shape_fn((5, 6, 7), |(i, j, k)| (i * 42 + j * 7 + k + seed) as f32);
                for _ in 0..5 {
                    let a = gpu.upload(&x).unwrap();
                    let y = bcast!(#[gpu(gpu)] a .* 2 .- max[2; keep](a));
                    let y = crate::calls::wait(moves(y.download_async())).unwrap();
                    assert_eq!(y, bcast!(x .* 2 .- max[2; keep](x)));
                }
            });
        }
    });
}

/// What is counted stands beside vectors of arrays: along rows, across them, in reductions and in rows.
#[test]
fn ranges_beside_vectors() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((33, 64), |(i, j)| (i * 64 + j) as i32);
    macro_rules! same {
        ($($body:tt)+) => { assert_eq!(bcast!(#[gpu(gpu)] $($body)+).download().unwrap(), bcast!($($body)+)) };
    }
    same!(x .+ (0..64) @ (1) .* 3);
    same!(x .+ (0..33) @ (0) .* (5..69) @ (1));
    same!(sum[1](x .* (0..64) @ (1)));
    same!(sum[0](x .* (0..64) @ (1)));
    same!(x .- max[1](x .* (0..64) @ (1)) .+ (0..33) @ (0));
    same!(x .- max[1](x .+ (0..33) @ (0)) .+ (0..64) @ (1));
}

/// Positions are those of the array, whatever of it is read at a time.
#[test]
fn positions() {
    let gpu = gpu!();
    let x = Array3::from_shape_fn((40, 50, 64), |(i, j, k)| ((i * 7919 + j * 104_729 + k * 31) % 20_011) as i32);
    let a = gpu.upload(&x).unwrap();
    assert_eq!(bcast!(#[gpu(gpu)] argmax(a .+ 0)).value().unwrap(), bcast!(argmax(x .+ 0)));
    let (a, x) = (a.slice(s![.., ..;2, ..]), x.slice(s![.., ..;2, ..]));
    assert_eq!(bcast!(#[gpu(gpu)] argmax(a .+ 0)).value().unwrap(), bcast!(argmax(x .+ 0)));
    assert_eq!(bcast!(#[gpu(gpu)] argmin[1, 2](a .+ 0)).download().unwrap(), bcast!(argmin[1, 2](x .+ 0)));
    assert_eq!(bcast!(#[gpu(gpu)] argmin[0, 2](a .+ 0)).download().unwrap(), bcast!(argmin[0, 2](x .+ 0)));
    let (a, x) = (a.t(), x.t());
    assert_eq!(bcast!(#[gpu(gpu)] argmin(a .+ 0)).value().unwrap(), bcast!(argmin(x .+ 0)));
    assert_eq!(bcast!(#[gpu(gpu)] argmax[0](a .+ 0)).download().unwrap(), bcast!(argmax[0](x .+ 0)));
}
