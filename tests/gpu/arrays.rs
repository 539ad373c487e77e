//! What users expect of an array: made of one value, copied, shown, seen along an axis and in another shape.

use bcast::half::f16;
use bcast::ndarray::{self, Array1, Array2, Array3, Axis, Ix2, array, s};
use bcast::{BroadcastError, Gpu, GpuArray, GpuElement, GpuError, bcast, linspace, try_bcast};

#[test]
fn are_made_of_one_value() {
    let gpu = gpu!();
    assert_eq!(gpu.from_elem((3, 1000), -0.5_f32).unwrap().download().unwrap(), Array2::from_elem((3, 1000), -0.5));
    assert_eq!(gpu.from_elem([2, 3, 4], u32::MAX).unwrap().download().unwrap(), Array3::from_elem((2, 3, 4), u32::MAX));
    assert_eq!(gpu.from_elem(5, true).unwrap().download().unwrap(), Array1::from_elem(5, true));
    assert_eq!(gpu.from_elem(7, f16::PI).unwrap().download().unwrap(), Array1::from_elem(7, f16::PI));
    assert_eq!(gpu.from_elem(3, i64::MIN).unwrap().download().unwrap(), Array1::from_elem(3, i64::MIN));
    assert_eq!(gpu.from_elem((), 2.5_f32).unwrap().value().unwrap(), 2.5);
    assert_eq!(gpu.zeros::<f32, _>((0, 4)).unwrap().download().unwrap().dim(), (0, 4));
    // Memory that held something else.
    drop(gpu.upload(&Array1::from_elem(1000, 7_i32)).unwrap());
    assert_eq!(gpu.zeros::<i32, _>(1000).unwrap().download().unwrap(), Array1::zeros(1000));
    #[derive(Clone, Copy, Debug, Default, PartialEq, GpuElement)]
    struct Body {
        at: [f32; 3],
        mass: f32,
    }
    let body = Body { at: [1., 2., 3.], mass: 4. };
    assert_eq!(gpu.from_elem((2, 2), body).unwrap().download().unwrap(), Array2::from_elem((2, 2), body));
    assert_eq!(gpu.zeros::<Body, _>(2).unwrap().download().unwrap(), Array1::from_elem(2, Body::default()));
    let too_large = gpu.zeros::<f32, _>((usize::MAX, 2)).unwrap_err();
    assert!(matches!(too_large, GpuError::TooLarge { .. }), "{too_large}");
}

