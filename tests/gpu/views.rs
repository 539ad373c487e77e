//! Parts of arrays on the device beside those of `ndarray`.

use bcast::bcast;
use bcast::ndarray::{Array1, Array2, Array3, IxDyn, SliceInfo, array, s};

fn cube() -> Array3<i32> {
    Array3::from_shape_fn((5, 6, 7), |(i, j, k)| (i * 100 + j * 10 + k) as i32)
}

/// Each slice downloaded, read by a kernel and reduced.
macro_rules! slices {
    ($($slice:expr;)*) => {{
        let gpu = gpu!();
        let x = cube();
        for on_gpu in [gpu.upload(&x).unwrap(), gpu.upload(&x.clone().reversed_axes()).unwrap().reversed_axes()] {
            $(
                let (want, have) = (x.slice($slice), on_gpu.slice($slice));
                let text = stringify!($slice);
                assert_eq!(have.shape(), want.shape(), "{text}");
                assert_eq!(have.download().unwrap(), want, "{text}");
                assert_eq!(bcast!(#[gpu(gpu)] have .* 2 .+ 1).download().unwrap(), bcast!(want .* 2 .+ 1), "{text}");
                assert_eq!(bcast!(#[gpu(gpu)] sum(have .- 3)).value().unwrap(), bcast!(sum(want .- 3)), "{text}");
            )*
        }
    }};
}

#[test]
fn slices() {
    slices! {
        s![.., .., ..];
        s![1.., ..-1, 2..5];
        s![..;2, 1..;3, ..;-1];
        s![..;-2, ..;-1, ..;-3];
        s![3, .., ..];
        s![.., -1, ..];
        s![-2, 4, ..;-2];
        s![1, 2, 3];
        s![.., .., 6..];
        s![2..2, .., ..];
        s![5.., ..;-1, ..];
        s![.., 3..=4, ..;4];
    }
}

#[test]
fn slices_of_slices() {
    let gpu = gpu!();
    let x = cube();
    let on_gpu = gpu.upload(&x).unwrap();
    let (half, want) = (on_gpu.slice(s![1..;2, ..;-1, ..]), x.slice(s![1..;2, ..;-1, ..]));
    assert_eq!(half.slice(s![1, 2.., ..;-2]).download().unwrap(), want.slice(s![1, 2.., ..;-2]));
    assert_eq!(half.t().slice(s![3.., .., 0]).download().unwrap(), want.t().slice(s![3.., .., 0]));
    let turned = half.view().permuted_axes(bcast::ndarray::Ix3(2, 0, 1));
    assert_eq!(turned.download().unwrap(), want.view().permuted_axes((2, 0, 1)));
    let kept = on_gpu.slice(s![.., bcast::ndarray::NewAxis, 2, ..]);
    assert_eq!(kept.download().unwrap(), x.slice(s![.., bcast::ndarray::NewAxis, 2, ..]));
    let dynamic = gpu.upload(&x.clone().into_dyn()).unwrap();
    let part = s![1.., 0, ..;-1];
    let some_axes = SliceInfo::<_, IxDyn, IxDyn>::try_from(part.as_ref()).unwrap();
    assert_eq!(dynamic.slice(some_axes).download().unwrap(), x.slice(part).into_dyn());
    assert_eq!(dynamic.permuted_axes(IxDyn(&[1, 2, 0])).download().unwrap(), x.permuted_axes((1, 2, 0)).into_dyn());
}

/// Types that lie in memory in other ways.
#[test]
fn elements_of_other_types() {
    let gpu = gpu!();
    let yes = Array2::from_shape_fn((4, 5), |(i, j)| (i * j) % 3 == 1);
    let on_gpu = gpu.upload(&yes).unwrap();
    assert_eq!(on_gpu.slice(s![1..;2, ..;-1]).download().unwrap(), yes.slice(s![1..;2, ..;-1]));
    let wide = Array2::from_shape_fn((4, 5), |(i, j)| ((i as i64) << 40) - j as i64);
    let on_gpu = gpu.upload(&wide).unwrap();
    assert_eq!(on_gpu.slice(s![2, 1..]).download().unwrap(), wide.slice(s![2, 1..]));
    assert_eq!(on_gpu.t().download().unwrap(), wide.t());
}

#[test]
fn operands_in_other_orders() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((40, 40), |(i, j)| (i * 41 + j) as f32);
    let v: Array1<f32> = (0..40).map(|i| i as f32).collect();
    let (a, b) = (gpu.upload(&x).unwrap(), gpu.upload(&v).unwrap());
    assert_eq!(bcast!(#[gpu(gpu)] a .+ a.t()).download().unwrap(), &x + &x.t());
    let backwards = bcast!(#[gpu(gpu)] a .* (b.slice(s![..;-1])) @ (1)).download().unwrap();
    assert_eq!(backwards, &x * &v.slice(s![..;-1]));
    let stages = bcast!(#[gpu(gpu)] a.t() .- max[1](a.t())).download().unwrap();
    assert_eq!(stages, bcast!(x.t() .- max[1](x.t())));
}

#[test]
fn targets() {
    let gpu = gpu!();
    let mut x = cube();
    let mut on_gpu = gpu.upload(&x).unwrap();
    let row = array![1, 2, 3];
    {
        let mut part = on_gpu.slice_mut(s![1..;2, ..;-1, 4..]);
        bcast!(#[gpu(gpu)] part .= part .* 2 .+ row @ (2));
        bcast!(#[gpu(gpu)] part .-= sum[1; keep](part) .% 7);
        let corner = &mut part.slice_mut(s![.., ..2, 0]);
        bcast!(#[gpu(gpu)] corner .= 9);
        let mut part = x.slice_mut(s![1..;2, ..;-1, 4..]);
        bcast!(part .= part .* 2 .+ row @ (2));
        bcast!(part .-= sum[1; keep](part) .% 7);
        part.slice_mut(s![.., ..2, 0]).fill(9);
    }
    assert_eq!(on_gpu.download().unwrap(), x);
    let mut turned = on_gpu.view_mut().reversed_axes();
    bcast!(#[gpu(gpu)] turned .= (0..5) @ (2) .* (0..7) @ (0));
    let mut want = x.view_mut().reversed_axes();
    bcast!(want .= (0..5) @ (2) .* (0..7) @ (0));
    assert_eq!(on_gpu.download().unwrap(), x);
}

#[test]
fn copies_are_dense() {
    let gpu = gpu!();
    let x = cube();
    let mut on_gpu = gpu.upload(&x).unwrap();
    let part = on_gpu.slice(s![.., 1..;2, ..;-3]).copy().unwrap();
    bcast!(#[gpu(gpu)] on_gpu .= 0);
    assert_eq!(part.download().unwrap(), x.slice(s![.., 1..;2, ..;-3]));
    assert_eq!(on_gpu.download().unwrap(), Array3::<i32>::zeros((5, 6, 7)));
}

#[test]
#[should_panic(expected = "a slice from 1 to 9 of an axis of size 5")]
fn outside() {
    let gpu = match crate::device::gpu() {
        Some(gpu) => gpu,
        None => panic!("a slice from 1 to 9 of an axis of size 5, were there a device"),
    };
    let _ = gpu.upload(&cube()).unwrap().slice(s![1..9, .., ..]);
}

#[test]
fn slices_in_the_call() {
    let gpu = gpu!();
    let x = cube();
    let (mut on_gpu, mut y) = (gpu.upload(&x).unwrap(), x.clone());
    let (near, far) = (1, -1);
    let want = bcast!(x[near..far, 0, ..;-2] .- x[near..far, 1, ..;2]);
    let have = bcast!(#[gpu(gpu)] on_gpu[near..far, 0, ..;-2] .- x[near..far, 1, ..;2]);
    assert_eq!(have.download().unwrap(), want);
    bcast!(y[1.., 2, ..] .= y[1.., 2, ..] .* 3 .+ x[0, 0, ..] @ (1));
    bcast!(#[gpu(gpu)] on_gpu[1.., 2, ..] .= on_gpu[1.., 2, ..] .* 3 .+ x[0, 0, ..] @ (1));
    assert_eq!(on_gpu.download().unwrap(), y);
    assert_eq!(bcast!(#[gpu(gpu)] sum(on_gpu[.., -1, ..=2])).value().unwrap(), y.slice(s![.., -1, ..=2]).sum());
}
