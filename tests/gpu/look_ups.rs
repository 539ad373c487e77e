//! `at.(table, i, j)`: elements found by their indices, beside the processor's.

use bcast::__private::gpu::validate;
use bcast::half::f16;
use bcast::ndarray::{Array1, Array2, Array3, ArrayD, ShapeBuilder, array, s};
use bcast::{Gpu, GpuError, bcast, try_bcast, wgsl};

/// The same by both, with what is looked up in on the device and on the host.
macro_rules! same {
    ($gpu:ident, $table:ident; $($body:tt)+) => {{
        let want = bcast!($($body)+);
        let text = stringify!($($body)+);
        assert_eq!(bcast!(#[gpu($gpu)] $($body)+).download().expect(text), want, "{text}");
        let on_gpu = $gpu.upload(&$table).unwrap();
        let $table = on_gpu.view();
        assert_eq!(bcast!(#[gpu($gpu)] $($body)+).download().expect(text), want, "{text} on the device");
    }};
}

fn table(len: usize) -> Array1<f32> {
    Array1::from_shape_fn(len, |i| ((i * 37) % 101) as f32)
}

#[test]
fn one_axis() {
    let gpu = gpu!();
    let t = table(50);
    for (rows, columns) in [(1, 1), (3, 4), (5, 7), (64, 64), (33, 1000)] {
        let i = Array2::from_shape_fn((rows, columns), |(r, c)| ((r * 31 + c * 7) % 50) as i32);
        let d = Array1::from_shape_fn(rows, |r| (r % 50) as u32);
        same!(gpu, t; at.(t, i) .+ 1);
        same!(gpu, t; at.(t, i) .* at.(t, 49 .- i));
        same!(gpu, t; at.(t, d @ (0)) .- f32.(i));
        same!(gpu, t; at.(t, (0..50)) .+ at.(t, 3));
        let turned = i.t();
        same!(gpu, t; at.(t, turned) .+ f32.(turned));
        let both = i.t().to_owned();
        same!(gpu, t; at.(t, i) .+ f32.(both.t()));
    }
}

#[test]
fn several_axes() {
    let gpu = gpu!();
    let cube = Array3::from_shape_fn((4, 5, 6), |(i, j, k)| (i * 100 + j * 10 + k) as i32);
    let turned = cube.clone().reversed_axes();
    let (i, j, k) = (
        Array1::from_shape_fn(999, |at| (at % 4) as i32),
        Array1::from_shape_fn(999, |at| (at * 7 % 5) as u32),
        Array1::from_shape_fn(999, |at| (at * 5 % 6) as i32),
    );
    same!(gpu, cube; at.(cube, i, j, k));
    same!(gpu, cube; at.(cube, 3 .- i, 0, k) .+ i);
    same!(gpu, turned; at.(turned, k, j, i));
    let on_gpu = gpu.upload(&cube).unwrap();
    let want = bcast!(at.(cube[1.., ..;-1, ..;2], i .% 3, j, k ./ 2));
    let have = bcast!(#[gpu(gpu)] at.(on_gpu[1.., ..;-1, ..;2], i .% 3, j, k ./ 2));
    assert_eq!(have.download().unwrap(), want);
    let (flat, want) = (on_gpu.slice(s![2, .., ..]), bcast!(at.(cube[2, .., ..], j, k)));
    assert_eq!(bcast!(#[gpu(gpu)] at.(flat, j, k)).download().unwrap(), want);
    let (dynamic, on_host): (_, ArrayD<i32>) = (gpu.upload(&cube.clone().into_dyn()).unwrap(), cube.clone().into_dyn());
    let want = bcast!(at.(cube, i, j, k));
    assert_eq!(bcast!(#[gpu(gpu)] at.(dynamic, i, j, k)).download().unwrap(), want);
    assert_eq!(bcast!(#[gpu(gpu)] at.(on_host, i, j, k)).download().unwrap(), want);
}

#[test]
fn elements_and_indices_of_every_type() {
    let gpu = gpu!();
    let i = array![[0_i32, 2], [1, 1]];
    macro_rules! elements {
        ($($t:ty: $list:expr;)*) => {$({
            let t: Array1<$t> = Array1::from_vec($list.to_vec());
            same!(gpu, t; at.(t, i));
        })*};
    }
    elements! {
        f32: [1., 2., 3.]; i32: [-1, 2, 3]; u32: [1, 2, u32::MAX]; bool: [true, false, true];
        f16: [f16::ONE, f16::MAX, f16::MIN]; f64: [0.1, 0.2, 0.3]; i64: [i64::MIN, 2, 3]; u64: [u64::MAX, 2, 3];
    }
    let t = table(3);
    let (long, wide, size) = (i.mapv(i64::from), i.mapv(|i| i as u64), i.mapv(|i| i as usize));
    same!(gpu, t; at.(t, long));
    same!(gpu, t; at.(t, wide));
    same!(gpu, t; at.(t, size));
    same!(gpu, t; at.(t, u32.(i) .+ 0));
}

#[test]
fn look_ups_take_part_in_formulas() {
    let gpu = gpu!();
    let t = table(64);
    let i = Array2::from_shape_fn((40, 3000), |(r, c)| ((r * 5 + c) % 64) as i32);
    // Whole numbers, so that sums have no rounding error.
    same!(gpu, t; sum[0](at.(t, i)));
    same!(gpu, t; sum[1](at.(t, i)) .+ at.(t, 2));
    same!(gpu, t; at.(t, i) .- max[1](at.(t, i)));
    same!(gpu, t; at.(t, i32.(max[1](i))) .+ 1);
    same!(gpu, t; let x = at.(t, i); x .* x .- x);
    assert_eq!(bcast!(#[gpu(gpu)] sum(at.(t, i))).value().unwrap(), bcast!(sum(at.(t, i))));
    let mut y = gpu.upload(&Array2::<f32>::zeros((40, 3000))).unwrap();
    bcast!(#[gpu(gpu)] y .= at.(t, i); y .+= at.(t, 63 .- i));
    assert_eq!(y.download().unwrap(), bcast!(at.(t, i) .+ at.(t, 63 .- i)));
}

#[test]
fn nothing_is_read_where_a_branch_is_not_taken() {
    let gpu = gpu!();
    let (t, i) = (table(3), array![-1, 0, 2, 3, i32::MAX]);
    same!(gpu, t; if 0 .<= i .< 3 { at.(t, i) } else { -1 });
    same!(gpu, t; 0 .<= i .&& i .< 3 .&& at.(t, i) .> 10);
}

#[test]
fn out_of_range() {
    let gpu = gpu!();
    let (t, m) = (table(3), Array2::<f32>::zeros((2, 3)));
    let said = |error: GpuError| {
        let GpuError::Arithmetic { what, operands, .. } = &error else { panic!("{error}") };
        assert_eq!(*what, "an index of `at.` out of range");
        operands.join(" ")
    };
    for i in [array![0, 3], array![-1, 0], array![i32::MIN, 1]] {
        assert_eq!(said(bcast!(#[gpu(gpu)] at.(t, i) .* 2).download().unwrap_err()), "t i");
        assert_eq!(said(bcast!(#[gpu(gpu)] sum(at.(t, i))).value().unwrap_err()), "t i");
    }
    let (r, far, wide) = (array![0, 1], array![0, 3], array![0_i64, 1 << 32]);
    assert_eq!(said(bcast!(#[gpu(gpu)] at.(m, r, far)).download().unwrap_err()), "m r far");
    assert_eq!(said(bcast!(#[gpu(gpu)] at.(m, far, r)).download().unwrap_err()), "m far r");
    assert_eq!(said(bcast!(#[gpu(gpu)] at.(t, wide)).download().unwrap_err()), "t wide");
    let nothing = Array1::<f32>::zeros(0);
    assert_eq!(said(bcast!(#[gpu(gpu)] at.(nothing, r)).download().unwrap_err()), "nothing r");
    let none = Array1::<i32>::zeros(0);
    assert_eq!(bcast!(#[gpu(gpu)] at.(nothing, none)).download().unwrap().len(), 0);
    assert_eq!(bcast!(#[gpu(gpu)] at.(t, r)).download().unwrap(), bcast!(at.(t, r)));
}

#[test]
fn a_table_is_of_the_same_device() {
    let gpu = gpu!();
    let other = Gpu::new().unwrap();
    let (t, i) = (other.upload(&table(3)).unwrap(), array![0, 1]);
    let error = try_bcast!(#[gpu(gpu)] at.(t, i)).err().unwrap().to_string();
    assert!(error.contains("`t` lives on another `Gpu`"), "{error}");
}

/// What naga accepts; without a device.
#[test]
fn texts() {
    let (t, m, wide) = (table(8), Array2::<f64>::zeros((3, 4).f()), Array1::<bool>::default(4));
    let (i, j, k) = (array![[1, 2], [0, 1]], array![[0_u32, 1], [1, 1]], array![[0_u64, 1], [1, 0]]);
    for text in [
        wgsl!(at.(t, i) .+ 1),
        wgsl!(at.(m, j, 2) .* 2),
        wgsl!(if at.(wide, k) { at.(t, k) } else { 0 }),
        wgsl!(sum[0](at.(t, i) .* f32.(j))),
        wgsl!(at.(t, i) .- mean[1](at.(t, j))),
    ] {
        for text in text.split("// p:").filter(|text| !text.is_empty()) {
            let text = format!("//{text}");
            if let Err(error) = validate(&text) {
                panic!("{error}\n{text}");
            }
        }
    }
}