#[test]
fn are_seen_along_an_axis() {
    let gpu = gpu!();
    let x = Array3::from_shape_fn((3, 4, 5), |(i, j, k)| (100 * i + 10 * j + k) as i32);
    let there = gpu.upload(&x).unwrap();
    for (axis, size) in [(0, 3), (1, 4), (2, 5)] {
        for index in [0, size - 1] {
            let want = x.index_axis(Axis(axis), index);
            assert_eq!(there.index_axis(Axis(axis), index).download().unwrap(), want);
            let turned = there.slice(s![..;-1, .., ..;2]);
            let want = x.slice(s![..;-1, .., ..;2]);
            let index = index.min(2);
            assert_eq!(turned.index_axis(Axis(axis), index).download().unwrap(), want.index_axis(Axis(axis), index));
        }
    }
    let m = there.index_axis(Axis(1), 2);
    let here = x.index_axis(Axis(1), 2);
    assert_eq!(m.row(1).download().unwrap(), here.row(1));
    assert_eq!(bcast!(#[gpu(gpu)] m.column(4) .* 2).download().unwrap(), bcast!(here.column(4) .* 2));
}

#[test]
#[should_panic(expected = "index 3 of an axis of size 3")]
fn have_no_row_beyond_the_last() {
    let Some(gpu) = crate::device::gpu() else { panic!("index 3 of an axis of size 3") };
    gpu.zeros::<f32, _>((3, 4)).unwrap().row(3);
}

#[test]
fn have_other_shapes() {
    let gpu = gpu!();
    let x = Array2::from_shape_fn((4, 6), |(i, j)| (10 * i + j) as i32);
    let there = gpu.upload(&x).unwrap();
    let want = x.clone().into_shape_with_order((2, 2, 6)).unwrap();
    assert_eq!(there.view().into_shape_with_order((2, 2, 6)).unwrap().download().unwrap(), want);
    // A part that runs on, and parts that do not.
    let part = there.slice(s![1..3, ..]).into_shape_with_order(12).unwrap();
    assert_eq!(part.download().unwrap(), x.slice(s![1..3, ..]).iter().copied().collect::<Array1<i32>>());
    assert!(there.slice(s![.., 1..3]).into_shape_with_order(8).is_err());
    assert!(there.t().into_shape_with_order((4, 6)).is_err());
    assert!(there.view().into_shape_with_order((5, 5)).is_err());
    let mut there = there.into_shape_with_order(24).unwrap();
    bcast!(#[gpu(gpu)] there .+= 1);
    assert_eq!(there.into_shape_with_order(x.raw_dim()).unwrap().download().unwrap(), x + 1);
}

#[test]
fn are_copied_and_shown() {
    let gpu = gpu!();
    let x = array![[1, 2], [3, 4]];
    let mut there = gpu.upload(&x).unwrap();
    let before = there.clone();
    bcast!(#[gpu(gpu)] there .*= 10);
    let mut here = Array2::zeros((2, 2));
    there.download_into(&mut here).unwrap();
    assert_eq!((before.download().unwrap(), here), (x.clone(), &x * 10));
    let mut wide = Array2::zeros((2, 4));
    before.t().download_into(&mut wide.slice_mut(s![.., ..;2])).unwrap();
    assert_eq!(wide, array![[1, 0, 3, 0], [2, 0, 4, 0]]);
    assert_eq!(before.to_string(), x.to_string());
    assert_eq!(format!("{:>3}", before.row(1)), format!("{:>3}", x.row(1)));
    let zero = 0;
    assert!(bcast!(#[gpu(gpu)] there ./ zero).to_string().contains("division by zero"));
}

#[test]
fn errors_go_into_those_of_calls() {
    fn run(gpu: &Gpu, x: &GpuArray<i32, Ix2>, by: i32) -> Result<Array2<i32>, BroadcastError> {
        Ok(try_bcast!(#[gpu(gpu)] x ./ by)?.download()?)
    }
    let gpu = gpu!();
    let x = gpu.from_elem((2, 2), 6).unwrap();
    assert_eq!(run(gpu, &x, 3).unwrap(), Array2::from_elem((2, 2), 2));
    assert!(matches!(run(gpu, &x, 0), Err(BroadcastError::Gpu(GpuError::Arithmetic { .. }))));
}

#[test]
fn are_made_of_lists() {
    let gpu = gpu!();
    let list = vec![3_u32, 1, 4, 1, 5];
    for there in [gpu.upload(&list), gpu.upload(&list[..]), gpu.upload(&[3, 1, 4, 1, 5])] {
        assert_eq!(there.unwrap().download().unwrap().to_vec(), list);
    }
    assert_eq!(gpu.upload(&list[..0]).unwrap().shape(), [0]);
    // A formula makes what is computed.
    let steps = bcast!(#[gpu(gpu)] linspace(0_f32..=1., 5) .* 2);
    assert_eq!(steps.download().unwrap().to_vec(), [0., 0.5, 1., 1.5, 2.]);
    let table = bcast!(#[gpu(gpu)] (0..3) @ (0) .* 10 .+ (0..2) @ (1));
    assert_eq!(table.download().unwrap(), array![[0, 1], [10, 11], [20, 21]]);
}

/// As `ndarray` does it, along each axis, of views that lie anyhow.
#[test]
fn are_joined() {
    let gpu = gpu!();
    let a = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (100 * i + 10 * j + k) as f32);
    let b = a.mapv(|x| -x);
    let (x, y) = (gpu.upload(&a).unwrap(), gpu.upload(&b).unwrap());
    for axis in (0..3).map(Axis) {
        let want = ndarray::concatenate(axis, &[a.view(), b.view(), a.view()]).unwrap();
        let have = gpu.concatenate(axis, &[x.view(), y.view(), x.view()]).unwrap();
        assert_eq!(have.download().unwrap(), want);
        let (turned, back) = (a.t(), b.slice(s![..;-1, .., ..]));
        let want = ndarray::stack(axis, &[back, b.view()]).unwrap();
        let have = gpu.stack(axis, &[y.slice(s![..;-1, .., ..]), y.view()]).unwrap();
        assert_eq!(have.download().unwrap(), want);
        let want = ndarray::concatenate(axis, &[turned, turned]).unwrap();
        assert_eq!(gpu.concatenate(axis, &[x.t(), x.t()]).unwrap().download().unwrap(), want);
    }
    let (first, rest) = (x.slice(s![.., ..1, ..]), x.slice(s![.., 1.., ..]));
    assert_eq!(gpu.concatenate(Axis(1), &[first, rest]).unwrap().download().unwrap(), a);
    let want = ndarray::stack(Axis(3), &[a.view(), b.view()]).unwrap();
    assert_eq!(gpu.stack(Axis(3), &[x.view(), y.view()]).unwrap().download().unwrap(), want);
    let nothing = x.slice(s![.., ..0, ..]);
    assert_eq!(gpu.concatenate(Axis(1), &[nothing, x.view()]).unwrap().download().unwrap(), a);
}

#[test]
#[should_panic = "array 1 of [3] beside one of [2]"]
fn are_not_stacked_if_they_differ() {
    let Some(gpu) = crate::device::gpu() else { panic!("array 1 of [3] beside one of [2]") };
    let (x, y) = (gpu.upload(&[1, 2]).unwrap(), gpu.upload(&[1, 2, 3]).unwrap());
    let _ = gpu.stack(Axis(0), &[x.view(), y.view()]);
}
