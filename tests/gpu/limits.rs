//! Arrays larger than what a kernel can bind, on a device with low limits.

use bcast::ndarray::{Array1, Array2, Array3, Axis, Dim, array, s};
use bcast::{BroadcastError, Gpu, GpuError, bcast, try_bcast};

use crate::near::Near;

/// Kernels bind 16 KB of each array, and arrays have 1 MB at most.
fn narrow() -> Gpu {
    Gpu::options()
        .limits(|limits| (limits.max_storage_buffer_binding_size, limits.max_buffer_size) = (1 << 14, 1 << 20))
        .open()
        .unwrap()
}

fn matrix(rows: usize, columns: usize) -> Array2<i32> {
    Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7919 + j * 104_729) % 2003) as i32 - 1000)
}

const SHAPES: [(usize, usize); 6] = [(100, 130), (1, 20_000), (20_000, 1), (5000, 3), (3, 5000), (30, 1024)];

#[test]
fn element_by_element() {
    let _ = gpu!();
    let gpu = narrow();
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let (v, w): (Array1<i32>, Array1<i32>) = ((0..columns as i32).collect(), (0..rows as i32).collect());
        let a = gpu.upload(&x).unwrap();
        let b = gpu.upload(&x.t()).unwrap();
        let have = bcast!(#[gpu(&gpu)] a .* 2 .- v @ (1) .+ w @ (0) .* (0..columns as i32) @ (1));
        let want = bcast!(x .* 2 .- v @ (1) .+ w @ (0) .* (0..columns as i32) @ (1));
        assert_eq!(have.download().unwrap(), want, "{rows} {columns}");
        // As it lies there, and in the other order.
        assert_eq!(bcast!(#[gpu(&gpu)] a .+ b.t()).download().unwrap(), &x + &x, "{rows} {columns}");
        let c = bcast!(#[gpu(&gpu)] b .+ 0).copy().unwrap();
        assert_eq!(bcast!(#[gpu(&gpu)] a.t() .- c).download().unwrap(), Array2::zeros((columns, rows)));
        assert_eq!(a.slice(s![..;-1, ..;2]).download().unwrap(), x.slice(s![..;-1, ..;2]));
    }
}

#[test]
fn targets() {
    let _ = gpu!();
    let gpu = narrow();
    for (rows, columns) in SHAPES {
        let mut x = matrix(rows, columns);
        let mut a = gpu.upload(&x).unwrap();
        let y = x.clone();
        bcast!(#[gpu(&gpu)] a .+= y .* a);
        bcast!(x .+= y .* x);
        let (mut part, mut want) = (a.slice_mut(s![..;-2, 1..]), x.slice_mut(s![..;-2, 1..]));
        bcast!(#[gpu(&gpu)] part .= part .+ 7);
        bcast!(want .= want .+ 7);
        assert_eq!(a.download().unwrap(), x, "{rows} {columns}");
    }
}

#[test]
fn reductions() {
    let _ = gpu!();
    let gpu = narrow();
    for (rows, columns) in SHAPES {
        let x = matrix(rows, columns);
        let y = x.t().as_standard_layout().into_owned();
        let (a, b) = (gpu.upload(&x).unwrap(), gpu.upload(&y).unwrap());
        let text = format!("{rows} {columns}");
        assert_eq!(bcast!(#[gpu(&gpu)] sum(a .* 3)).value().unwrap(), bcast!(sum(x .* 3)), "{text}");
        assert_eq!(bcast!(#[gpu(&gpu)] argmax(a .+ 0)).value().unwrap(), bcast!(argmax(x .+ 0)), "{text}");
        assert_eq!(bcast!(#[gpu(&gpu)] count(a .> 0)).value().unwrap(), bcast!(count(x .> 0)), "{text}");
        for flipped in [false, true] {
            let (x, a) = if flipped { (y.t(), b.t()) } else { (x.view(), a.view()) };
            let have = bcast!(#[gpu(&gpu)] sum[0](a .- 1)).download().unwrap();
            assert_eq!(have, x.map(|x| x - 1).sum_axis(Axis(0)), "{text}");
            let have = bcast!(#[gpu(&gpu)] sum[1](a .- 1)).download().unwrap();
            assert_eq!(have, x.map(|x| x - 1).sum_axis(Axis(1)), "{text}");
            assert_eq!(bcast!(#[gpu(&gpu)] argmin[0](a .+ 0)).download().unwrap(), bcast!(argmin[0](x .+ 0)), "{text}");
            assert_eq!(bcast!(#[gpu(&gpu)] argmin[1](a .+ 0)).download().unwrap(), bcast!(argmin[1](x .+ 0)), "{text}");
            let have = bcast!(#[gpu(&gpu)] a .- max[1](a) .+ sum[0; keep](a .% 5)).download().unwrap();
            assert_eq!(have, bcast!(x .- max[1](x) .+ sum[0; keep](x .% 5)), "{text}");
            // One kernel, were it not for the limits.
            let have = bcast!(#[gpu(&gpu)] (a .- max[1](a)) .* 2 .+ sum[1](a .- max[1](a))).download().unwrap();
            assert_eq!(have, bcast!((x .- max[1](x)) .* 2 .+ sum[1](x .- max[1](x))), "{text}");
        }
    }
    let x = Array3::from_shape_fn((30, 20, 40), |(i, j, k)| ((i * 31 + j * 17 + k * 7) % 101) as i64);
    let a = gpu.upload(&x).unwrap();
    assert_eq!(bcast!(#[gpu(&gpu)] sum[0, 2](a .+ 0)).download().unwrap(), bcast!(sum[0, 2](x .+ 0)));
    assert_eq!(bcast!(#[gpu(&gpu)] sum[1](a .+ 0)).download().unwrap(), bcast!(sum[1](x .+ 0)));
    assert_eq!(bcast!(#[gpu(&gpu)] sum[1](a .+ 0)).t().download().unwrap(), bcast!(sum[1](x .+ 0)).t());
}

/// Whatever the order of elements in memory is, and however few of them a kernel can bind.
#[test]
fn reductions_of_other_orders() {
    let _ = gpu!();
    let gpu = Gpu::options().limits(|limits| limits.max_storage_buffer_binding_size = 1024).open().unwrap();
    let x = Array3::from_shape_fn((20, 24, 28), |(i, j, k)| ((i * 7919 + j * 104_729 + k * 31) % 2003) as i32 - 1000);
    let a = gpu.upload(&x).unwrap();
    for axes in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 2, 1], [1, 2, 0]] {
        let (x, a) = (x.view().permuted_axes(axes), a.view().permuted_axes(Dim(axes)));
        for turned in [false, true] {
            let part = if turned { s![..;-1, ..;2, ..;-3] } else { s![.., .., ..] };
            let (x, a, text) = (x.slice(part), a.slice(part), format!("{axes:?} {turned}"));
            assert_eq!(bcast!(#[gpu(&gpu)] argmax(a .+ 0)).value().unwrap(), bcast!(argmax(x .+ 0)), "{text}");
            assert_eq!(bcast!(#[gpu(&gpu)] argmin(a .% 7)).value().unwrap(), bcast!(argmin(x .% 7)), "{text}");
            assert_eq!(bcast!(#[gpu(&gpu)] sum(a .* 3)).value().unwrap(), bcast!(sum(x .* 3)), "{text}");
            assert_eq!(bcast!(#[gpu(&gpu)] count(a .> 5)).value().unwrap(), bcast!(count(x .> 5)), "{text}");
            let have = bcast!(#[gpu(&gpu)] (argmax[0](a .+ 0), argmin[1](a .+ 0), argmax[2](a .% 9)));
            let want = bcast!((argmax[0](x .+ 0), argmin[1](x .+ 0), argmax[2](x .% 9)));
            let have = (have.0.download().unwrap(), have.1.download().unwrap(), have.2.download().unwrap());
            assert_eq!(have, want, "{text}");
            let have = bcast!(#[gpu(&gpu)] (argmax[0, 1](a .+ 0), argmin[0, 2](a .+ 0), sum[1, 2](a .+ 0)));
            let want = bcast!((argmax[0, 1](x .+ 0), argmin[0, 2](x .+ 0), sum[1, 2](x .+ 0)));
            let have = (have.0.download().unwrap(), have.1.download().unwrap(), have.2.download().unwrap());
            assert_eq!(have, want, "{text}");
        }
    }
    // Two orders in one kernel.
    let x = matrix(90, 90);
    let a = gpu.upload(&x).unwrap();
    assert_eq!(bcast!(#[gpu(&gpu)] argmax(a .- a.t() .* 2)).value().unwrap(), bcast!(argmax(x .- x.t() .* 2)));
    let (have, want) = (bcast!(#[gpu(&gpu)] sum[0](a .* a.t())), bcast!(sum[0](x .* x.t())));
    assert_eq!(have.download().unwrap(), want);
}

#[test]
fn scans() {
    let _ = gpu!();
    let gpu = narrow();
    for (rows, columns) in SHAPES.into_iter().chain([(20_003, 1), (3, 6001), (1, 1), (4096, 4)]) {
        let x = matrix(rows, columns);
        let (a, text) = (gpu.upload(&x).unwrap(), format!("{rows} {columns}"));
        // Along columns of long rows what each chunk makes is as much as the rows.
        for k in if columns > 1000 { 1..2 } else { 0..2 } {
            let want = bcast!(cumsum[{ k }](x));
            assert_eq!(on!(gpu, cumsum[{ k }](a)), want, "{text}");
            assert_eq!(on!(gpu, cumsum[{k}](a .* 2 .- x)), want, "{text}");
            assert_eq!(on!(gpu, cumsum[{ 1 - k }](a.t())).t(), want, "{text}");
            let (part, rest) = (a.slice(s![rows / 3.., ..]), x.slice(s![rows / 3.., ..]));
            assert_eq!(on!(gpu, cumsum[{ k }](part)), bcast!(cumsum[{ k }](rest)), "a part of {text}");
            assert_eq!(on!(gpu, cummax[{ k }](a)), bcast!(cummax[{ k }](x)), "{text}");
            // From the end, and pairs.
            let (x, g) = (x.mapv(|x| (x / 400) as f32), x.mapv(|x| (x % 8) as f32));
            let (_, have) = bcast!(#[gpu(&gpu)] #[grad(x)] cumsum[{k}](x) .* g);
            assert_eq!(have.download().unwrap(), bcast!(#[grad(x)] cumsum[{k}](x) .* g).1, "{text}");
            let have = bcast!(#[gpu(&gpu)] #[grad(x)] cummax[{k}](x) .* g);
            have.near(bcast!(#[grad(x)] cummax[{k}](x) .* g), 1e-5, &text);
        }
    }
    // No kernel binds a whole row.
    let bytes = |bytes: u32| format!("{bytes} bytes are too many for this GPU, which takes 16384; compute it in parts");
    let (x, y) = (matrix(3, 5000), matrix(30, 1024));
    let error = try_bcast!(#[gpu(&gpu)] cumsum[0](x .+ 0)).err().expect("rows are too long").to_string();
    assert_eq!(error, "the rows of a scan of [5000]: ".to_owned() + &bytes(20_000));
    let error = try_bcast!(#[gpu(&gpu)] cumsum[0](y .+ 0)).err().expect("chunks have few rows").to_string();
    assert_eq!(error, "the chunks of a scan of [9, 1024]: ".to_owned() + &bytes(36_864));
}

/// Parts need no kernels of their own.
#[test]
fn pipelines() {
    let _ = gpu!();
    let gpu = narrow();
    for n in [12, 1000, 100_000] {
        let x = Array1::<f32>::ones(n);
        assert_eq!(bcast!(#[gpu(&gpu)] x .+ 1).download().unwrap(), &x + 1.);
    }
    assert_eq!(gpu.pipelines(), 1);
}

#[test]
fn more_than_an_array_holds() {
    let _ = gpu!();
    let gpu = narrow();
    let x = Array1::<f32>::ones(1 << 18);
    let error = gpu.upload(&x).unwrap_err();
    let bytes =
        |bytes: u32| format!("{bytes} bytes are too many for this GPU, which takes 1048572; compute it in parts");
    assert_eq!(error.to_string(), "an array of [262144]: ".to_owned() + &bytes(1_048_576));
    let error = try_bcast!(#[gpu(&gpu)] array![1_f32, 2.] @ (0) .+ x @ (1)).unwrap_err();
    assert_eq!(error.to_string(), "`x @ (1)` of [262144]: ".to_owned() + &bytes(1_048_576));
    let error = try_bcast!(#[gpu(&gpu)] (0..600) @ (0) .* (0..600) @ (1)).unwrap_err();
    assert!(matches!(error, BroadcastError::Gpu(GpuError::TooLarge { size: 1_440_000, .. })), "{error}");
    assert_eq!(error.to_string(), "the result of [600, 600]: ".to_owned() + &bytes(1_440_000));
    let error = try_bcast!(#[gpu(&gpu)] sum[0]((0..2) @ (0) .* (0..300_000) @ (1))).unwrap_err();
    assert_eq!(error.to_string(), "the result of [300000]: ".to_owned() + &bytes(1_200_000));
    let error = try_bcast!(#[gpu(&gpu)] at.(x, (0..3))).unwrap_err();
    assert_eq!(error.to_string(), "`x` of [262144]: ".to_owned() + &bytes(1_048_576));
    // Nothing else is wrong with the device.
    assert_eq!(bcast!(#[gpu(&gpu)] array![1, 2] .+ 1).download().unwrap(), array![2, 3]);
    assert_eq!(bcast!(#[gpu(&gpu)] sum((0..600) @ (0) .* (0..600) @ (1) .% 3)).value().unwrap(), {
        (0..600).flat_map(|i| (0..600).map(move |j| i * j % 3)).sum::<i32>()
    });
}
